package query_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/explain"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/storetest"
)

// pages reads a list to its end and returns the keys in order; between pages it calls meanwhile.
func pages(t *testing.T, read func(selection.Page) ([]string, string, error), meanwhile func()) []string {
	t.Helper()
	var keys []string
	for p := (selection.Page{Limit: 7}); ; meanwhile() {
		some, next, err := read(p)
		if err != nil {
			t.Fatal(err)
		}
		if len(some) > 7 {
			t.Fatalf("a page of %d rows, want at most 7", len(some))
		}
		keys = append(keys, some...)
		if next == "" {
			return keys
		}
		p.Cursor = next
	}
}

func TestPagingCoversEveryRowOnceWhileOthersAreAdded(t *testing.T) {
	all := storetest.Drafts(3000, 9)
	for name, read := range map[string]func(*store.Store, selection.Page) ([]string, string, error){
		"tools": func(s *store.Store, p selection.Page) (keys []string, next string, err error) {
			list, err := query.Tools(s, selection.Filter{}, p)
			for _, r := range list.ToolCalls {
				keys = append(keys, string(r.Item))
			}
			return keys, list.Next, err
		},
		"sessions": func(s *store.Store, p selection.Page) (keys []string, next string, err error) {
			list, err := query.Sessions(s, selection.Filter{}, p)
			for _, r := range list.Sessions {
				keys = append(keys, string(r.Session))
			}
			return keys, list.Next, err
		},
		"lanes": func(s *store.Store, p selection.Page) (keys []string, next string, err error) {
			list, err := query.Lanes(s, selection.Filter{}, p, storetest.AsOf)
			for _, r := range list.Lanes {
				keys = append(keys, string(r.Lane))
			}
			return keys, list.Next, err
		},
		"errors": func(s *store.Store, p selection.Page) (keys []string, next string, err error) {
			list, err := query.Errors(s, selection.Filter{}, p)
			for _, r := range list.Errors {
				keys = append(keys, r.Events[0].String()+string(r.Lane))
			}
			return keys, list.Next, err
		},
	} {
		t.Run(name, func(t *testing.T) {
			log := storetest.NewLog("a", all[:1500]...)
			s := storetest.Opened(t, log)
			once := func(p selection.Page) ([]string, string, error) { return read(s, p) }
			before := pages(t, once, func() {})
			during := pages(t, once, func() {
				log.Append(all[len(log.All):min(len(log.All)+20, len(all))]...)
				if _, err := s.CatchUp(t.Context()); err != nil {
					t.Fatal(err)
				}
			})
			sorted := slices.Clone(during)
			slices.Sort(sorted)
			if len(slices.Compact(sorted)) != len(during) {
				t.Fatal("a row stands on two pages")
			}
			for _, key := range before {
				if !slices.Contains(during, key) && name != "errors" { // a failed lane may be started anew
					t.Fatalf("%s was there before and is on no page", key)
				}
			}
		})
	}
}

// TestTheListsAgreeWithTheFolds counts with the pure folds what the lists count with SQL.
func TestTheListsAgreeWithTheFolds(t *testing.T) {
	log := storetest.NewLog("a", storetest.Drafts(2500, 4)...)
	s := storetest.Opened(t, log)
	m, err := projections.Replay(t.Context(), log, projections.Options{})
	if err != nil {
		t.Fatal(err)
	}
	wantTools, wantErrors := map[string]int{}, len(m.Failures)
	for _, tool := range m.Tools {
		wantTools[string(tool.Status())]++
		if tool.ErrorKind() != "" {
			wantErrors++
		}
	}
	wantLanes := map[string]int{}
	for _, o := range m.Lanes.Outcomes() {
		wantLanes[string(o.Outcome)]++
		if o.Outcome == "failed" || o.Outcome == "failed_verify" {
			wantErrors++
		}
	}
	var wantTokens projections.Tokens
	for _, r := range m.Usage {
		wantTokens = wantTokens.Add(r.Tokens)
	}
	tools, err := query.Tools(s, selection.Filter{}, selection.Page{Limit: 1})
	check(t, err, wantTools, tools.ByStatus)
	check(t, nil, len(m.Tools), tools.Total)
	failures, err := query.Errors(s, selection.Filter{}, selection.Page{})
	check(t, err, wantErrors, failures.Total)
	lanes, err := query.Lanes(s, selection.Filter{}, selection.Page{}, storetest.AsOf)
	check(t, err, wantLanes, lanes.ByOutcome)
	for _, by := range (query.UsageBy("")).Enum() {
		usage, err := query.Usage(s, query.UsageTerms{By: query.UsageBy(by)}, selection.Filter{}, selection.Page{Limit: 10_000})
		check(t, err, wantTokens, usage.Total.Tokens)
		var sum projections.Tokens
		for _, row := range usage.Rows {
			sum = sum.Add(row.Tokens)
		}
		check(t, nil, wantTokens, sum)
	}
	board, err := query.Board(s, selection.Filter{}, selection.Page{Limit: 5}, storetest.AsOf, nil)
	check(t, err, lanes.Total, board.Total)
	check(t, nil, 5, len(board.Lanes))
}

