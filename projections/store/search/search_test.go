package search_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/search"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/storetest"
)

// spoken is the n-th message of a session.
func spoken(n int, session domain.SessionID, text string) domain.Draft {
	said, err := json.Marshal(map[string]string{"role": "user", "text": text})
	if err != nil {
		panic(err)
	}
	return domain.Draft{ID: domain.RecordEventID(storetest.AsOf.Time(), "test", string(session), fmt.Sprint(n), ""), Kind: "message.recorded", Version: 1,
		Stream: session.Stream(), Data: said, ObservedAt: domain.AtUnixNano(storetest.AsOf.UnixNano() + int64(n)),
		Subject: domain.Subject{Session: domain.Known(session)}}
}

const one, two domain.SessionID = "codex/one", "claude-code/two"

func library() *storetest.Log {
	return storetest.NewLog("a", spoken(1, one, "The flaky test in parser.go fails on main"), spoken(2, one, "Änderung: naïve façade"),
		spoken(3, two, "flaky, but not the test you mean"), spoken(4, two, "修复解析器的测试"), spoken(5, two, "push --force origin main"),
		domain.Draft{ID: domain.EventID{9}, Kind: "tool.requested", Version: 1, Data: []byte(`{"name":"Bash","input":{"a":["make check"],"b":{"c":"of parsers"},"d":{"scrubbed":{"rule":"flaky"}}}}`),
			Subject: domain.Subject{Session: domain.Known(one)}},
		domain.Draft{ID: domain.EventID{10}, Kind: "tool.requested", Version: 1, Data: []byte(`{`)}, created(11, one), created(12, two))
}

func created(n byte, session domain.SessionID) domain.Draft {
	agent, _ := session.Split()
	return domain.Draft{ID: domain.EventID{n}, Kind: "session.created", Version: 1, Stream: session.Stream(), Emitter: "e", Source: domain.Source{Kind: domain.SourceLive},
		Data: []byte(`{"agent":"` + agent + `","title":{"unknown":"not_recorded"},"workspace":"/src","purpose":{"unknown":"not_recorded"}}`), Subject: domain.Subject{Session: domain.Known(session)}}
}

func found(t *testing.T, s *store.Store, text string, f selection.Filter, p selection.Page) search.List {
	t.Helper()
	list, err := search.Search(t.Context(), s, text, f, p, func(domain.Position) {})
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return list
}

func positions(list search.List) []uint64 {
	at := []uint64{}
	for _, f := range list.Found {
		at = append(at, f.Position)
	}
	return at
}

func TestSearchFindsWords(t *testing.T) {
	s := storetest.Opened(t, library())
	for text, want := range map[string][]uint64{
		"flaky":                  {3, 1},
		"FLAKY Test":             {3, 1},
		`"flaky test"`:           {1},
		"flaky -fails":           {3},
		`flaky -"not the"`:       {1},
		"pars*":                  {6, 1},
		"pars":                   {},
		"parser.go":              {1},
		"anderung naive FACADE":  {2},
		"测试":                     {4},
		"解析 测试":                  {4},
		"试测":                     {},
		"make":                   {6},
		"Bash":                   {},
		"--force":                {5},
		"push --force -main":     {},
		`"--force"`:              {5},
		`force AND`:              {},
		`flaky OR nothing`:       {},
		`text:flaky`:             {},
		`"unclosed main`:         {},
		`"origin main`:           {5},
		`{ ( flaky ) : ^ " ' + `: {3, 1},
		"NEAR(flaky test)":       {},
	} {
		if diff := cmp.Diff(want, positions(found(t, s, text, selection.Filter{}, selection.Page{}))); diff != "" {
			t.Errorf("%s: -want +got\n%s", text, diff)
		}
	}
	for _, text := range []string{"", " ", "*", `""`, "-flaky", "-", "…"} {
		if _, err := search.Search(t.Context(), s, text, selection.Filter{}, selection.Page{}, nil); err == nil {
			t.Errorf("%q was looked for", text)
		}
	}
}

