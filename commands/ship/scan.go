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

// ShipsRecorded counts the recorded findings of a scan.
type ShipsRecorded struct {
	Events int // appended
	// Overtaken are ships that others recorded in the meantime: their record counts.
	Overtaken int
}

// scanBatch is how many ships are appended in one commit.
const scanBatch = 512

// Record appends the findings of a scan, one decision for each ship: where others recorded the ship
// in the meantime nothing is appended. It returns the counts also with an error.
//
// Errors: those of the log; a part may then be appended, and the next scan appends the rest.
func (s *Scanned) Record(ctx context.Context, r *record.Recorder) (done ShipsRecorded, err error) {
	ships, err := shipDrafts(r, s.history, s.Found)
	if err != nil {
		return done, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var all sync.WaitGroup
	var held sync.Mutex
	slots := make(chan struct{}, scanBatch)
	for _, one := range ships {
		slots <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		all.Go(func() {
			defer func() { <-slots }()
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

// draftedShip holds the drafts of one ship.
type draftedShip struct {
	drafts []domain.Draft
	held   bool // the log held events of it when it was read
}

// shipDrafts makes the drafts of each ship, in the order in which they were found.
func shipDrafts(r *record.Recorder, h *repoHistory, found []ship.Found) (ships []draftedShip, err error) {
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
			at[d.Stream], ships = n, append(ships, draftedShip{held: found[i].Held})
		}
		ships[n].drafts = append(ships[n].drafts, d)
	}
	return ships, nil
}

// shipDraft drafts a finding. The draft is a function of the repository alone, so that two
// concurrent scans make the same one.
func shipDraft(h *repoHistory, f *ship.Found) (domain.Draft, error) {
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

// onlyMeant reports whether an event of a ship records an intent and not that it was pushed: a ship
// that was prepared, or whose push was interrupted, does not prove who pushed it. A scan leaves the
// commits of such a ship to it while the ship can still be pushed.
func onlyMeant(k domain.Kind) bool {
	return k == domain.KindShipPrepared || k == domain.KindShipCommitsSelected || k == domain.KindShipMerged
}

// recordShip appends to one ship at the revision read; 0 when others recorded it.
func recordShip(r *record.Recorder, ctx context.Context, one draftedShip) (appended int, err error) {
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
