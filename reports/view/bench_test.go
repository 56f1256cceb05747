package view_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/view"
)

// large is the report of the golden views with n lanes, no two of which say the same.
func large(t testing.TB, n int) *view.Source {
	d := *fixture(t).Document
	names := slices.Sorted(maps.Keys(d.Lanes.Items))
	lanes := map[string]reports.Lane{}
	for i := range n {
		lanes[laneName(i)] = varied(d.Lanes.Items[names[i%len(names)]], i)
	}
	d.Lanes.Items = lanes
	s, err := reports.Seal(&d)
	if err != nil {
		t.Fatal(err)
	}
	return &view.Source{Report: "report-01KT1GRHA00000000000000001", Sealed: s, Document: &d}
}

func laneName(i int) string { return fmt.Sprintf("01KJSESXM0%016d", i) }

// varied is a lane with the names, times, texts and events of lane i.
func varied(l reports.Lane, i int) reports.Lane {
	l.ObservedAt = domain.AtUnixNano(asOf.UnixNano() - int64(i*7919%86400)*1e9)
	l.Branch, l.Owner, l.Errors = fmt.Sprintf("work/%d", i), []string{"ana", "ben", "team-demo"}[i%3], i*31%17
	l.Title, l.Workspace = domain.Known(domain.ShortLabel(fmt.Sprintf("Mend door %d of the shop & its <hinges>", i))), domain.Known(domain.Path(fmt.Sprintf("/srv/ana/shop-%d", i)))
	l.Opening = fmt.Sprintf("fix door %d of the shop; its code is %04d", i, i*7)
	l.Sessions = []domain.SessionID{domain.SessionID(fmt.Sprintf("claude-code/%08x", i*2654435761))}
	l.Urgency, l.Fingerprint = i%4, domain.Digest{byte(i), byte(i >> 8)}
	evidence := map[string][]domain.EventID{}
	for member, ids := range l.Evidence {
		for k := range ids {
			evidence[member] = append(evidence[member], domain.EventID(domain.Derive(time.Unix(int64(i), 0), "bench", fmt.Sprint(i, k))))
		}
	}
	l.Evidence = evidence
	return l
}
