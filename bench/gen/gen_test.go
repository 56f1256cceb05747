package gen_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/bench/gen"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/memlog"
)

func TestTheSameSeedGivesTheSameEvents(t *testing.T) {
	a, b := slices.Collect(gen.Events(2000, 7)), slices.Collect(gen.Events(2000, 7))
	if len(a) != 2000 {
		t.Fatalf("got %d drafts, want 2000", len(a))
	}
	if diff := cmp.Diff(a, b, cmp.AllowUnexported(domain.Instant{})); diff != "" {
		t.Fatalf("-first +second:\n%s", diff)
	}
	if other := slices.Collect(gen.Events(2000, 8)); other[100].ID == a[100].ID {
		t.Fatal("another seed gives the same ids")
	}
}

func TestALogTakesEveryEvent(t *testing.T) {
	log, err := memlog.Open(memlog.Options{Name: "generated"})
	if err != nil {
		t.Fatal(err)
	}
	for d := range gen.Events(3000, 1) {
		receipts, err := log.Append(t.Context(), d.Stream, eventlog.Any, []domain.Draft{d})
		if err != nil {
			t.Fatalf("%s: %v", d.Kind, err)
		}
		if receipts[0].Repeated {
			t.Fatalf("%s %s: the id is not new", d.Kind, d.ID)
		}
	}
}