func check[T any](t *testing.T, err error, want, got T) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("-want +got\n%s", diff)
	}
}

func TestFiltersSelect(t *testing.T) {
	s := storetest.Opened(t, storetest.NewLog("a", storetest.Drafts(2500, 4)...))
	all, err := query.Sessions(s, selection.Filter{}, selection.Page{Limit: 1000})
	check(t, err, all.Total, len(all.Sessions))
	one := all.Sessions[0]
	for name, row := range map[string]struct {
		filter selection.Filter
		want   func(query.SessionRow) bool
	}{
		"an agent":    {selection.Filter{Agent: "codex"}, func(r query.SessionRow) bool { return r.Agent == "codex" }},
		"a session":   {selection.Filter{Session: one.Session}, func(r query.SessionRow) bool { return r.Session == one.Session }},
		"a lane":      {selection.Filter{Lane: one.Lane}, func(r query.SessionRow) bool { return r.Lane == one.Lane }},
		"since":       {selection.Filter{Since: one.LastObserved}, func(r query.SessionRow) bool { return r.LastObserved >= one.LastObserved }},
		"a repo":      {selection.Filter{Repo: "nowhere"}, func(query.SessionRow) bool { return false }},
		"two of them": {selection.Filter{Agent: "codex", Since: one.FirstObserved}, func(r query.SessionRow) bool { return r.Agent == "codex" && r.LastObserved >= one.FirstObserved }},
	} {
		t.Run(name, func(t *testing.T) {
			want := []domain.SessionID{}
			tools, errorCount, responses := 0, 0, int64(0)
			for _, r := range all.Sessions {
				if !row.want(r) {
					continue
				}
				want = append(want, r.Session)
				errorCount += r.Errors
				responses += r.Tokens.Total()
				for _, n := range r.ToolCalls {
					tools += n
				}
			}
			got := []domain.SessionID{}
			list, err := query.Sessions(s, row.filter, selection.Page{Limit: 1000})
			for _, r := range list.Sessions {
				got = append(got, r.Session)
			}
			check(t, err, want, got)
			if row.filter.Since.Known() {
				return // the other lists ask when their own rows were seen
			}
			calls, err := query.Tools(s, row.filter, selection.Page{Limit: 1})
			check(t, err, tools, calls.Total)
			usage, err := query.Usage(s, query.UsageTerms{By: query.UsageByModel}, row.filter, selection.Page{})
			check(t, err, responses, usage.Total.Total)
			failures, err := query.Errors(s, row.filter, selection.Page{Limit: 1000})
			check(t, err, errorCount, failures.Total-lanesAmong(failures.Errors))
		})
	}
}

func lanesAmong(rows []query.ErrorRow) (n int) {
	for _, r := range rows {
		if r.Origin == projections.OriginLane {
			n++
		}
	}
	return n
}

