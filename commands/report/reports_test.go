package reporting_test

import (
	"context"
	"iter"
	"testing"

	"github.com/google/go-cmp/cmp"

	reporting "github.com/clawable/claw/commands/report"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// counting is a log that counts the events that are read of it.
type counting struct {
	eventlog.Log
	read int
}

func (c *counting) Read(ctx context.Context, q eventlog.Query) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		for e, err := range c.Log.Read(ctx, q) {
			if c.read++; !yield(e, err) {
				return
			}
		}
	}
}

// TestReportsAreReadOnce lists the reports of a log again and again: only what came since is read, and
// what others filed and amended is seen.
func TestReportsAreReadOnce(t *testing.T) {
	writer := reportsOf(t)
	log := writer.Log
	file := func(by string) reporting.Filed {
		t.Helper()
		f, _ := filed(t, writer, content(t, 1, by))
		return f
	}
	first := file("a")
	counted := &counting{Log: log}
	reader := &reporting.Reports{Log: counted}
	listed := func(events int, want ...domain.Digest) {
		t.Helper()
		counted.read = 0
		all, err := reader.All(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var got []domain.Digest
		for i := range all {
			got = append(got, all[i].Last().Hash)
		}
		if diff := cmp.Diff(want, got); diff != "" || counted.read > events {
			t.Errorf("%d events were read, want at most %d; -want +got\n%s", counted.read, events, diff)
		}
	}
	listed(10, first.Hash)
	listed(0, first.Hash)
	second := file("b")
	listed(2, first.Hash, second.Hash)
	d, sealed, err := writer.Prepare(t.Context(), content(t, 2, "c"))
	if err != nil {
		t.Fatal(err)
	}
	amended, err := writer.Amend(t.Context(), first.Receipt.Stream, d, sealed, domain.Digest{}, reporting.Details{Status: domain.ReportFinal})
	if err != nil {
		t.Fatal(err)
	}
	listed(4, amended.Hash, second.Hash)
	listed(0, amended.Hash, second.Hash)
}