func TestOfAReportWhatItsReporterWroteIsFound(t *testing.T) {
	document := `{"lanes":{"items":{"l":{"title":"boats","opening":"boats"}}},"usage":{"items":{"boats":{}}},"claims":{"a":{"kind":"inference","text":"cold cache"}},` +
		`"exact_pinpoint":{"items":{"p":{"title":"warm gap","lane":"boats"}}},"closure":{"next_action":"paint it"},` +
		`"next_actions":{"lane:l":{"do":"retry","why":"boats"},"approval:a":{"do":"answer","why":"boats"},"tomorrow":{"do":"feed them","why":"hungry"}}}`
	s := storetest.Opened(t, storetest.NewLog("a",
		domain.Draft{ID: domain.EventID{1}, Kind: "report.filed", Version: 1, Data: []byte(`{"report":"r","document":` + document + `}`)},
		domain.Draft{ID: domain.EventID{2}, Kind: "report.amended", Version: 1, Data: []byte(`{"report":"r","reason":"typo of boats","document":` + document + `}`)},
		domain.Draft{ID: domain.EventID{3}, Kind: "report.filed", Version: 1, Data: []byte(`{"report":"r","document":["boats"]}`)}))
	for text, want := range map[string][]uint64{"boats": {2}, "retry": {}, "inference": {}, "cold cache": {2, 1}, "warm gap": {2, 1}, "paint": {2, 1}, "feed": {2, 1}, "hungry": {2, 1}} {
		if diff := cmp.Diff(want, positions(found(t, s, text, selection.Filter{}, selection.Page{}))); diff != "" {
			t.Errorf("%s: -want +got\n%s", text, diff)
		}
	}
}

func TestSearchSelectsAndPages(t *testing.T) {
	s := storetest.Opened(t, library())
	for name, row := range map[string]struct {
		filter selection.Filter
		want   []uint64
	}{
		"all":                {selection.Filter{}, []uint64{5, 1}},
		"of a session":       {selection.Filter{Session: one}, []uint64{1}},
		"of an agent":        {selection.Filter{Agent: "claude-code"}, []uint64{5}},
		"of a lane":          {selection.Filter{Lane: one.Lane()}, []uint64{1}},
		"of a kind":          {selection.Filter{Kind: "tool.requested"}, []uint64{}},
		"since a time":       {selection.Filter{Since: 1 << 62}, []uint64{}},
		"of an unknown repo": {selection.Filter{Repo: "r"}, []uint64{}},
	} {
		if diff := cmp.Diff(row.want, positions(found(t, s, "main", row.filter, selection.Page{}))); diff != "" {
			t.Errorf("%s: -want +got\n%s", name, diff)
		}
	}
	first := found(t, s, "main", selection.Filter{}, selection.Page{Limit: 1})
	second := found(t, s, "main", selection.Filter{}, selection.Page{Limit: 1, Cursor: first.Next})
	if diff := cmp.Diff([][]uint64{{5}, {1}}, [][]uint64{positions(first), positions(second)}); diff != "" || second.Next != "" || first.Total != 2 {
		t.Errorf("pages of %d, then %q: -want +got\n%s", first.Total, second.Next, diff)
	}
	if _, err := search.Search(t.Context(), s, "flaky", selection.Filter{}, selection.Page{Cursor: first.Next}, nil); err == nil {
		t.Error("a cursor of another search was taken")
	}
}

func TestASnippetMarksItsHits(t *testing.T) {
	s := storetest.Opened(t, storetest.NewLog("a", spoken(1, one, strings.Repeat("word ", 90)+"a \x02spoof\x03 of the 解析器 here "+strings.Repeat("word ", 90))))
	for text, want := range map[string][]string{"spoof": {"spoof"}, "解析器": {"解析器"}, "spoof here": {"spoof", "here"}} {
		found := found(t, s, text, selection.Filter{}, selection.Page{}).Found
		if len(found) != 1 || len(found[0].Snippet) > 400 {
			t.Fatalf("%s: %+v", text, found)
		}
		var got []string
		for _, h := range found[0].Hits {
			got = append(got, found[0].Snippet[h.From:h.Until])
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: -want +got\n%s", text, diff)
		}
	}
}

