package record

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/scrub"
)

// Fate is the result of a draft.
type Fate uint8

// The fates.
const (
	Imported     Fate = iota + 1 // it is in the log now
	AlreadyKnown                 // the log held it
	Corrected                    // it is in the log now, and corrects an earlier edition that the log held
	Changed                      // its emitter recorded another content under this id before; nothing was appended
	Refused                      // it cannot be recorded; Err is the reason
)

// Result is the fate of one draft. Receipt is set for Imported and AlreadyKnown; it may be without the leaf.
type Result struct {
	Fate    Fate
	ID      domain.EventID
	Receipt eventlog.Receipt
	Err     error
}

// Recorder records facts: it is between every producer and the log, scrubs secrets, sets trust and
// settles repeated ids. Safe for concurrent use.
type Recorder struct {
	Log   eventlog.Log
	Scrub *scrub.Scrubber
	trust domain.Trust
	// content is how much of conversations is stored; "" is all of it.
	content producers.Content
	// admissions belongs to log, and is shared by all recorders that were made from one.
	admissions *admissions
}

// NewRecorder makes a recorder that gives every draft this trust, the one of the
// producer's class: supervisors high, hooks and imports medium, free appends low.
func NewRecorder(log eventlog.Log, s *scrub.Scrubber, trust domain.Trust) *Recorder {
	return &Recorder{Log: log, Scrub: s, trust: trust, admissions: &admissions{}}
}

// Storing is the recorder that stores a mode of content.
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
	results, err := r.RecordEach(ctx, [][]domain.Draft{drafts})
	if err != nil {
		return nil, err
	}
	return results[0], nil
}

// RecordEach records parts in order, each as [Recorder.Record] does, and hands all their
// appends in together.
func (r *Recorder) RecordEach(ctx context.Context, parts [][]domain.Draft) ([][]Result, error) {
	results := make([][]Result, len(parts))
	var groups []group
	var corrections []*Result
	for i, drafts := range parts {
		results[i] = r.admitAll(drafts)
		found, err := r.corrections(ctx, drafts, results[i])
		if err != nil {
			return nil, err
		}
		corrections = append(corrections, found...)
		groups = append(groups, byStream(drafts, results[i])...)
	}
	if err := r.appendGroups(ctx, groups); err != nil {
		return results, err
	}
	for _, result := range corrections {
		if result.Fate == Imported {
			result.Fate = Corrected
		}
	}
	return results, r.admitDirect(ctx, results)
}

// admitDirect records that events which the log held already came directly.
func (r *Recorder) admitDirect(ctx context.Context, results [][]Result) error {
	var receipts []eventlog.Receipt
	for _, part := range results {
		for i := range part {
			if part[i].Fate == AlreadyKnown {
				receipts = append(receipts, part[i].Receipt)
			}
		}
	}
	return r.admissions.direct(ctx, r.Log, receipts)
}

// admitAll returns results in which the drafts that cannot be recorded are refused.
func (r *Recorder) admitAll(drafts []domain.Draft) []Result {
	results := make([]Result, len(drafts))
	for i := range drafts {
		err := r.Admit(&drafts[i])
		if err == nil {
			_, err = r.content.Render(drafts[i].Kind, drafts[i].Data)
		}
		if err != nil {
			results[i] = Result{Fate: Refused, ID: drafts[i].ID, Err: err}
		}
	}
	return results
}

func (r *Recorder) Admit(d *domain.Draft) error {
	d.Source.Trust = r.trust
	return clean(r.Scrub, d)
}

// clean removes secrets from a draft's data and from the names that people give branches and
// remotes. Every draft that is new to the log passes it.
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

// group is the drafts of one stream that have no fate yet.
type group struct {
	drafts  []domain.Draft
	results []Result // of drafts
	at      []int    // which of them
}

// byStream groups the drafts that have no fate yet, in order.
func byStream(drafts []domain.Draft, results []Result) []group {
	var groups []group
	of := make(map[domain.StreamID]int)
	for i := range drafts {
		if results[i].Fate != 0 {
			continue
		}
		g, ok := of[drafts[i].Stream]
		if !ok {
			g = len(groups)
			of[drafts[i].Stream] = g
			groups = append(groups, group{drafts: drafts, results: results})
		}
		groups[g].at = append(groups[g].at, i)
	}
	return groups
}

