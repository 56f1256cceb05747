package view_test

import (
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/view"
)

// TestWhatDependsOnTheTimeOfReadingIsThatOfTheDocument reads back what views of many lanes and requests say,
// at times at which each of them is current, silent and waiting too long.
func TestWhatDependsOnTheTimeOfReadingIsThatOfTheDocument(t *testing.T) {
	src := large(t, 40)
	n := 0
	for id, l := range src.Document.Lanes.Items {
		n++
		l.ObservedAt, l.TTL = domain.AtUnixNano(asOf.UnixNano()-int64(n)*60e9), n*97%1300
		src.Document.Lanes.Items[id] = l
		src.Document.Approvals.Items[id] = reports.Approval{Waits: n%3 == 0, TTL: 600, Lanes: []domain.LaneID{domain.LaneID(id), "another"},
			RequestedAt: domain.AtUnixNano(asOf.UnixNano() - int64(n)*45e9)}
	}
	var err error
	if src.Sealed, err = reports.Seal(src.Document); err != nil {
		t.Fatal(err)
	}
	told := 0
	for _, later := range []int64{0, 600e9, 86400e9} {
		at := domain.AtUnixNano(asOf.UnixNano() + later)
		want := view.Now{Freshness: src.Document.FreshnessAt(at), Lanes: map[string]projections.Advice{}}
		for id := range src.Document.Lanes.Items {
			if advice := src.Document.AdviceAt(id, at); advice != src.Document.Lanes.Items[id].Advice {
				want.Lanes[id] = advice
			}
		}
		v, err := view.NewRenderer(policy(t), nil).Render(src, view.Capabilities{Audience: view.OpsAudit, Format: view.JSON}, at)
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			Now view.Now `json:"as_of"`
		}
		if err := json.Unmarshal(v.Bytes, &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got.Now); diff != "" {
			t.Errorf("%d s later: -want +got\n%s", later/1e9, diff)
		}
		told += len(want.Lanes)
	}
	if told == 0 || n < 40 {
		t.Errorf("%d lanes, of which %d have another advice", n, told)
	}
}
