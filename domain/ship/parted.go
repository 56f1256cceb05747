package ship

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// parted lists recorded ships from which the ref has parted: the ref does not lead to what they
// brought, they do not lead to the commit that it points to, and no push that took them off is
// recorded. History was replaced between two looks. A ref that is behind a ship may be that of a clone
// that did not fetch the ship, and one that points to a commit recorded as gone is such a ref: for
// these nothing is reported.
func (l *Look) parted(held *shelf) (out []Found) {
	if len(held.brought[l.Tip]) > 0 && held.stands(l.Tip, Move{}) == nil {
		return nil
	}
	on := seen{}
	on.take(l.History, l.Tip)
	for i := range l.Held {
		h := &l.Held[i]
		_, here := l.History.Commit(h.Move.New)
		if h.Move.Ref != l.Target.Ref || !h.Recorded || !h.Told || !here || on[h.Move.New] {
			continue
		}
		before := seen{}
		before.take(l.History, h.Move.New)
		gone := slices.DeleteFunc(slices.Clone(h.Commits), func(id domain.CommitID) bool { return on[id] || held.stands(id, Move{}) == nil })
		if before[l.Tip] || len(gone) == 0 {
			continue
		}
		m := l.move(h.Move.New, l.Tip)
		out = append(out, Found{ID: m.Rewriting(), Move: m, Causes: []domain.EventID{h.Move.Provenance()},
			Payload: &domain.ShipRewritten{ShipTarget: l.Target, Old: m.Old, New: m.New, Dropped: gone}})
	}
	return out
}
