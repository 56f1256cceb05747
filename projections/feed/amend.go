package feed

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
)

// Amendments are what events of a log say of other events: which statement a later edition
// replaces, and which events came by an import of another log. Folds read each event as
// [Amendments.Hear] leaves it. Not safe for concurrent use.
type Amendments struct {
	editions map[domain.EventID][]Edition
	pending  map[domain.EventID]bool // an import admitted them, and they did not arrive yet
	byFile   []Span                  // the events that came by an import, sorted
	lifted   map[domain.EventID]bool // came a better way as well; only of what [Scan] made
	whole    bool                    // made by [Scan]: editions and lifted are those of the whole log
}

// Edition is a later edition of a statement.
type Edition struct {
	Of      domain.EventID // the statement: the id of its first edition
	ID      domain.EventID
	Emitter domain.EmitterID
	Number  int // from 2
	Trust   domain.Trust
	ByFile  bool
}

// Span is events that follow each other in the log, by their positions.
type Span struct{ First, Last uint64 }

// NewAmendments returns the amendments of a log as far as it was heard, as [Amendments.Editions],
// [Amendments.Pending] and [Amendments.ByFile] return them.
func NewAmendments(editions []Edition, pending []domain.EventID, byFile []Span) *Amendments {
	a := &Amendments{editions: map[domain.EventID][]Edition{}, pending: map[domain.EventID]bool{}, byFile: byFile}
	for i := range editions {
		a.add(&editions[i])
	}
	for _, id := range pending {
		a.pending[id] = true
	}
	return a
}

// Again returns the amendments for hearing the log from its beginning once more.
func (a *Amendments) Again() *Amendments {
	return &Amendments{editions: a.editions, pending: map[domain.EventID]bool{}, lifted: a.lifted, whole: a.whole}
}

// Editions lists the later editions of statements, in a fixed order.
func (a *Amendments) Editions() []Edition {
	var all []Edition
	for _, some := range a.editions {
		all = append(all, some...)
	}
	slices.SortFunc(all, func(x, y Edition) int { return cmp.Or(x.Of.Compare(y.Of), x.ID.Compare(y.ID)) })
	return all
}

// ByFile lists the events that came by an import, and no better way, in the order of the log.
func (a *Amendments) ByFile() []Span { return slices.Clone(a.byFile) }

// Pending lists, sorted, the events that an import admitted and that did not arrive yet.
func (a *Amendments) Pending() []domain.EventID {
	ids := make([]domain.EventID, 0, len(a.pending))
	for id := range a.pending {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, domain.EventID.Compare)
	return ids
}

// Hear records the next event of the log, and changes it to what the folds read of it: with the
// trust that the way by which it came allows, with causes that lead to the editions that are in
// force, and with a flag for whether another edition replaces it. late reports that it amends
// events which may have been heard before.
func (a *Amendments) Hear(e *domain.Event) (late bool) {
	if e.Kind == (domain.LogAdmitted{}).Kind() {
		late = a.admit(e)
	}
	a.arrive(e)
	if !e.Replaces.IsZero() && !a.whole {
		a.add(editionOf(e))
		late = true
	}
	a.Amend(e)
	return late
}

// Amend is what Hear does to an event that was heard before.
func (a *Amendments) Amend(e *domain.Event) {
	if a.cameByFile(e.Position.Number()) {
		e.CameByFile()
	}
	if len(a.editions) == 0 {
		return
	}
	later := func(x Edition) bool { return x.replaces(e) }
	e.Replaced = slices.ContainsFunc(a.editions[e.ID], later) || slices.ContainsFunc(a.editions[e.Replaces], later)
	e.Causes = a.lead(e)
}

func editionOf(e *domain.Event) *Edition {
	return &Edition{Of: e.Replaces, ID: e.ID, Emitter: e.Emitter, Number: e.Edition, Trust: e.Source.Trust, ByFile: e.ByFile}
}

func (a *Amendments) add(x *Edition) {
	if !slices.ContainsFunc(a.editions[x.Of], func(held Edition) bool { return held.ID == x.ID }) {
		a.editions[x.Of] = append(a.editions[x.Of], *x)
	}
}

// admit takes what an admission says; late: events that came by an import came a better way, too.
func (a *Amendments) admit(e *domain.Event) (late bool) {
	var p domain.LogAdmitted
	if json.Unmarshal(e.Data, &p) != nil {
		return false
	}
	for _, id := range e.Causes {
		switch {
		case p.Via == domain.ViaImport:
			if !a.lifted[id] {
				a.pending[id] = true
			}
		case a.pending[id]:
			delete(a.pending, id)
		default:
			late = late || !a.whole
		}
	}
	return late
}

