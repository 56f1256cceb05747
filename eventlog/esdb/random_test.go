package esdb_test

import (
	"errors"
	"flag"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/consumers/esdbapi/esdbtest"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/esdb"
	"github.com/clawable/claw/eventlog/memlog"
)

var operations = flag.Int("claw.operations", 150, "how many random operations are done beside the model")

// result is the result of an operation, as far as the model has it too.
type result struct {
	Conflict, NotFound bool
	Revisions          []domain.Revision
	Repeated           []bool
}

func resultOf(t *testing.T, receipts []eventlog.Receipt, err error) (r result) {
	t.Helper()
	r.Conflict, r.NotFound = errors.Is(err, eventlog.ErrConflict), errors.Is(err, eventlog.ErrNotFound)
	if err != nil && !r.Conflict && !r.NotFound {
		t.Fatal(err)
	}
	for _, one := range receipts {
		r.Revisions, r.Repeated = append(r.Revisions, one.Revision), append(r.Repeated, one.Repeated)
	}
	return r
}

// operation is one that dice say: an append of few messages, of which some may be known, under some expectation,
// or a search for an id.
func operation(dice *rand.Rand) func(t *testing.T, log eventlog.Log) result {
	session := strconv.Itoa(dice.IntN(3))
	var drafts []domain.Draft
	for from := 1 + dice.IntN(40); len(drafts) <= dice.IntN(3); from++ {
		d := message(session, from)
		if dice.IntN(12) == 0 {
			d.Seq += 100 // the same id with another content
		}
		drafts = append(drafts, d)
	}
	want := []eventlog.Expect{eventlog.Any, eventlog.Any, eventlog.Any, eventlog.None, eventlog.Exists, eventlog.At(domain.Revision(dice.IntN(40)))}[dice.IntN(6)]
	get := dice.IntN(5) == 0
	return func(t *testing.T, log eventlog.Log) result {
		if get {
			_, err := log.Get(t.Context(), drafts[0].ID)
			return resultOf(t, nil, err)
		}
		receipts, err := log.Append(t.Context(), drafts[0].Stream, want, drafts)
		return resultOf(t, receipts, err)
	}
}

// places are the events of a log in their order.
func places(t *testing.T, log eventlog.Log) (all []string) {
	t.Helper()
	for e, err := range log.Read(t.Context(), eventlog.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Kind == domain.KindMessageRecorded {
			all = append(all, e.Stream.String()+" "+strconv.FormatUint(uint64(e.Revision), 10)+" "+e.ID.String()+" "+string(e.Data))
		}
	}
	return all
}

// TestRandomOperationsOverABadConnectionAreThoseOfTheModel does the same operations on a log in memory and on
// one in a store that is reached by a connection which delays, cuts and loses answers.
func TestRandomOperationsOverABadConnectionAreThoseOfTheModel(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	open := func() eventlog.Log {
		log, err := memlog.Open(memlog.Options{Now: time.Now})
		return kept[eventlog.Log](t, log, err)
	}
	model, beneath := open(), open()
	p := newProxy(t, esdbtest.Serve(t, beneath).Address, seed)
	store, err := esdb.Open(t.Context(), "esdb://"+p.listener.Addr().String()+"?tls=false", esdb.Options{Deadline: time.Minute})
	log := kept[eventlog.Log](t, store, err)
	p.cutting(true)
	dice := rand.New(rand.NewPCG(seed, 2))
	for n := range *operations {
		do := operation(dice)
		if diff := cmp.Diff(do(t, model), do(t, log)); diff != "" {
			t.Fatalf("seed %d, operation %d (-model +store)\n%s", seed, n, diff)
		}
	}
	want := places(t, model)
	for says, of := range map[string]eventlog.Log{"read by the connection": log, "at the other end": beneath} {
		if diff := cmp.Diff(want, places(t, of)); diff != "" || len(want) == 0 {
			t.Errorf("seed %d, %s (-model +store)\n%s", seed, says, diff)
		}
	}
}
