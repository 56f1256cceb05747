package writer

import (
	"context"
	"errors"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/projections/store/origin"
)

// ErrAmended reports that a later event amends earlier ones which the read model may show as they
// were before: it is built anew rather than brought further.
var ErrAmended = errors.New("store: earlier events were amended")

// hear has the amendments hear the events of a batch, in the order of the log.
//
// Errors: [ErrAmended].
func (w *writer) hear(ctx context.Context, events []domain.Event) error {
	for i := range events {
		e := &events[i]
		if erases(e) && !w.fresh {
			return ErrErased
		}
		if !w.amends.Hear(e) {
			w.amended = w.amended || e.Kind == (domain.LogAdmitted{}).Kind() || e.ByFile
			continue
		}
		w.amended = true
		late, err := w.late(ctx, e, events[:i])
		if err != nil {
			return err
		}
		if late {
			return ErrAmended
		}
	}
	return nil
}

// late reports whether the read model may show what an event amends as it was before: unless
// nothing in the log is, corrects or names the statement that it corrects. before are those events of
// its batch that no fold has read yet. A rebuild does not ask.
func (w *writer) late(ctx context.Context, e *domain.Event, before []domain.Event) (bool, error) {
	names := func(b domain.Event) bool { return slices.Contains(b.Causes, e.Replaces) }
	if w.fresh || e.Replaces.IsZero() || slices.ContainsFunc(before, names) || w.amends.Corrected(e) {
		return true, nil
	}
	_, held, err := origin.Find(ctx, w.log, e.Replaces, e.Position)
	if held || err != nil {
		return held, err
	}
	if err := w.packs.Flush(); err != nil {
		return false, err
	}
	facts := w.loader()
	named := len(facts.Load(index.NamesKey(e.Replaces))) > 0
	return named, facts.Err
}

// ErrErased reports that the log erased data which the read model may hold: it is built
// anew rather than brought further.
var ErrErased = errors.New("store: data were erased from the log")

// erases reports whether an event says that data of an earlier one are gone.
func erases(e *domain.Event) bool { return e.Kind == (domain.LogDataErased{}).Kind() }
