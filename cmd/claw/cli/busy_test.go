package cli_test

import (
	"context"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
)

// hurried lets the program of a world give up a decision soon that others overtake.
func hurried(w *clitest.World) { w.Tune = func(p *app.Program) { p.Contenders = 3 } }

// busyProfiles adopts a profile whenever the program reads its clock.
func busyProfiles(w *clitest.World, _ string) {
	hurried(w)
	log, err := engine.Open(w.Ctx, "sqlite:"+w.Log(), engine.Options{Now: w.Now})
	if err != nil {
		w.T.Fatal(err)
	}
	w.T.Cleanup(func() { _ = log.Close() })
	n := 0
	w.Now = func() time.Time {
		one := domain.Draft{ID: domain.EventID(domain.Derive(clitest.Now, "adopts", strconv.Itoa(n))), Kind: domain.KindExpectsAdopted, Version: 1, Stream: domain.ExpectsStream(),
			Emitter: "other", Data: []byte(`{"reason":"ours"}`), Source: domain.Source{Kind: domain.SourceLive, Trust: domain.TrustMedium}}
		if _, err := log.Append(context.Background(), domain.ExpectsStream(), eventlog.Any, []domain.Draft{one}); err != nil {
			w.T.Error(err)
		}
		n++
		return clitest.Now
	}
}

// busyLane appends to the lane whenever the program reads its clock. One verb gives up
// as late as it does for a person.
func busyLane(w *clitest.World, verb string) {
	if verb != "claw lane close" {
		hurried(w)
	}
	log, err := engine.Open(w.Ctx, "sqlite:"+w.Log(), engine.Options{Now: w.Now})
	if err != nil {
		w.T.Fatal(err)
	}
	w.T.Cleanup(func() { _ = log.Close() })
	n := 0
	w.Now = func() time.Time {
		for _, lane := range []string{clitest.ContestedLane, clitest.SettledLane} {
			if _, err := log.Append(context.Background(), clitest.Stream(w.T, "lane-"+lane), eventlog.Any, []domain.Draft{beat(w.T, lane, n)}); err != nil {
				w.T.Error(err)
			}
		}
		n++
		return clitest.Now
	}
}

// busy appends to streams whenever the program reads its clock.
func busy(w *clitest.World, streams func(eventlog.Log) []domain.StreamID, p domain.Payload) {
	hurried(w)
	log, err := engine.Open(w.Ctx, "sqlite:"+w.Log(), engine.Options{Now: w.Now})
	if err != nil {
		w.T.Fatal(err)
	}
	w.T.Cleanup(func() { _ = log.Close() })
	data, err := eventlog.Encode(p)
	if err != nil {
		w.T.Fatal(err)
	}
	all, n := streams(log), 0
	w.Now = func() time.Time {
		for _, stream := range all {
			n++
			draft := domain.Draft{ID: domain.EventID(domain.Derive(clitest.Now, "busy", stream.String(), strconv.Itoa(n))), Kind: p.Kind(), Version: 1, Stream: stream,
				ObservedAt: domain.At(clitest.Now), Emitter: "test", Source: domain.Source{Kind: domain.SourceLive, Trust: domain.TrustLow}, Data: data}
			if _, err := log.Append(context.Background(), stream, eventlog.Any, []domain.Draft{draft}); err != nil {
				w.T.Error(err)
			}
		}
		return clitest.Now
	}
}

func busyApprovals(w *clitest.World, _ string) {
	busy(w, func(log eventlog.Log) []domain.StreamID {
		return streamsOf(w, log, func(s domain.StreamID) bool { return s.Family == domain.FamilyApproval })
	}, &domain.ApprovalExpired{ExpiredAt: domain.At(clitest.Now)})
}

func busySigners(w *clitest.World, _ string) {
	busy(w, func(log eventlog.Log) []domain.StreamID {
		return streamsOf(w, log, func(s domain.StreamID) bool { return s.Family == domain.FamilyLog })
	}, &domain.LogRepaired{})
}

func streamsOf(w *clitest.World, log eventlog.Log, of func(domain.StreamID) bool) (all []domain.StreamID) {
	for e, err := range log.Read(w.Ctx, eventlog.Query{EnvelopeOnly: true}) {
		if err != nil {
			w.T.Fatal(err)
		}
		if of(e.Stream) && !slices.Contains(all, e.Stream) {
			all = append(all, e.Stream)
		}
	}
	return all
}

// beat is the n-th heartbeat of a lane.
func beat(t *testing.T, lane string, n int) domain.Draft {
	own := strconv.Itoa(n)
	return domain.Draft{ID: domain.RecordEventID(clitest.Now, "test", lane, own, ""), Kind: "lane.heartbeat", Version: 1, Stream: clitest.Stream(t, "lane-"+lane),
		ObservedAt: domain.At(clitest.Now), Emitter: "test/beat", Source: domain.Source{Kind: domain.SourceLive, Trust: domain.TrustLow}, Data: []byte("{}")}
}

// busyShips appends to the ship of the yard whenever the program reads its
// clock.
func busyShips(w *clitest.World, _ string) {
	m := ship.Move{Repo: clitest.DemoRepo, Ref: "refs/heads/main", Old: clitest.DemoMerge, New: domain.CommitID(w.InYard("", "rev-parse", "main"))}
	busy(w, func(eventlog.Log) []domain.StreamID { return []domain.StreamID{m.Stream()} },
		&domain.ShipRewritten{ShipTarget: domain.ShipTarget{Repo: m.Repo, Ref: m.Ref, Remote: domain.Known[domain.Remote]("origin")}, Old: m.Old, New: m.New})
}
