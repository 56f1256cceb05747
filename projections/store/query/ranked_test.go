package query_test

import (
	"cmp"
	"slices"
	"testing"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/sessions"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/storetest"
	"github.com/clawable/claw/projections/tools"
)

// TestTheBoardIsSortedAcrossItsPages reads as of times at which lanes are fresh and at
// which they are stale, and sorts what a single page holds with other code.
func TestTheBoardIsSortedAcrossItsPages(t *testing.T) {
	s := storetest.Opened(t, storetest.NewLog("a", storetest.Drafts(2500, 4)...))
	groups := map[projections.Group]bool{}
	for _, at := range []time.Time{time.Unix(0, 0), time.Date(2026, 1, 1, 0, 10, 0, 0, time.UTC), storetest.AsOf.Time()} {
		now := domain.At(at)
		unasked, err := query.Board(s, selection.Filter{}, selection.Page{Limit: 10_000}, now, nil)
		check(t, err, unasked.Total, len(unasked.Lanes))
		asks := query.Asks{}
		for _, last := range unasked.Lanes[len(unasked.Lanes)-3:] {
			asks[last.Lane] = []query.Asked{{Status: "pending", RequestedAt: domain.At(at)}}
		}
		whole, err := query.Board(s, selection.Filter{}, selection.Page{Limit: 10_000}, now, asks)
		check(t, err, unasked.Total, len(whole.Lanes))
		for _, r := range whole.Lanes {
			asked := len(asks[r.Lane]) > 0
			check(t, nil, asked && r.Disposition == "", r.Blocker == string(domain.BlockedApproval))
			check(t, nil, asked, r.Waits != nil)
		}
		want := []string{}
		sorted := slices.SortedFunc(slices.Values(whole.Lanes), func(a, b query.BoardRow) int {
			return cmp.Or(cmp.Compare(a.Rank(), b.Rank()), cmp.Compare(b.LastObserved, a.LastObserved), cmp.Compare(a.Lane, b.Lane))
		})
		for _, r := range sorted {
			want = append(want, string(r.Lane))
			groups[r.Group] = true
		}
		got := pages(t, func(p selection.Page) (keys []string, next string, err error) {
			list, err := query.Board(s, selection.Filter{}, p, now, asks)
			for _, r := range list.Lanes {
				keys = append(keys, string(r.Lane))
			}
			return keys, list.Next, err
		}, func() {})
		check(t, nil, want, got)
	}
	if len(groups) < len(projections.Group("").Enum()) {
		t.Fatalf("the lanes of this test are of the groups %v only", groups)
	}
}

func TestUsageIsPagedAndItsTotalIsOfAllPages(t *testing.T) {
	s := storetest.Opened(t, storetest.NewLog("a", storetest.Drafts(2500, 4)...))
	for _, by := range (query.UsageBy("")).Enum() {
		whole, err := query.Usage(s, query.UsageTerms{By: query.UsageBy(by)}, selection.Filter{}, selection.Page{Limit: 10_000})
		check(t, err, whole.Sums, len(whole.Rows))
		var want, got []query.UsageRow
		want = append(want, whole.Rows...)
		for p := (selection.Page{Limit: 2}); ; {
			some, err := query.Usage(s, query.UsageTerms{By: query.UsageBy(by)}, selection.Filter{}, p)
			check(t, err, whole.Total, some.Total)
			check(t, nil, whole.Sums, some.Sums)
			got = append(got, some.Rows...)
			if p.Cursor = some.Next; p.Cursor == "" {
				break
			}
		}
		check(t, nil, want, got)
	}
	first, err := query.Usage(s, query.UsageTerms{By: query.UsageByLane}, selection.Filter{}, selection.Page{Limit: 1})
	check(t, err, false, first.Next == "")
	if _, err := query.Usage(s, query.UsageTerms{By: query.UsageBySession}, selection.Filter{}, selection.Page{Cursor: first.Next}); err == nil {
		t.Fatal("a cursor of other sums is taken, which loses rows")
	}
}

// TestEachStateSelectsItsRows adds up what each state selects, and looks at every row.
func TestEachStateSelectsItsRows(t *testing.T) {
	s := storetest.Opened(t, storetest.NewLog("a", storetest.Drafts(2500, 4)...))
	all := selection.Page{Limit: 10_000}
	for name, list := range map[string]struct {
		states []string
		read   func(selection.Filter) (states []string, total int, err error)
	}{
		"sessions": {sessions.State("").Enum(), func(f selection.Filter) (states []string, total int, err error) {
			list, err := query.Sessions(s, f, all)
			for _, r := range list.Sessions {
				states = append(states, string(r.State))
			}
			return states, list.Total, err
		}},
		"tools": {tools.Status("").Enum(), func(f selection.Filter) (states []string, total int, err error) {
			list, err := query.Tools(s, f, all)
			for _, r := range list.ToolCalls {
				states = append(states, string(r.Status))
			}
			return states, list.Total, err
		}},
		"errors": {projections.ErrorState("").Enum(), func(f selection.Filter) (states []string, total int, err error) {
			list, err := query.Errors(s, f, all)
			for _, r := range list.Errors {
				states = append(states, string(r.State))
			}
			return states, list.Total, err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			_, want, err := list.read(selection.Filter{})
			got, several := 0, 0
			for _, state := range list.states {
				states, total, readErr := list.read(selection.Filter{State: state})
				check(t, readErr, total, len(states))
				if slices.ContainsFunc(states, func(s string) bool { return s != state }) {
					t.Errorf("--state %s selects %v", state, states)
				}
				got += total
				several += min(total, 1)
			}
			check(t, err, want, got)
			if several < 2 {
				t.Fatalf("%d states have rows", several)
			}
		})
	}
}

func TestUsageOfAStateIsThatOfItsLanes(t *testing.T) {
	s := storetest.Opened(t, storetest.NewLog("a", storetest.Drafts(2500, 4)...))
	lanes, err := query.Lanes(s, selection.Filter{}, selection.Page{Limit: 10_000}, storetest.AsOf)
	check(t, err, false, len(lanes.ByOutcome) < 2)
	byLane, err := query.Usage(s, query.UsageTerms{By: query.UsageByLane}, selection.Filter{}, selection.Page{Limit: 10_000})
	check(t, err, byLane.Sums, len(byLane.Rows))
	for outcome := range lanes.ByOutcome {
		var want int64
		for _, l := range lanes.Lanes {
			for _, row := range byLane.Rows {
				if row.Key == string(l.Lane) && (string(l.Outcome) == outcome || string(l.State) == outcome) {
					want += row.Total
				}
			}
		}
		got, readErr := query.Usage(s, query.UsageTerms{By: query.UsageByModel}, selection.Filter{State: outcome}, selection.Page{})
		check(t, readErr, want, got.Total.Total)
	}
}
