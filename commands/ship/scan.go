package shipping

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"
	"github.com/clawable/claw/eventlog"
)

// ShipsRecorded counts what came of the findings of a scan.
type ShipsRecorded struct {
	Events int // appended
	// Overtaken are ships that others recorded meanwhile: their word stands.
	Overtaken int
}

// scanBatch is how many ships are appended at a time: they share a commit.
const scanBatch = 512

// Record appends what the scan found, as one decision for each ship: where somebody
// recorded the ship meanwhile nothing is appended. It returns the counts also with an error.
//
// Errors: those of the log; some of it may then be appended, and the next scan appends
// the rest.
func (s *Scanned) Record(ctx context.Context, r *record.Recorder) (done ShipsRecorded, err error) {
	ships, err := shipDrafts(r, s.history, s.Found)
	if err != nil {
		return done, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var all sync.WaitGroup
	var held sync.Mutex
	room := make(chan struct{}, scanBatch)
	for _, one := range ships {
		room <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		all.Go(func() {
			defer func() { <-room }()
			appended, err := recordShip(r, ctx, one)
			if err != nil {
				cancel(err)
				return
			}
			held.Lock()
			defer held.Unlock()
			if done.Events += appended; appended == 0 {
				done.Overtaken++
			}
		})
	}
	all.Wait()
	return done, context.Cause(ctx)
}

// toldShip is what is to be told of one ship.
type toldShip struct {
	drafts []domain.Draft
	held   bool // the log held something of it when it was looked at
}

// shipDrafts makes the drafts of each ship, in the order in which they were found.
func shipDrafts(r *record.Recorder, h *RepoHistory, found []ship.Found) (ships []toldShip, err error) {
	at := map[domain.StreamID]int{}
	for i := range found {
		d, err := shipDraft(h, &found[i])
		if err == nil {
			err = r.Admit(&d)
		}
		if err != nil {
			return nil, fmt.Errorf("tell of the ship %s..%s: %w", found[i].Move.Old, found[i].Move.New, err)
		}
		n, known := at[d.Stream]
		if !known {
			n = len(ships)
			at[d.Stream], ships = n, append(ships, toldShip{held: found[i].Held})
		}
		ships[n].drafts = append(ships[n].drafts, d)
	}
	return ships, nil
}

// shipDraft drafts a finding: it is a function of the repository alone, so that two who
// scan at once say the same.
func shipDraft(h *RepoHistory, f *ship.Found) (domain.Draft, error) {
	data, err := eventlog.Encode(f.Payload)
	if err != nil {
		return domain.Draft{}, err
	}
	repo := f.Move.Repo
	return domain.Draft{ID: f.ID, Replaces: f.Replaces, Edition: f.Edition, Kind: f.Payload.Kind(), Version: 1, Stream: f.Move.Stream(), ObservedAt: h.time(f.Move.New),
		Emitter: domain.EmitterID("import/" + record.ScanSource + "/" + string(repo)), Epoch: repo.Epoch(), Correlation: repo.Correlation(),
		Causes: f.Causes, Subject: domain.Subject{Repo: domain.Known(repo), Commit: domain.Known(f.Move.New)},
		Source: domain.Source{Kind: domain.SourceLive, Channel: domain.ImportChannel + record.ScanSource}, Data: data}, nil
}

// onlyMeant reports whether an event of a ship says what is meant to go, and nothing of
// whether it went: who prepared a ship and let it lie, or began to push and was cut off, does
// not speak for who pushed it. A scan leaves what such a ship brings to it as long as it may go on.
func onlyMeant(k domain.Kind) bool {
	return k == domain.KindShipPrepared || k == domain.KindShipCommitsSelected || k == domain.KindShipMerged
}

// recordShip appends to one ship at the revision read; 0 when others told of it.
func recordShip(r *record.Recorder, ctx context.Context, one toldShip) (appended int, err error) {
	stream, want := one.drafts[0].Stream, eventlog.None
	if one.held {
		for e, err := range r.Log.Read(ctx, eventlog.Query{Stream: stream, EnvelopeOnly: true}) {
			if err != nil {
				return 0, err
			}
			if e.Emitter != one.drafts[0].Emitter && !onlyMeant(e.Kind) {
				return 0, nil
			}
			want = eventlog.At(e.Revision)
		}
	}
	_, err = r.Log.Append(ctx, stream, want, one.drafts)
	switch {
	case errors.Is(err, eventlog.ErrConflict):
		return 0, nil
	case err != nil:
		return 0, err
	}
	return len(one.drafts), nil
}
