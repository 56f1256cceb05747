package watch

import (
	"context"
	"iter"

	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/profile"
)

// Model is the read model of a log at a position, as a [Feed] reads it.
type Model interface {
	// Changed yields the wanted outcomes that were written after a position, the oldest first; with
	// every, also those that the consumer does not want.
	Changed(after uint64, every bool) iter.Seq2[Outcome, error]
	// RestsOnNews reports whether an event behind a position is among those that decided an outcome.
	RestsOnNews(ctx context.Context, o *lane.Outcome, position uint64) (bool, error)
	// Profile is the profile of expectations by which the model derives outcomes.
	Profile() (profile.Profile, error)
	// Position is that of the model.
	Position() uint64
}

// Feed finds in a read model what is new for the consumer of a cursor. Not safe for concurrent use.
type Feed struct {
	Cursor *Cursor
	Model  Model
	Wanted string // which outcomes the consumer wants, in words; see [Cursor.Select]
	Rules  int    // version of the rules by which the model derives outcomes
}

// Start prepares the cursor for [Feed.New], before which it is called each time: a log may adopt another
// profile at any time. Outcomes that other rules, or another profile, derive from what was looked at count
// as reported, and so do those that are current when a cursor begins, unless it begins at the start of the
// log. It returns the line of a change of rules, which is durable and pending, and nil for none. What an
// earlier process left pending is to be delivered first.
//
// Errors: those of the cursor and of the model.
func (f *Feed) Start(ctx context.Context, fromStart bool) (*RuleChanged, error) {
	rule, err := f.adopt(ctx, f.Cursor.Selects(f.Wanted))
	if err == nil {
		err = f.Cursor.Select(f.Wanted)
	}
	if err != nil || f.Cursor.Begun() || fromStart {
		return rule, err
	}
	stand, err := collected(f.Model.Changed(0, true))
	if err != nil {
		return rule, err
	}
	return rule, f.Cursor.Begin(stand, f.Model.Position())
}

// adopt marks as reported the outcomes that changed rules derive from what the run before read. all means
// that the consumer wants the same outcomes as then; else only lanes that were reported to it are taken.
func (f *Feed) adopt(ctx context.Context, all bool) (*RuleChanged, error) {
	by, err := f.Model.Profile()
	if err != nil || f.Cursor.derives(f.Rules, by) {
		return nil, err
	}
	var some []Outcome
	if f.Cursor.Begun() {
		for o, err := range f.Model.Changed(0, false) {
			if err != nil {
				return nil, err
			}
			is, err := f.isOld(ctx, &o, all)
			if err != nil {
				return nil, err
			}
			if is {
				some = append(some, o)
			}
		}
	}
	return f.Cursor.Adopt(f.Rules, by, some, f.Model.Position())
}

// isOld reports whether an outcome is of what was looked at before.
func (f *Feed) isOld(ctx context.Context, o *Outcome, all bool) (bool, error) {
	told, err := f.Cursor.HasTold(o)
	if err != nil || !all && !told {
		return false, err
	}
	isNews, err := f.Model.RestsOnNews(ctx, &o.Outcome, f.Cursor.Position())
	return !isNews, err
}

// notedAtOnce is how many outcomes the cursor notes in one transaction.
const notedAtOnce = 256

// New notes the outcomes that changed since the position of the cursor, and hands their lines to deliver
// in batches. The lines are durable and pending.
//
// Errors: those of the cursor, of the model and of deliver.
func (f *Feed) New(deliver func([]Line) error) error {
	after, now := f.Cursor.Position(), f.Model.Position()
	if now < after { // the log was rolled back
		after = 0
	}
	note := func(some []Outcome, position uint64) error {
		lines, err := f.Cursor.Note(some, position)
		if err != nil || len(lines) == 0 {
			return err
		}
		return deliver(lines)
	}
	var some []Outcome
	for o, err := range f.Model.Changed(after, false) {
		if err != nil {
			return err
		}
		if some = append(some, o); len(some) < notedAtOnce {
			continue
		}
		if err := note(some, after); err != nil {
			return err
		}
		some = some[:0]
	}
	return note(some, now)
}

func collected(outcomes iter.Seq2[Outcome, error]) (all []Outcome, err error) {
	for o, err := range outcomes {
		if err != nil {
			return nil, err
		}
		all = append(all, o)
	}
	return all, nil
}
