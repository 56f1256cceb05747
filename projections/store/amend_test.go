package store_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/storetest"
)

// amended are drafts of which some correct earlier or later ones, some came by an import, and
// of these some a better way too; in an order in which a log may have got them.
func amended(t *testing.T, n int, seed uint64) []domain.Draft {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 3))
	plain := storetest.Drafts(n, seed)
	var log []domain.Draft
	for i := range plain {
		d := plain[i]
		if random.IntN(4) == 0 {
			d.Source.Trust = domain.TrustHigh
			log = append(log, admission(t, i, domain.ViaImport, d.ID))
		}
		if random.IntN(4) > 0 { // else a log may hold later editions alone
			log = append(log, d)
		}
		for edition := 2; edition < 4 && random.IntN(15) == 0; edition++ {
			next := plain[random.IntN(len(plain))]
			next.Emitter, next.Stream, next.Source, next.Subject = d.Emitter, d.Stream, d.Source, d.Subject
			next.ID = domain.EventID(domain.Derive(time.Time{}, d.ID.String(), fmt.Sprint(edition)))
			next.Replaces, next.Edition = d.ID, edition
			at := len(log) - random.IntN(min(len(log), 40)+1)
			log = slices.Insert(log, at, next)
		}
		if random.IntN(40) == 0 {
			log = append(log, admission(t, i, domain.ViaDirect, d.ID))
		}
	}
	return log
}

func admission(t *testing.T, n int, via domain.Via, id domain.EventID) domain.Draft {
	t.Helper()
	p, causes := domain.Admit([]domain.EventID{id}, via, "")
	data, err := eventlog.Encode(p)
	if err != nil {
		t.Fatal(err)
	}
	return domain.Draft{ID: domain.EventID(domain.Derive(time.Time{}, "admission", fmt.Sprint(n), string(via))), Kind: p.Kind(), Version: 1,
		Stream: domain.StreamID{Family: domain.FamilyLog, ULID: domain.Derive(time.Time{}, "log")}, Emitter: "log/x", Causes: causes,
		Source: domain.Source{Kind: domain.SourceLive, Trust: domain.TrustHigh}, Data: data}
}

// TestAReadModelThatWasBroughtOnShowsAmendedEventsAsAReplayDoes brings a read model on in
// parts, so that what amends an event comes with it, before it or after it.
func TestAReadModelThatWasBroughtOnShowsAmendedEventsAsAReplayDoes(t *testing.T) {
	for seed := range uint64(6) {
		all := amended(t, 250, seed)
		l := storetest.NewLog(fmt.Sprint("amended", seed))
		random := rand.New(rand.NewPCG(seed, 4))
		s := store.New(filepath.Join(t.TempDir(), "model"), l, store.Options{})
		for len(all) > 0 {
			n := 1 + random.IntN(min(len(all), 90))
			l.Append(all[:n]...)
			all = all[n:]
			if diff := cmp.Diff(storetest.Replayed(t, l), storetest.Digests(t, s)); diff != "" {
				t.Fatalf("seed %d, at %d events (-replay +read model):\n%s", seed, len(l.All), diff)
			}
		}
		v, err := s.Verify(storetest.Background, t.TempDir())
		if err != nil || v.Total > 0 {
			t.Errorf("seed %d: %d findings, %v: %+v", seed, v.Total, err, v.Findings[:min(5, len(v.Findings))])
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTheLastOfSeveralEditionsStandsWhereTheLogHasNoFirst brings a read model on between two
// editions of each statement, of which the log never held the first one.
func TestTheLastOfSeveralEditionsStandsWhereTheLogHasNoFirst(t *testing.T) {
	plain := storetest.Drafts(120, 8)
	l := storetest.NewLog("editions")
	s := store.New(filepath.Join(t.TempDir(), "model"), l, store.Options{})
	for edition := 2; edition < 5; edition++ {
		for i := range plain {
			d := plain[(i+edition)%len(plain)]
			d.Emitter, d.Stream, d.Source, d.Subject = plain[i].Emitter, plain[i].Stream, plain[i].Source, plain[i].Subject
			d.ID = domain.EventID(domain.Derive(time.Time{}, plain[i].ID.String(), fmt.Sprint(edition)))
			d.Replaces, d.Edition = plain[i].ID, edition
			l.Append(d)
		}
		if diff := cmp.Diff(storetest.Replayed(t, l), storetest.Digests(t, s)); diff != "" {
			t.Errorf("after edition %d (-replay +read model):\n%s", edition, diff)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}