// arrive marks an event that an import admitted.
func (a *Amendments) arrive(e *domain.Event) {
	if !a.pending[e.ID] {
		return
	}
	delete(a.pending, e.ID)
	e.CameByFile()
	at := e.Position.Number()
	if n := len(a.byFile); n > 0 && a.byFile[n-1].Last+1 == at {
		a.byFile[n-1].Last = at
		return
	}
	a.byFile = append(a.byFile, Span{at, at})
}

// cameByFile reports whether the event at a position came by an import.
func (a *Amendments) cameByFile(at uint64) bool {
	i, exactly := slices.BinarySearchFunc(a.byFile, at, func(s Span, at uint64) int { return cmp.Compare(s.First, at) })
	return exactly || i > 0 && at <= a.byFile[i-1].Last
}

// replaces reports whether x takes the place of e: a later edition of the same statement, of the
// same emitter, and of no less trust. An event that came by an import may have taken the
// emitter's name, and replaces nothing of what came directly.
func (x *Edition) replaces(e *domain.Event) bool {
	return x.ID != e.ID && x.Number > e.Edition && x.speaksAs(e)
}

// speaksAs reports whether x is of the emitter of e, and believed as far.
func (x *Edition) speaksAs(e *domain.Event) bool {
	return x.Emitter == e.Emitter && x.Trust.Rank() >= e.Source.Trust.Rank() && (!x.ByFile || e.ByFile)
}

// Corrected reports whether another edition of the statement that e corrects was heard.
func (a *Amendments) Corrected(e *domain.Event) bool {
	return slices.ContainsFunc(a.editions[e.Replaces], func(x Edition) bool { return x.ID != e.ID })
}

// lead returns the causes of e, in which each statement that was corrected leads to its last
// edition. An emitter names a statement of its own by the first edition for ever. What another
// emitter names stays as it is: whose statement that was is not known of one that is not held.
func (a *Amendments) lead(e *domain.Event) []domain.EventID {
	causes := e.Causes
	for i, id := range e.Causes {
		last := a.last(id, 1, e)
		if last == nil {
			continue
		}
		for next := last; next != nil; next = a.last(next.ID, next.Number, e) { // the event that names a later edition
			last = next
		}
		if &causes[0] == &e.Causes[0] {
			causes = slices.Clone(causes)
		}
		causes[i] = last.ID
	}
	return causes
}

// last is the last edition, after a number, of a statement that e names, of those that its own
// emitter made and that are believed as far as e is; nil when there is none.
func (a *Amendments) last(of domain.EventID, after int, e *domain.Event) (last *Edition) {
	for i := range a.editions[of] {
		x := &a.editions[of][i]
		if x.ID != e.ID && x.Number > after && x.speaksAs(e) && (last == nil || cmp.Or(cmp.Compare(x.Number, last.Number),
			cmp.Compare(x.Trust.Rank(), last.Trust.Rank()), last.ID.Compare(x.ID)) > 0) {
			last = x
		}
	}
	return last
}

// Scan reads the amendments of a whole log, so that none comes late when it is heard from the
// beginning.
//
// Errors: those of the source.
func Scan(ctx context.Context, from Source) (*Amendments, error) {
	a := NewAmendments(nil, nil, nil)
	a.lifted = map[domain.EventID]bool{}
	recorded := map[domain.EventID]domain.Trust{} // of editions that came by an import
	err := Each(ctx, from, domain.Position{}, func(e *domain.Event) error {
		a.scan(e, recorded)
		return nil
	})
	for _, some := range a.editions {
		for i := range some {
			if x := &some[i]; x.ByFile && a.lifted[x.ID] {
				x.Trust, x.ByFile = recorded[x.ID], false
			}
		}
	}
	a.whole = true
	return a.Again(), err
}

func (a *Amendments) scan(e *domain.Event, recorded map[domain.EventID]domain.Trust) {
	var p domain.LogAdmitted
	if e.Kind == p.Kind() && json.Unmarshal(e.Data, &p) == nil && p.Via != domain.ViaImport {
		for _, id := range e.Causes {
			a.lifted[id] = true
		}
	}
	if trust := e.Source.Trust; !e.Replaces.IsZero() && a.pending[e.ID] {
		recorded[e.ID] = trust
	}
	a.Hear(e)
}

// Amended is a log as folds read it from its beginning.
type Amended struct {
	Source
	By *Amendments // of the whole log, see [Scan]
}

// Events implements [Source].
func (s Amended) Events(ctx context.Context, after domain.Position) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		for e, err := range s.Source.Events(ctx, after) {
			if err == nil {
				s.By.Hear(&e)
			}
			if !yield(e, err) {
				return
			}
		}
	}
}
