package record

import (
	"context"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// Foresight returns what Record would return, for a dry run: it reads the log, and retains what the
// run itself would have appended.
func (r *Recorder) Foresight() Func {
	seen := make(map[domain.EventID]domain.Event)
	return func(ctx context.Context, parts [][]domain.Draft) ([][]Result, error) {
		results := make([][]Result, len(parts))
		for i, drafts := range parts {
			for k := range drafts {
				foreseen, err := r.foresee(ctx, drafts[k], seen)
				if err != nil {
					return nil, err
				}
				results[i] = append(results[i], foreseen)
			}
		}
		return results, nil
	}
}

func (r *Recorder) foresee(ctx context.Context, d domain.Draft, seen map[domain.EventID]domain.Event) (Result, error) {
	if err := r.Admit(&d); err != nil {
		return Result{Fate: Refused, ID: d.ID, Err: err}, nil
	}
	e, err := eventlog.Prepare(&d, nil)
	if err != nil {
		return Result{Fate: Refused, ID: d.ID, Err: err}, nil
	}
	held, err := r.held(ctx, d.ID, seen)
	if err != nil {
		return Result{}, err
	}
	if held != nil && held.Emitter != e.Emitter && r.holds(held, &d) == notHeld {
		conflicting(&d, held, e)
		if held, err = r.held(ctx, d.ID, seen); err != nil {
			return Result{}, err
		}
	}
	switch {
	case held == nil && !d.Replaces.IsZero():
		fate, err := r.foreseeCorrection(ctx, &d)
		return Result{Fate: fate, ID: d.ID}, err
	case held == nil:
		if e, err = r.stored(d); err != nil {
			return Result{Fate: Refused, ID: d.ID, Err: err}, nil
		}
		e.Data = nil // cores are compared by digest
		seen[d.ID] = e
		return Result{Fate: Imported, ID: d.ID}, nil
	case r.holds(held, &d) != notHeld, r.scrubsAlike(held, &d):
		return Result{Fate: AlreadyKnown, ID: d.ID}, nil
	}
	return Result{Fate: Changed, ID: d.ID}, nil
}
