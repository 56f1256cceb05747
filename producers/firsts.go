package producers

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"github.com/clawable/claw/domain"
)

// Why a record is skipped that an input has twice.
const (
	Repeated = "repeats a record"
	Changed  = "an earlier record says otherwise"
)

// Firsts holds what an input recorded under each id. Formats that name their records
// themselves may contain a record in two states: only the first is recorded. The zero value
// is for one input.
type Firsts struct {
	said map[domain.EventID]domain.Digest
}

// Keep returns the drafts that do not differ from an earlier one with the same id, in the
// array of drafts, and the ids of those that do. An identical draft is kept: a log
// recognizes it.
func (f *Firsts) Keep(drafts []domain.Draft) (kept []domain.Draft, changed []domain.EventID) {
	if f.said == nil {
		f.said = map[domain.EventID]domain.Digest{}
	}
	kept = slices.DeleteFunc(drafts, func(d domain.Draft) bool {
		h := sha256.New()
		fmt.Fprintln(h, d.Stream, d.ObservedAt, d.Seq, d.SeqKind, d.Causes, d.Subject)
		h.Write(d.Data)
		now := domain.Digest(h.Sum(nil))
		before, there := f.said[d.ID]
		if !there {
			f.said[d.ID] = now
		}
		if there && before != now {
			changed = append(changed, d.ID)
			return true
		}
		return false
	})
	return kept, changed
}
