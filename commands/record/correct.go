package record

import (
	"context"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers/scrub"
)

// corrections settles the drafts that correct a statement which the log holds in an earlier
// edition: an equal one is known. It returns the results of the others, which correct it once they
// are in the log.
//
// Errors: those of the log.
func (r *Recorder) corrections(ctx context.Context, drafts []domain.Draft, results []Result) (correct []*Result, err error) {
	for i := range drafts {
		if drafts[i].Replaces.IsZero() || results[i].Fate != 0 {
			continue
		}
		earlier, err := r.corrects(ctx, &drafts[i])
		switch {
		case err != nil:
			return nil, err
		case earlier == nil:
		case r.saysAgain(earlier, &drafts[i]):
			results[i] = received(receiptOf(earlier))
		default:
			correct = append(correct, &results[i])
		}
	}
	return correct, nil
}

// corrects returns the first edition of what a draft corrects, nil when the log does not hold
// it from the same emitter.
func (r *Recorder) corrects(ctx context.Context, d *domain.Draft) (*domain.Event, error) {
	held, err := r.held(ctx, d.Replaces, nil)
	if err != nil || held == nil || held.Emitter != d.Emitter {
		return nil, err
	}
	return held, nil
}

// saysAgain reports whether a corrected statement equals its first edition.
func (r *Recorder) saysAgain(first *domain.Event, d *domain.Draft) bool {
	as := *d
	as.ID, as.Replaces, as.Edition = first.ID, domain.EventID{}, 0
	return r.holds(first, &as) != notHeld || r.scrubsAlike(first, &as)
}

// scrubsAlike reports whether a draft differs from the event of its emitter only in what was taken
// for a secret: then the rules of the scrubber have changed, and not the recording.
func (r *Recorder) scrubsAlike(held *domain.Event, d *domain.Draft) bool {
	if held == nil || held.Stream != d.Stream || held.Emitter != d.Emitter || len(held.Data) == 0 {
		return false
	}
	e, err := r.stored(*d)
	if err != nil || !scrub.Alike(held.Data, e.Data) {
		return false
	}
	e.Data = held.Data
	return eventlog.SameCore(held, &e)
}

// foreseeCorrection is the result of a draft that corrects a statement, where the log does not hold
// the correction.
func (r *Recorder) foreseeCorrection(ctx context.Context, d *domain.Draft) (Fate, error) {
	switch earlier, err := r.corrects(ctx, d); {
	case err != nil:
		return 0, err
	case earlier == nil:
		return Imported, nil
	case r.saysAgain(earlier, d):
		return AlreadyKnown, nil
	}
	return Corrected, nil
}
