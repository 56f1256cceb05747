package view_test

import (
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
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

// TestWhatIsCutIsLessUrgentAtTheTimeOfReading reads views that have room for some lanes: each lane in them
// is shown with the advice of the time of reading, and none is less urgent than one that was cut.
func TestWhatIsCutIsLessUrgentAtTheTimeOfReading(t *testing.T) {
	src := large(t, 200)
	n := 0
	for id, l := range src.Document.Lanes.Items {
		n++
		l.State, l.Outcome, l.Advice = lane.StateWorking, lane.ResultNone, projections.Advice{Group: projections.GroupRuns, Urgency: 3, Next: projections.NextWait}
		switch n % 3 {
		case 0: // never used, which is visible by the time alone
			l.State, l.Rule, l.Evidence = lane.StateSpawning, lane.RuleNone, nil
		case 1:
			l.Outcome, l.Advice = lane.ResultFailed, projections.Advice{Group: projections.GroupRest, Urgency: 2, Next: projections.NextRetry}
		}
		l.ObservedAt, l.TTL = domain.AtUnixNano(asOf.UnixNano()-int64(n%10)*3600e9), 300
		src.Document.Lanes.Items[id] = l
	}
	var err error
	if src.Sealed, err = reports.Seal(src.Document); err != nil {
		t.Fatal(err)
	}
	for _, c := range []view.Capabilities{{Audience: view.HumanReadable, MaxBytes: 40 << 10}, {Audience: view.OpsAudit, MaxBytes: 128 << 10}} {
		c.Format = view.JSON
		v, err := view.NewRenderer(policy(t), nil).Render(src, c, asOf)
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			Now      view.Now `json:"as_of"`
			Document struct {
				Lanes struct {
					Items map[string]projections.Advice `json:"items"`
				} `json:"lanes"`
			} `json:"document"`
		}
		if err := json.Unmarshal(v.Bytes, &got); err != nil {
			t.Fatal(err)
		}
		shown := got.Document.Lanes.Items
		delete(shown, "$truncated")
		if len(shown) == 0 || len(shown) >= n {
			t.Fatalf("%s: %d of %d lanes are shown", c.Audience, len(shown), n)
		}
		least, most := 0, 1000 // ranks of what is shown, and of what is cut
		for id := range src.Document.Lanes.Items {
			want := src.Document.AdviceAt(id, asOf)
			advice, is := shown[id]
			if !is {
				most = min(most, want.Rank())
				continue
			}
			least = max(least, want.Rank())
			if now, moved := got.Now.Lanes[id]; moved {
				advice = now
			}
			if advice.Next != want.Next {
				t.Errorf("%s: next of %s is %q, want %q", c.Audience, id, advice.Next, want.Next)
			}
		}
		for id := range got.Now.Lanes {
			if _, is := shown[id]; !is {
				t.Errorf("%s: the view has the advice on %s, which it does not show", c.Audience, id)
			}
		}
		if least > most {
			t.Errorf("%s: a lane of rank %d is shown, one of rank %d is cut", c.Audience, least, most)
		}
	}
}
