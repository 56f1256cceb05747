package ship

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// Roles returns why each landed commit came: what the locked range names was chosen, with the
// lane and patch-id that it names; everything else came along as a rider. Without a lock it is
// not recorded what was meant.
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
			c = domain.ShipCommit{Commit: id, Role: domain.CommitUnknown}
		}
		out = append(out, c)
	}
	return out
}

// Tie is of which lane and of which pinpoints a commit is known to be, "" and none for not
// known.
type Tie struct {
	Commit    domain.CommitID
	Lane      domain.LaneID
	Pinpoints []domain.PinpointName
}

// RoleOf returns why a commit goes: what the intent names, by itself or by its lane or a
// pinpoint, is meant. What belongs to others is a rider, and so is all that an intent which
// names commits does not name. For the rest nothing is stated.
func RoleOf(in domain.ShipIntent, t Tie) domain.CommitRole {
	named := func(p domain.PinpointName) bool { return slices.Contains(in.Pinpoints, p) }
	switch {
	case slices.Contains(in.Commits, t.Commit), slices.Contains(in.Lanes, t.Lane), slices.ContainsFunc(t.Pinpoints, named):
		return domain.CommitIntentional
	case len(in.Commits) > 0, len(in.Lanes) > 0 && t.Lane != "", len(in.Pinpoints) > 0 && len(t.Pinpoints) > 0:
		return domain.CommitRider
	}
	return domain.CommitUnknown
}
