package witness

import (
	"strconv"

	"github.com/clawable/claw/domain"
)

// ReadCall is a call whose request and end were read, and how many facts it shows. Their drafts follow that of the
// end.
type ReadCall struct {
	End   domain.EventID
	Facts int
}

// Calls returns the calls that were read since Calls was called last.
func (o *Observer) Calls() []ReadCall {
	read := o.read
	o.read = nil
	return read
}

// identify gives the fact at a place among those of a call the id that a revision of the rules gives it.
func identify(d *domain.Draft, end *domain.Draft, place, revision int) {
	d.ID, d.Replaces, d.Edition = factID(end, place, 1), domain.EventID{}, 0
	if revision > 1 {
		d.ID, d.Replaces, d.Edition = factID(end, place, revision), d.ID, revision
	}
}

func factID(end *domain.Draft, place, revision int) domain.EventID {
	source, own := end.Session().Split()
	part := "witness/" + strconv.Itoa(place)
	if revision > 1 {
		part = domain.RevisedPart(part, revision)
	}
	return domain.RecordEventID(end.ObservedAt.Time(), source, own, end.ID.String(), part)
}

// FactIDs are the ids that the revisions give the fact at a place among those of a call, the first revision first.
func FactIDs(end *domain.Draft, place int) (ids []domain.EventID) {
	for r := 1; r <= Revision; r++ {
		ids = append(ids, factID(end, place, r))
	}
	return ids
}

// Revised is the fact at a place as [Revision] states it, in place of what an earlier one stated.
func Revised(d domain.Draft, end *domain.Draft, place int) domain.Draft {
	identify(&d, end, place, Revision)
	return d
}

// Withdrawn states, as [Revision], that a call shows nothing at a place where an earlier one stated a fact: a
// work.observed that says nothing.
func Withdrawn(end *domain.Draft, place int) domain.Draft {
	d := new(request).drafts(end, []Facts{{}})[0]
	return Revised(d, end, place)
}
