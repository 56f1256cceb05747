package store_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/storetest"
)

// shared are events about what several lanes name: most are of no lane.
func shared(r *rand.Rand, n int) []domain.Draft {
	lanes := []domain.LaneID{"01KT1GW6G0FXE8CX6BVXYZ3Z6R", "01KT1GW6G0FXE8CX6BVXYZ3Z7R"}
	phrases := []struct{ kind, data string }{
		{"lane.started", `{"purpose":"fix"}`}, {"lane.failed", `{"failure_class":"test"}`}, {"lane.finished", `{"commit":"aaa1111"}`},
		{"transport.down", `{"scope":"host","host":"h","reason":"network"}`}, {"transport.up", `{"scope":"host","host":"h"}`},
		{"commit.observed", `{"commit":"aaa1111","paths":["x.go"]}`}, {"ship.pushed_main", `{"new":"aaa1111","confirmed":true}`},
	}
	out := make([]domain.Draft, n)
	for i := range out {
		d := &out[i]
		at := r.IntN(len(phrases))
		d.ID, d.Version, d.Kind, d.Data = domain.EventID{0: 1, 15: byte(i + 1)}, 1, domain.Kind(phrases[at].kind), []byte(phrases[at].data)
		d.Emitter = domain.EmitterID(fmt.Sprint("e/", r.IntN(3)))
		d.Source = domain.Source{Kind: domain.SourceLive, Trust: []domain.Trust{domain.TrustHigh, domain.TrustMedium, domain.TrustLow}[r.IntN(3)]}
		d.Scope.Watcher = []domain.Watcher{"", "", domain.WatcherIgnore}[r.IntN(3)]
		if at < 3 {
			d.Subject.Lane, d.Subject.Host = domain.Known(lanes[r.IntN(2)]), domain.Known(domain.HostID("h"))
		} else if at < 5 {
			d.Source.Kind = domain.SourceTransport
		}
		if i > 0 && r.IntN(3) == 0 {
			d.Causes = []domain.EventID{out[r.IntN(i)].ID}
		}
	}
	return out
}

func TestWhatSeveralLanesNameIsTheSameInEveryReading(t *testing.T) {
	told := 0
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 3))
		log := storetest.NewLog("a", shared(r, 3+r.IntN(9))...)
		path := filepath.Join(t.TempDir(), "run.views")
		storetest.BroughtOn(t, path, log)
		if v := storetest.Verified(t, path, log); v.Total != 0 {
			t.Fatalf("seed %d: %+v", seed, v.Findings)
		}
		s := store.New(path, log, store.Options{})
		if diff := cmp.Diff(storetest.Replayed(t, log), storetest.Digests(t, s)); diff != "" {
			t.Fatalf("seed %d (-replayed +stored):\n%s", seed, diff)
		}
		list, err := query.Lanes(s, selection.Filter{}, selection.Page{}, storetest.AsOf)
		if err != nil {
			t.Fatal(err)
		}
		told += list.Total
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if told < 20 {
		t.Errorf("there were only %d lanes", told)
	}
}
