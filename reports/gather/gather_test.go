package gather_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/storetest"
	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/gather"
)

// since is a time in the middle of what storetest drafts.
func since(drafts []domain.Draft) domain.Instant { return drafts[len(drafts)/2].ObservedAt }

// report is the report of a log.
func report(t *testing.T, drafts []domain.Draft, scope reports.Scope, after domain.Instant) (*reports.Document, reports.Sealed) {
	t.Helper()
	s := storetest.Opened(t, storetest.NewLog("a", drafts...))
	o, err := gather.Observe(s, scope, reports.Window{After: after, Until: storetest.AsOf}, reports.Approvals{Items: map[string]reports.Approval{}})
	if err != nil {
		t.Fatal(err)
	}
	d := reports.Build(o, &reports.Statement{}, nil, "claw")
	sealed, err := reports.Seal(d)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reports.Parse(sealed.Text); err != nil {
		t.Fatal(err)
	}
	return d, sealed
}

// text is a value as documents have it.
func text(t *testing.T, value any) string {
	t.Helper()
	b, err := json.Marshal(value, json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// interleaved are events in another order across streams; that within each stream is kept.
func interleaved(drafts []domain.Draft, seed uint64) (mixed []domain.Draft) {
	r := rand.New(rand.NewPCG(seed, 16))
	by, streams := map[domain.StreamID][]domain.Draft{}, []domain.StreamID(nil)
	for _, d := range drafts {
		if by[d.Stream] == nil {
			streams = append(streams, d.Stream)
		}
		by[d.Stream] = append(by[d.Stream], d)
	}
	for len(streams) > 0 {
		i := r.IntN(len(streams))
		of := streams[i]
		mixed, by[of] = append(mixed, by[of][0]), by[of][1:]
		if len(by[of]) == 0 {
			streams = slices.Delete(streams, i, i+1)
		}
	}
	return mixed
}

// TestAReportIsThatOfEveryOrderAcrossStreams makes the report of one log and of copies that arrived
// in other orders: one hash.
func TestAReportIsThatOfEveryOrderAcrossStreams(t *testing.T) {
	for seed := range uint64(6) {
		drafts := storetest.Drafts(900, seed)
		for _, after := range []domain.Instant{{}, since(drafts)} {
			d, want := report(t, drafts, reports.Scope{}, after)
			if len(d.Lanes.Items) == 0 || d.Totals.Responses == 0 || d.Totals.Errors == 0 {
				t.Fatalf("seed %d: there is little in %+v", seed, d.Totals)
			}
			if _, got := report(t, interleaved(drafts, seed), reports.Scope{}, after); got.Hash != want.Hash {
				t.Errorf("seed %d: -want +got\n%s", seed, cmp.Diff(strings.Split(string(want.Text), ","), strings.Split(string(got.Text), ",")))
			}
		}
	}
}

// owned are generated events in which every lane that is bound has one of two owners.
func owned(t *testing.T, n int, seed uint64) []domain.Draft {
	t.Helper()
	drafts := storetest.Drafts(n, seed)
	bound := 0
	for i := range drafts {
		if drafts[i].Kind == domain.KindLaneOwnershipBound {
			drafts[i].Scope = domain.Scope{Owner: fmt.Sprintf("owner %d", bound%2)}
			bound++
		}
	}
	if bound < 3 {
		t.Fatalf("seed %d: %d lanes are bound", seed, bound)
	}
	return drafts
}

// TestAScopeIsAPartOfTheWhole queries each owner, lane and repository alone: what is there is there
// in the report of all, and the lanes of all owners are all that have one.
func TestAScopeIsAPartOfTheWhole(t *testing.T) {
	drafts := owned(t, 900, 3)
	whole, _ := report(t, drafts, reports.Scope{}, domain.Instant{})
	owners, repos := map[string]int{}, map[string]int{}
	for id, l := range whole.Lanes.Items {
		owners[l.Owner]++
		repos[l.Repo]++
		one, _ := report(t, drafts, reports.Scope{Lane: domain.LaneID(id)}, domain.Instant{})
		if diff := cmp.Diff(text(t, map[string]reports.Lane{id: l}), text(t, one.Lanes.Items)); diff != "" {
			t.Errorf("lane %s -whole +alone\n%s", id, diff)
		}
		if got := one.Totals.Errors; got != l.Errors {
			t.Errorf("lane %s: %d errors, its row has %d", id, got, l.Errors)
		}
	}
	for owner, n := range owners {
		if owner == "" {
			continue
		}
		if one, _ := report(t, drafts, reports.Scope{Owner: owner}, domain.Instant{}); one.Totals.Lanes != n {
			t.Errorf("owner %s: %d lanes, want %d", owner, one.Totals.Lanes, n)
		}
	}
	for repo, n := range repos {
		if repo == "" {
			continue
		}
		if one, _ := report(t, drafts, reports.Scope{Repo: repo}, domain.Instant{}); one.Totals.Lanes != n {
			t.Errorf("repo %s: %d lanes, want %d", repo, one.Totals.Lanes, n)
		}
	}
}

// TestAScopeThatNothingIsOfIsRefused queries what no event names: a quiet day is something else.
func TestAScopeThatNothingIsOfIsRefused(t *testing.T) {
	s := storetest.Opened(t, storetest.NewLog("a", storetest.Drafts(200, 1)...))
	for _, scope := range []reports.Scope{{Repo: "nowhere"}, {Owner: "nobody"}, {Lane: "01KJSESXM0FXE8CX6BVXYZ3Z6R"}} {
		_, err := gather.Observe(s, scope, reports.Window{}, reports.Approvals{})
		if domain.KindOf(err) != domain.ErrNotFound {
			t.Errorf("%+v: %v", scope, err)
		}
	}
}

// TestTheReportSaysWhatTheBoardSays compares each lane's advice at several times of reading.
func TestTheReportSaysWhatTheBoardSays(t *testing.T) {
	drafts := storetest.Drafts(900, 5)
	d, _ := report(t, drafts, reports.Scope{}, domain.Instant{})
	s := storetest.Opened(t, storetest.NewLog("a", drafts...))
	for _, at := range []domain.Instant{drafts[0].ObservedAt, since(drafts), drafts[len(drafts)-1].ObservedAt, storetest.AsOf} {
		board, err := query.Board(s, selection.Filter{}, selection.Page{Limit: 1 << 20}, at, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(board.Lanes) != len(d.Lanes.Items) {
			t.Fatalf("%d lanes on the board, %d in the report", len(board.Lanes), len(d.Lanes.Items))
		}
		for _, row := range board.Lanes {
			if diff := cmp.Diff(row.Advice, d.AdviceAt(string(row.Lane), at)); diff != "" {
				t.Errorf("lane %s -board +report\n%s", row.Lane, diff)
			}
		}
	}
}

// TestAnOwnersReportIsThatOfTheLanes adds up the reports of the lanes of each owner, one by one.
func TestAnOwnersReportIsThatOfTheLanes(t *testing.T) {
	drafts := owned(t, 900, 3)
	for _, after := range []domain.Instant{{}, since(drafts)} {
		whole, _ := report(t, drafts, reports.Scope{}, after)
		of := map[string][]string{}
		for id, l := range whole.Lanes.Items {
			of[l.Owner] = append(of[l.Owner], id)
		}
		if len(of) < 2 {
			t.Fatalf("the lanes have the owners %v", of)
		}
		for owner, lanes := range of {
			if owner == "" {
				continue
			}
			want, calls := reports.Totals{}, map[string]int{}
			for _, id := range lanes {
				one, _ := report(t, drafts, reports.Scope{Lane: domain.LaneID(id)}, after)
				want.Sessions, want.Errors, want.Responses = want.Sessions+one.Totals.Sessions, want.Errors+one.Totals.Errors, want.Responses+one.Totals.Responses
				want.Tokens += one.Totals.Tokens
				for status, n := range one.Totals.ToolCalls {
					calls[status] += n
				}
			}
			got, _ := report(t, drafts, reports.Scope{Owner: owner}, after)
			is := reports.Totals{Sessions: got.Totals.Sessions, Errors: got.Totals.Errors, Responses: got.Totals.Responses, Tokens: got.Totals.Tokens}
			if diff := cmp.Diff(want, is); diff != "" || want.Sessions == 0 {
				t.Errorf("owner %s of %d lanes since %s -lanes +owner\n%s", owner, len(lanes), after, diff)
			}
			if diff := cmp.Diff(calls, got.Totals.ToolCalls); diff != "" {
				t.Errorf("owner %s: calls -lanes +owner\n%s", owner, diff)
			}
		}
	}
}
