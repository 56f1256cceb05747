package eventlog_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/memlog"
)

// broken is a log in order whose engine cannot look at its own files to the end.
type broken struct {
	eventlog.Log
	err error
}

func (b broken) Inspect(_ context.Context, found func(eventlog.Damage)) error {
	found(eventlog.Damage{Message: "a page is in two places"})
	return b.err
}

func TestDamageThatEndsAnInspectionIsReported(t *testing.T) {
	l, err := memlog.Open(memlog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	report, err := eventlog.Verify(t.Context(), broken{l, eventlog.Corrupt(domain.PositionAt(5), "the index cannot be read")})
	if err != nil {
		t.Fatal(err)
	}
	want := []eventlog.Damage{{Message: "a page is in two places"},
		{Position: domain.PositionAt(5), Message: "the index cannot be read"}}
	if diff := cmp.Diff(want, report.Damage, cmp.AllowUnexported(domain.Position{})); diff != "" {
		t.Errorf("damage (-want +got)\n%s", diff)
	}
	if report.Level != eventlog.LevelDamaged {
		t.Errorf("level %s, want damaged", report.Level)
	}
}
