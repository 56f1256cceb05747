package ship

import "github.com/clawable/claw/domain"

// Roles says why each landed commit came: what the locked range names was chosen, with
// the lane and patch-id that it names; all else came along as a rider. Without a lock
// everything that landed was chosen, as nobody said otherwise.
func Roles(landed []domain.CommitID, locked []domain.ShipCommit) []domain.ShipCommit {
	chosen := map[domain.CommitID]domain.ShipCommit{}
	for _, c := range locked {
		chosen[c.Commit] = c
	}
	out := make([]domain.ShipCommit, 0, len(landed))
	for _, id := range landed {
		c, ok := chosen[id]
		switch {
		case ok:
		case len(locked) > 0:
			c = domain.ShipCommit{Commit: id, Role: domain.CommitRider}
		default:
			c = domain.ShipCommit{Commit: id, Role: domain.CommitIntentional}
		}
		out = append(out, c)
	}
	return out
}
