package esdb_test

import (
	"flag"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/clawable/claw/commands/commandtest"
	"github.com/clawable/claw/consumers/esdbapi/esdbtest"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/esdb"
	"github.com/clawable/claw/eventlog/sqlite"
)

var appends = flag.Int("claw.appends", 4, "how many appends each writer of the measurement makes")

func sqliteAt(t *testing.T) eventlog.Log {
	t.Helper()
	log, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "run.claw"), sqlite.Options{Create: true, Now: time.Now})
	return kept(t, log, err)
}

// rate appends one event after the other by some writers, each to a separate stream, and returns the appends
// a second, and the times that half and 99 of 100 of them took.
func rate(t *testing.T, log eventlog.Log, writers int) (perSecond float64, half, most time.Duration) {
	t.Helper()
	clock := time.Now
	took := make([][]time.Duration, writers)
	var running sync.WaitGroup
	begun := clock()
	for w := range writers {
		running.Go(func() {
			for i := range *appends {
				d := commandtest.SaidIn(domain.SessionID("agent/"+strconv.Itoa(w)), strconv.Itoa(writers)+"."+strconv.Itoa(i), "hello")
				at := clock()
				if _, err := log.Append(t.Context(), d.Stream, eventlog.Any, []domain.Draft{d}); err != nil {
					t.Error(err)
					return
				}
				took[w] = append(took[w], clock().Sub(at))
			}
		})
	}
	running.Wait()
	passed := clock().Sub(begun)
	all := slices.Sorted(slices.Values(slices.Concat(took...)))
	if len(all) != writers**appends {
		t.Fatalf("%d of %d appends were answered", len(all), writers**appends)
	}
	return float64(len(all)) / passed.Seconds(), all[len(all)/2], all[len(all)*99/100]
}

// TestAppendsOverLoopbackBesideAFile logs how many durable appends a second there are over loopback beside the
// same engine in this process, and how fast a log is read from its begin.
func TestAppendsOverLoopbackBesideAFile(t *testing.T) {
	for _, writers := range []int{1, 8, 64} {
		file := sqliteAt(t)
		alone, _, _ := rate(t, sqliteAt(t), writers)
		url := esdbtest.Serve(t, file).URL
		store, err := esdb.Open(t.Context(), url, esdb.Options{})
		over, half, most := rate(t, kept[eventlog.Log](t, store, err), writers)
		t.Logf("%d writers: %.0f appends a second over loopback, p50 %s, p99 %s; %.0f in a file (%.2f of it)", writers, over, half, most, alone, over/alone)
		clock, count := time.Now, 0
		begun := clock()
		for _, err := range store.Read(t.Context(), eventlog.Query{}) {
			if err != nil {
				t.Fatal(err)
			}
			count++
		}
		if want := 1 + writers**appends; count != want {
			t.Fatalf("%d events are there, want %d", count, want)
		}
		t.Logf("catch-up: %.0f events a second", float64(count)/clock().Sub(begun).Seconds())
	}
}

// TestASubscriptionHearsSoon follows a log over loopback while one writer appends, and logs how late half and
// 99 of 100 events are heard after their append was answered.
func TestASubscriptionHearsSoon(t *testing.T) {
	file := sqliteAt(t)
	store, err := esdb.Open(t.Context(), esdbtest.Serve(t, file).URL, esdb.Options{})
	log := kept[eventlog.Log](t, store, err)
	clock, count := time.Now, 25**appends
	heard := make(chan time.Time)
	go func() {
		defer close(heard)
		for _, err := range log.Follow(t.Context(), eventlog.Query{Limit: count + 1}) {
			if err != nil {
				return
			}
			heard <- clock()
		}
	}()
	<-heard // log.opened
	var late []time.Duration
	for i := range count {
		d := commandtest.SaidIn("agent/shop", strconv.Itoa(i), "hello")
		if _, err := file.Append(t.Context(), d.Stream, eventlog.Any, []domain.Draft{d}); err != nil {
			t.Fatal(err)
		}
		at := clock()
		then, is := <-heard
		if !is {
			t.Fatalf("the subscription ended after %d events", i)
		}
		late = append(late, max(0, then.Sub(at)))
	}
	slices.Sort(late)
	t.Logf("%d events: p50 %s, p99 %s", count, late[count/2], late[count*99/100])
}