func TestAnIDMayBeTypedInPart(t *testing.T) {
	s := storetest.Opened(t, storetest.NewLog("a", storetest.Drafts(2500, 4)...))
	all, err := query.Sessions(s, selection.Filter{}, selection.Page{})
	check(t, err, false, len(all.Sessions) == 0)
	id := all.Sessions[0].Session
	source, own := id.Split()
	for _, typed := range []string{string(id), own, own[:9], source + "/" + own[:9]} {
		doc, err := query.Session(s, typed)
		check(t, err, id, doc.Session)
	}
	lane := string(all.Sessions[0].Lane)
	for _, typed := range []string{lane, "lane-" + lane, lane[:24]} {
		doc, err := query.Lane(s, typed, storetest.AsOf)
		check(t, err, lane, string(doc.Lane))
		x, err := explain.Lane(t.Context(), s, typed, storetest.AsOf, nil)
		check(t, err, doc.Outcome.Outcome, x.Outcome.Outcome)
	}
	for typed, want := range map[string]domain.ErrorKind{"c": domain.ErrUsage, "claude-code/": domain.ErrUsage, "nobody": domain.ErrNotFound, "": domain.ErrNotFound, "%": domain.ErrNotFound} {
		_, err := query.Session(s, typed)
		var typedError *domain.Error
		if !errors.As(err, &typedError) || typedError.Kind != want || (typedError.Hint == "") == typedError.Next.IsZero() {
			t.Fatalf("%q: %v, want %s with a hint", typed, err, want)
		}
	}
	if _, err := query.Tools(s, selection.Filter{}, selection.Page{Cursor: "not one"}); err == nil {
		t.Fatal("a cursor that is none is taken")
	}
	first, err := query.Tools(s, selection.Filter{}, selection.Page{Limit: 1})
	check(t, err, false, first.Next == "")
	if _, err := query.Tools(s, selection.Filter{}, selection.Page{Limit: 1, Cursor: first.Next}); err != nil {
		t.Fatalf("the next page: %v", err)
	}
	if _, err := query.Tools(s, selection.Filter{Agent: "codex"}, selection.Page{Cursor: first.Next}); err == nil {
		t.Fatal("a cursor of other filters is taken, which loses rows")
	}
	if _, err := query.Sessions(s, selection.Filter{}, selection.Page{Cursor: first.Next}); err == nil {
		t.Fatal("a cursor of another list is taken, which loses rows")
	}
}

// TestASessionIsFoundByWhatAPersonTypes makes each session short, and finds it by that and by other
// beginnings of the parts of its id.
func TestASessionIsFoundByWhatAPersonTypes(t *testing.T) {
	const (
		family = "claude-code/5b6f0c1e-2f4d-4a57-9b1a-0c6f1d2e3a40"
		other  = "claude-code/5b6f0c1e-9999-4a57-9b1a-0c6f1d2e3a40"
	)
	short := map[string]string{
		family:                         "claude-code/5b6f0c1e-2",
		family + "/a7f3c1d":            "claude-code/5b6f0c1e-2/a7f3c1d",
		family + "/a7f3c1d0-1111-2222": "claude-code/5b6f0c1e-2/a7f3c1d0",
		other:                          "claude-code/5b6f0c1e-9",
		"codex/s1":                     "codex/s1",
		"codex/s1/below":               "codex/s1/below",
		"codex/s10":                    "codex/s10",
		"codex/[a]*?-häfen-1":          "codex/[a]*?-hä",
		"codex/[a]*?-x":                "codex/[a]*?-x",
	}
	var drafts []domain.Draft
	for id := range short {
		d := storetest.Said(len(drafts), "turn.started", `{}`)
		d.Subject = domain.Subject{Session: domain.Known(domain.SessionID(id)), Turn: domain.Known[domain.TurnID]("t")}
		d.Stream = domain.SessionID(id).Stream()
		drafts = append(drafts, d)
	}
	s := storetest.Opened(t, storetest.NewLog("a", drafts...))
	find := func(typed string) string {
		id, err := query.SessionNamed(s, typed)
		if err != nil {
			return string(domain.KindOf(err))
		}
		return string(id)
	}
	for id, want := range short {
		got, err := query.ShortSession(s, domain.SessionID(id))
		if err != nil || got != want {
			t.Errorf("%s is %q, want %q (%v)", id, got, want, err)
		}
		if found := find(got); found != id {
			t.Errorf("%q finds %q, want %q", got, found, id)
		}
	}
	for typed, want := range map[string]string{
		"5b6f0c1e":                      "usage",
		"5b6f0c1e-2":                    family,
		"5b6f0c1e-9":                    other,
		"5b6f0c1e-2/a7f3c1d0":           family + "/a7f3c1d0-1111-2222",
		"claude-code/5b6f0c1e-2/a7f3c1": "usage",
		"codex":                         "usage",
		"s1":                            "codex/s1",
		"s":                             "usage",
		"codex/s1/b":                    "codex/s1/below",
		"codex/s2":                      "not_found",
		"claude/5b6f0c1e-2":             "not_found",
		"*":                             "not_found",
		"":                              "not_found",
	} {
		if found := find(typed); found != want {
			t.Errorf("%q finds %q, want %q", typed, found, want)
		}
	}
}