// appendGroups appends groups together; where one is refused, it and those after it are appended
// one by one.
func (r *Recorder) appendGroups(ctx context.Context, groups []group) error {
	batches := make([]eventlog.Batch, len(groups))
	for i := range groups {
		var err error
		if batches[i], err = r.batch(&groups[i]); err != nil {
			return err
		}
	}
	all, err := eventlog.AppendBatches(ctx, r.Log, batches)
	for i, receipts := range all {
		groups[i].received(receipts)
	}
	if err != nil && !IsSettled(err) {
		return err
	}
	for _, g := range groups[len(all):] {
		if err := r.appendGroup(ctx, g); err != nil {
			return err
		}
	}
	return nil
}

// batch is the append of a group, as it is stored.
func (r *Recorder) batch(g *group) (eventlog.Batch, error) {
	drafts := make([]domain.Draft, len(g.at))
	for i, at := range g.at {
		drafts[i] = g.drafts[at]
		if err := r.render(&drafts[i]); err != nil {
			return eventlog.Batch{}, err
		}
	}
	return eventlog.Batch{Stream: drafts[0].Stream, Want: eventlog.Any, Drafts: drafts, NoLeaves: true}, nil
}

func (g *group) received(receipts []eventlog.Receipt) {
	for i, at := range g.at {
		g.results[at] = received(receipts[i])
	}
}

// IsSettled reports whether examining each draft shows why an append was refused.
func IsSettled(err error) bool {
	return errors.Is(err, eventlog.ErrInvalid) || errors.Is(err, eventlog.ErrConflict)
}

// tries bounds how often a conflict is examined again while others write.
const tries = 3

// appendGroup appends a group by itself. After a crash after Append, recording again finds the
// group known.
func (r *Recorder) appendGroup(ctx context.Context, g group) error {
	for try := 1; len(g.at) > 0; try++ {
		b, err := r.batch(&g)
		if err != nil {
			return err
		}
		receipts, err := r.Log.Append(ctx, b.Stream, b.Want, b.Drafts)
		switch {
		case err == nil:
			g.received(receipts)
			return nil
		case try > tries || !IsSettled(err):
			return err
		case errors.Is(err, eventlog.ErrInvalid):
			r.refuse(&g)
		default:
			if err := r.resolve(ctx, &g); err != nil {
				return err
			}
		}
		g.at = slices.DeleteFunc(slices.Clone(g.at), func(at int) bool { return g.results[at].Fate != 0 })
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
func (r *Recorder) refuse(g *group) {
	for _, at := range g.at {
		if _, err := r.stored(g.drafts[at]); err != nil {
			g.results[at] = Result{Fate: Refused, ID: g.drafts[at].ID, Err: err}
		}
	}
}

// resolve finds the drafts whose id the log, or an earlier draft of the group, holds with other
// content: of the same emitter they are changed, else they are appended under a separate id that
// names the one they conflict with.
func (r *Recorder) resolve(ctx context.Context, g *group) error {
	seen := make(map[domain.EventID]domain.Event, len(g.at))
	for _, at := range g.at {
		d := &g.drafts[at]
		held, err := r.held(ctx, d.ID, seen)
		if err != nil {
			return err
		}
		e, err := eventlog.Prepare(d, nil)
		if err != nil {
			g.results[at] = Result{Fate: Refused, ID: d.ID, Err: err}
			continue
		}
		switch how := r.holds(held, d); {
		case held == nil:
			if seen[d.ID], err = r.stored(*d); err != nil {
				return err
			}
		case how == r.content:
		case how != notHeld, r.scrubsAlike(held, d):
			g.results[at] = received(receiptOf(held))
		case held.Emitter == e.Emitter:
			g.results[at] = Result{Fate: Changed, ID: d.ID}
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
	e, err := r.Log.Get(ctx, id)
	if errors.Is(err, eventlog.ErrNotFound) {
		return nil, nil
	}
	return &e, err
}

// conflicting gives the draft the id derived from (the held id, its core under the
// held salt), which is the same each time it is recorded.
func conflicting(d *domain.Draft, held *domain.Event, e domain.Event) {
	if held.Salt != nil {
		e.Salt, e.DataDigest = held.Salt, seal.Data(*held.Salt, e.Data)
	}
	at := ulid.Time(ulid.ULID(held.ID).Time())
	d.ConflictsWith = held.ID
	d.ID = domain.EventID(domain.Derive(at, held.ID.String(), seal.Core(&e).String()))
}

// Func returns or decides the fate of drafts, in parts: [Recorder.recordEach] or
// [Recorder.foresight].
type Func func(ctx context.Context, parts [][]domain.Draft) ([][]Result, error)
