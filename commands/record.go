package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/scrub"
)

// Fate is what became of a draft.
type Fate uint8

// The fates.
const (
	Imported     Fate = iota + 1 // it is in the log now
	AlreadyKnown                 // the log held it
	Changed                      // its emitter said something else under this id before; nothing was appended
	Refused                      // it cannot be recorded; Err says why
)

// Result is the fate of one draft. Receipt is set for Imported and AlreadyKnown.
type Result struct {
	Fate    Fate
	ID      domain.EventID
	Receipt eventlog.Receipt
	Err     error
}

// Recorder records facts: it stands between every producer and the log, scrubs
// secrets, sets trust and settles repeated ids. Safe for concurrent use.
type Recorder struct {
	log   eventlog.Log
	scrub *scrub.Scrubber
	trust domain.Trust
	// content is how much is stored of what conversations say; "" is all of it.
	content producers.Content
}

// NewRecorder makes a recorder that gives every draft this trust, the one of the
// producer's class: supervisors high, hooks and imports medium, free appends low.
func NewRecorder(log eventlog.Log, s *scrub.Scrubber, trust domain.Trust) *Recorder {
	return &Recorder{log: log, scrub: s, trust: trust}
}

// Storing is the recorder that stores so much of what conversations say.
func (r *Recorder) Storing(c producers.Content) *Recorder {
	other := *r
	other.content = c
	return &other
}

// Record appends drafts as facts, those of one stream in one append, and returns
// the fate of each, in order. drafts are changed: scrubbed and given trust.
//
// Errors: what Append returns, except conflicts and invalid drafts, which are
// fates. After an error some streams may have been appended; record again.
func (r *Recorder) Record(ctx context.Context, drafts []domain.Draft) ([]Result, error) {
	results := make([]Result, len(drafts))
	for i := range drafts {
		err := r.admit(&drafts[i])
		if err == nil {
			_, err = r.content.Render(drafts[i].Kind, drafts[i].Data)
		}
		if err != nil {
			results[i] = Result{Fate: Refused, ID: drafts[i].ID, Err: err}
		}
	}
	for _, group := range byStream(drafts, results) {
		if err := r.appendGroup(ctx, drafts, group, results); err != nil {
			return nil, err
		}
	}
	return results, nil
}

func (r *Recorder) admit(d *domain.Draft) error {
	d.Source.Trust = r.trust
	return clean(r.scrub, d)
}

// clean takes secrets out of a draft's data and out of the names that people give
// branches and remotes: the one gate before the log for all that is said here for
// the first time.
func clean(s *scrub.Scrubber, d *domain.Draft) error {
	data, _, err := s.Data(d.Data)
	if err != nil {
		return fmt.Errorf("scrub %s: %w", d.Kind, err)
	}
	d.Data = data
	branch, _ := s.Text(string(d.Subject.Branch.Value))
	repo, _ := s.Text(string(d.Subject.Repo.Value))
	d.Subject.Branch.Value, d.Subject.Repo.Value = domain.Branch(branch), domain.RepoID(repo)
	return nil
}

// byStream groups the indexes of the drafts that are not refused, in order.
func byStream(drafts []domain.Draft, results []Result) [][]int {
	var groups [][]int
	at := make(map[domain.StreamID]int)
	for i := range drafts {
		if results[i].Fate == Refused {
			continue
		}
		g, ok := at[drafts[i].Stream]
		if !ok {
			g = len(groups)
			at[drafts[i].Stream] = g
			groups = append(groups, nil)
		}
		groups[g] = append(groups[g], i)
	}
	return groups
}

// tries bounds how often a conflict is looked at again when others write meanwhile.
const tries = 3

// appendGroup appends the drafts with these indexes, all of one stream. A crash
// after Append leaves them recorded; recording again finds them known.
func (r *Recorder) appendGroup(ctx context.Context, drafts []domain.Draft, group []int, results []Result) error {
	stream := drafts[group[0]].Stream
	for try := 1; len(group) > 0; try++ {
		batch := make([]domain.Draft, len(group))
		for i, at := range group {
			batch[i] = drafts[at]
			if err := r.render(&batch[i]); err != nil {
				return err
			}
		}
		receipts, err := r.log.Append(ctx, stream, eventlog.Any, batch)
		switch {
		case err == nil:
			for i, at := range group {
				results[at] = received(receipts[i])
			}
			return nil
		case try > tries || !(errors.Is(err, eventlog.ErrInvalid) || errors.Is(err, eventlog.ErrConflict)):
			return err
		case errors.Is(err, eventlog.ErrInvalid):
			r.refuse(drafts, group, results)
		default:
			if err := r.resolve(ctx, drafts, group, results); err != nil {
				return err
			}
		}
		group = slices.DeleteFunc(slices.Clone(group), func(at int) bool { return results[at].Fate != 0 })
	}
	return nil
}

func received(receipt eventlog.Receipt) Result {
	fate := Imported
	if receipt.Repeated {
		fate = AlreadyKnown
	}
	return Result{Fate: fate, ID: receipt.ID, Receipt: receipt}
}

// refuse finds the drafts that the log would not record as they are.
func (r *Recorder) refuse(drafts []domain.Draft, group []int, results []Result) {
	for _, at := range group {
		if _, err := r.stored(drafts[at]); err != nil {
			results[at] = Result{Fate: Refused, ID: drafts[at].ID, Err: err}
		}
	}
}

// resolve finds the drafts whose id the log, or an earlier draft of the group,
// holds with other content: of the same emitter they are changed, else they go in
// under an id of their own that names the one they conflict with.
func (r *Recorder) resolve(ctx context.Context, drafts []domain.Draft, group []int, results []Result) error {
	seen := make(map[domain.EventID]domain.Event, len(group))
	for _, at := range group {
		d := &drafts[at]
		held, err := r.held(ctx, d.ID, seen)
		if err != nil {
			return err
		}
		e, err := eventlog.Prepare(d, nil)
		if err != nil {
			results[at] = Result{Fate: Refused, ID: d.ID, Err: err}
			continue
		}
		switch how := r.holds(held, d); {
		case held == nil:
			if seen[d.ID], err = r.stored(*d); err != nil {
				return err
			}
		case how == r.content:
		case how != notHeld:
			results[at] = received(receiptOf(held))
		case held.Emitter == e.Emitter:
			results[at] = Result{Fate: Changed, ID: d.ID}
		default:
			conflicting(d, held, e)
		}
	}
	return nil
}

func (r *Recorder) held(ctx context.Context, id domain.EventID, seen map[domain.EventID]domain.Event) (*domain.Event, error) {
	if e, ok := seen[id]; ok {
		return &e, nil
	}
	e, err := r.log.Get(ctx, id)
	if errors.Is(err, eventlog.ErrNotFound) {
		return nil, nil
	}
	return &e, err
}

// conflicting gives the draft the id derived from (the held id, its core under the
// held salt), which is the same each time it is recorded.
func conflicting(d *domain.Draft, held *domain.Event, e domain.Event) {
	if held.Salt != nil {
		e.Salt, e.DataDigest = held.Salt, domain.SealData(*held.Salt, e.Data)
	}
	at := ulid.Time(ulid.ULID(held.ID).Time())
	d.ConflictsWith = held.ID
	d.ID = domain.EventID(domain.Derive(at, held.ID.String(), e.Core().String()))
}