// TestErasedWordsAreGone greps the raw bytes of every file.
func TestErasedWordsAreGone(t *testing.T) {
	const secret = "xylophonesecret"
	log := storetest.NewLog("a", spoken(1, one, "before "+secret+" after"), spoken(2, one, "other"))
	dir := t.TempDir()
	s := store.New(filepath.Join(dir, "run.views"), log, store.Options{})
	if _, err := s.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := found(t, s, secret, selection.Filter{}, selection.Page{}).Total; n != 1 {
		t.Fatalf("found %d times before", n)
	}
	id := log.All[0].ID
	log.All[0].Data, log.All[0].Erased = nil, true
	log.Append(domain.Draft{ID: domain.EventID{7}, Kind: "log.data_erased", Version: 1, Data: []byte(`{"id":"` + id.String() + `","data_digest":"x","actor":"a"}`)})
	if n := found(t, s, secret, selection.Filter{}, selection.Page{}).Total; n != 0 {
		t.Fatalf("found %d times after", n)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"run.views.search", "run.views.search-wal"} {
		if raw, err := os.ReadFile(filepath.Join(dir, name)); err == nil && bytes.Contains(raw, []byte(secret)) {
			t.Errorf("%s still holds the word", name)
		}
	}
}

func TestTheIndexFollowsItsLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.views")
	look := func(log *storetest.Log, want ...uint64) {
		t.Helper()
		s := store.New(path, log, store.Options{})
		defer s.Close()
		if _, err := s.CatchUp(t.Context()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, positions(found(t, s, "flaky", selection.Filter{}, selection.Page{}))); diff != "" {
			t.Fatalf("-want +got\n%s", diff)
		}
	}
	log := library()
	look(log, 3, 1)
	log.Append(spoken(8, one, "flaky again"))
	look(log, 10, 3, 1)
	look(storetest.NewLog("b", spoken(1, one, "flaky")), 1)
	damaged := library()
	damaged.Damaged[3] = true
	look(damaged, 1)
	if err := os.WriteFile(path+".search", []byte("no database"), 0o600); err != nil {
		t.Fatal(err)
	}
	look(log, 10, 3, 1)
}

func FuzzSearch(f *testing.F) {
	s := store.New("", library(), store.Options{Memory: true})
	if _, err := s.CatchUp(f.Context()); err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{"flaky", `"a b" -c d*`, "NEAR(", "a\x00b", "\xff", `""""`, "^a", "{a b}: c"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, err := search.Search(t.Context(), s, text, selection.Filter{}, selection.Page{}, func(domain.Position) {})
		if err != nil && !strings.Contains(err.Error(), "not accepted") {
			t.Fatalf("%q: %v", text, err)
		}
	})
}

// TestAHitSaysWhoSaidItAndWhere asks for the words of a person, of a call and of its result.
func TestAHitSaysWhoSaidItAndWhere(t *testing.T) {
	asked := spoken(1, one, "sail the boats")
	call := domain.Draft{ID: domain.EventID{2}, Kind: "tool.requested", Version: 1, Stream: one.Stream(), Emitter: "e", Source: domain.Source{Kind: domain.SourceLive}, Data: []byte(`{"name":"Bash","input":{"command":"count boats"}}`),
		Subject: domain.Subject{Session: domain.Known(one), Item: domain.Known[domain.ItemID]("call-1")}}
	result := domain.Draft{ID: domain.EventID{3}, Kind: "tool.completed", Version: 1, Stream: one.Stream(), Emitter: "e", Source: domain.Source{Kind: domain.SourceLive}, Data: []byte(`{"output":"three boats"}`),
		Subject: domain.Subject{Session: domain.Known(one), Item: domain.Known[domain.ItemID]("call-1")}}
	began := created(9, one)
	began.Data = []byte(`{"agent":"codex","repository_url":"https://example.com/harbour","branch":"main","title":{"unknown":"not_recorded"},"workspace":"/src","purpose":{"unknown":"not_recorded"}}`)
	s := storetest.Opened(t, storetest.NewLog("a", began, asked, call, result))
	list := found(t, s, "boats", selection.Filter{}, selection.Page{})
	who := []string{}
	for _, f := range list.Found {
		who = append(who, strings.TrimSpace(string(f.Role)+" "+f.Tool+" "+string(f.Kind)))
		if f.Session != one || f.Lane == "" || f.Outcome == "" || f.Repo != "https://example.com/harbour" || f.Branch != "main" {
			t.Errorf("%+v does not say where", f)
		}
	}
	if diff := cmp.Diff([]string{"Bash tool.completed", "Bash tool.requested", "user  message.recorded"}, who); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
