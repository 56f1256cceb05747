package esdb_test

import (
	"errors"
	"iter"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/consumers/esdbapi/esdbtest"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/esdb"
	"github.com/clawable/claw/eventlog/memlog"
)

// filled is a log in memory with messages of two sessions in turn.
func filled(t *testing.T, n int) eventlog.Log {
	t.Helper()
	log, err := memlog.Open(memlog.Options{Name: "machine"})
	kept(t, log, err)
	for i := range n {
		d := message(string(rune('a'+i/3%2)), i+1)
		if _, err := log.Append(t.Context(), d.Stream, eventlog.Any, []domain.Draft{d}); err != nil {
			t.Fatal(err)
		}
	}
	return log
}

// cores are the cores and revisions of events, in their order.
func cores(t *testing.T, events iter.Seq2[domain.Event, error]) (all []string) {
	t.Helper()
	for e, err := range events {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, seal.Core(&e).String()+" "+string(rune('0'+e.Revision)))
	}
	return all
}

// broken ends events with an error after n of them.
func broken(events iter.Seq2[domain.Event, error], n int) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		for e, err := range events {
			if n--; n < 0 {
				yield(domain.Event{}, errBroken)
				return
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

var errBroken = errors.New("the copy breaks off")

// TestALogIsWrittenIntoAStore copies a log, breaks off in the middle, continues, does it again, and opens the
// result.
func TestALogIsWrittenIntoAStore(t *testing.T) {
	log := filled(t, 20)
	all := func() iter.Seq2[domain.Event, error] { return log.Read(t.Context(), eventlog.Query{}) }
	beneath, err := memlog.Open(memlog.Options{})
	kept(t, beneath, err)
	url := esdbtest.Serve(t, esdbtest.Empty{Log: beneath}).URL
	if _, err := esdb.Write(t.Context(), url, esdb.Options{}, broken(all(), 9)); !errors.Is(err, errBroken) {
		t.Fatalf("broken off: %v", err)
	}
	for i, known := range []int{7, 21} { // the run of one stream that was not whole had not been sent
		w, err := esdb.Write(t.Context(), url, esdb.Options{}, all())
		if err != nil || w.Events != 21 || w.Known != known || w.LogID == "" {
			t.Fatalf("time %d: %+v, %v", i+1, w, err)
		}
	}
	opened, err := esdb.Open(t.Context(), url, esdb.Options{})
	copied := kept(t, opened, err)
	if diff := cmp.Diff(cores(t, all()), cores(t, copied.Read(t.Context(), eventlog.Query{}))); diff != "" {
		t.Errorf("-from +to\n%s", diff)
	}
	head, err := copied.Head(t.Context())
	if err != nil || head.Name != "machine" {
		t.Errorf("head %+v, %v", head, err)
	}
}

// TestAStoreThatHoldsAnotherLogIsNotWrittenTo writes where other events are, or more than are to be written.
func TestAStoreThatHoldsAnotherLogIsNotWrittenTo(t *testing.T) {
	log := filled(t, 5)
	for name, store := range map[string]eventlog.Log{"another log": filled(t, 2), "this log, and more": log} {
		events := broken(log.Read(t.Context(), eventlog.Query{}), 1_000)
		if store == log {
			events = log.Read(t.Context(), eventlog.Query{Limit: 3})
		}
		before := len(cores(t, store.Read(t.Context(), eventlog.Query{})))
		if _, err := esdb.Write(t.Context(), esdbtest.Serve(t, store).URL, esdb.Options{}, events); !errors.Is(err, eventlog.ErrConflict) {
			t.Errorf("%s: %v", name, err)
		}
		if after := len(cores(t, store.Read(t.Context(), eventlog.Query{}))); after != before {
			t.Errorf("%s: %d events, before %d", name, after, before)
		}
	}
}
