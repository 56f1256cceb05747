package view

import (
	"context"
	"iter"

	"github.com/clawable/claw/consumers/watch"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/profile"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
)

// Watched is a read model as consumers of outcomes read it. It implements [watch.Model].
type Watched struct {
	Views  *Views
	Log    eventlog.Log
	Filter selection.Filter
	// Results are the outcomes that are wanted; empty: all.
	Results map[lane.Result]bool
}

// Changed implements [watch.Model].
func (w Watched) Changed(after uint64, every bool) iter.Seq2[watch.Outcome, error] {
	filter := w.Filter
	if every {
		filter = selection.Filter{}
	}
	return func(yield func(watch.Outcome, error) bool) {
		for o, err := range query.Changed(w.Views, filter, after) {
			if err == nil && !every && len(w.Results) > 0 && !w.Results[o.Outcome.Outcome] {
				continue
			}
			if !yield(watch.Outcome{Outcome: o.Outcome, AsOf: o.At}, err) {
				return
			}
		}
	}
}

// RestsOnNews implements [watch.Model].
func (w Watched) RestsOnNews(ctx context.Context, o *lane.Outcome, position uint64) (bool, error) {
	for _, field := range []string{"outcome", "outcome_fingerprint", "attempt"} {
		for _, id := range o.Because[field].Events {
			e, err := w.Log.Get(ctx, id)
			if err != nil && domain.KindOf(err) != domain.ErrNotFound {
				return false, err
			}
			if err == nil && e.Position.Number() > position {
				return true, nil
			}
		}
	}
	return false, nil
}

// Profile implements [watch.Model].
func (w Watched) Profile() (profile.Profile, error) {
	s, err := query.ProfileInForce(w.Views)
	return s.Profile, err
}

// Position implements [watch.Model].
func (w Watched) Position() uint64 { return w.Views.Status.Position }
