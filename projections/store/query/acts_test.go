package query_test

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/storetest"
	"github.com/clawable/claw/projections/values"
)

// deeds is a log of some calls and requests, a second apart; what has no time comes last.
func deeds() *storetest.Log {
	log := storetest.NewLog("a")
	start, n := time.Date(2026, 1, 2, 3, 0, 0, 0, time.UTC), 0
	add := func(kind domain.Kind, session, item, data string, stream domain.StreamID) domain.Draft {
		n++
		at := start.Add(time.Duration(n) * time.Second)
		d := domain.Draft{ID: domain.EventID(domain.Derive(at, "deed", strconv.Itoa(n))), Kind: kind, Version: 1, Stream: stream, ObservedAt: domain.At(at),
			Source: domain.Source{Kind: domain.SourceLive}, Data: []byte(data)}
		if session != "" {
			d.Subject.Session, d.Subject.Item = domain.Known(domain.SessionID(session)), domain.Known(domain.ItemID(item))
		}
		return d
	}
	call := func(session, item, input string) domain.Draft {
		return add("tool.requested", session, item, `{"input":`+input+`,"name":"Bash"}`, domain.SessionID(session).Stream())
	}
	stream := func(name string) domain.StreamID {
		return domain.StreamID{Family: domain.FamilyApproval, ULID: domain.Derive(start, name)}
	}
	timeless := call("claude-code/a", "5", `{"command":"git fetch"}`)
	timeless.ObservedAt = domain.UnknownInstant(domain.UnknownNoZone)
	log.Append(timeless,
		call("claude-code/a", "1", `{"command":"git push origin main"}`),
		call("codex/b", "2", `{"cmd":"cd x && git push"}`),
		call("claude-code/a", "3", `{"file_path":"/w/src/main.go"}`),
		add("approval.requested", "", "", `{"action":{"argv":["git","push","--tags"]},"requester":"agent:codex/b"}`, stream("by hand")),
		add("approval.denied", "", "", `{"by":"human:alice@example.org"}`, stream("by hand")),
		// A request that a call represents is no separate act.
		add("approval.requested", "", "", `{"action":{"argv":["sh","-c","cd x && git push"]},"requester":"agent:codex/b"}`, stream("by a hook")),
		add("policy.action_blocked", "codex/b", "2", `{"actor":"agent:codex/b","approval":"`+stream("by a hook").String()+`","next":"request_approval","rule":"r"}`,
			domain.SessionID("codex/b").Stream()),
		// Neither is the result of a use that a person spent by hand.
		usedByHand(add("tool.completed", "operator/dev", "x", `{"name":"exec"}`, domain.SessionID("operator/dev").Stream())))
	return log
}

func usedByHand(d domain.Draft) domain.Draft {
	use := domain.EventID(domain.Derive(time.Time{}, "use"))
	d.ID, d.Causes = domain.ResultOf(use), []domain.EventID{use}
	return d
}

func TestActsAreFoundByWhatTheyAre(t *testing.T) {
	const push, there, edit, tags, fetch = "git push origin main", "cd x && git push", "", "asks: git push --tags", "git fetch"
	noon := values.Time(time.Date(2026, 1, 2, 3, 0, 4, 0, time.UTC).UnixNano())
	s := store.New(filepath.Join(t.TempDir(), "run.views"), deeds(), store.Options{})
	t.Cleanup(func() { _ = s.Close() })
	if _, err := s.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, row := range map[string]struct {
		filter query.ActFilter
		want   []string
	}{
		"all, those without a time last":   {query.ActFilter{}, []string{push, there, edit, tags, fetch}},
		"a part of the command":            {query.ActFilter{Like: "git push"}, []string{push, there, tags}},
		"a pattern of all of it":           {query.ActFilter{Like: "git push*"}, []string{push, tags}},
		"the whole command":                {query.ActFilter{Command: push}, []string{push}},
		"a sign that means more to SQL":    {query.ActFilter{Like: "%"}, nil},
		"a file by its path":               {query.ActFilter{File: "/w/src/main.go"}, []string{edit}},
		"a file by the end of its path":    {query.ActFilter{File: "src/main.go"}, []string{edit}},
		"not by a part of a name":          {query.ActFilter{File: "ain.go"}, nil},
		"a session, with what it asks":     {query.ActFilter{Session: "codex/b"}, []string{there, tags}},
		"who denied":                       {query.ActFilter{Actor: "human:alice@example.org"}, []string{tags}},
		"not by a part of a name of one":   {query.ActFilter{Actor: "human:alice"}, nil},
		"an agent":                         {query.ActFilter{Actor: "agent:codex/b"}, []string{there, tags}},
		"before a time":                    {query.ActFilter{Until: noon}, []string{push, there}},
		"from a time on, without unknowns": {query.ActFilter{Since: noon, Until: noon + 1e12}, []string{edit, tags}},
		"a session before a time":          {query.ActFilter{Session: "claude-code/a", Until: noon}, []string{push}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, narrowed := range []int{0, 2, 10_000} {
				undo := query.NarrowFew(narrowed)
				for _, limit := range []int{1, 2, 100} {
					if diff := cmp.Diff(row.want, commandsOf(t, s, row.filter, limit)); diff != "" {
						t.Errorf("narrowed to %d, pages of %d: -want +got\n%s", narrowed, limit, diff)
					}
				}
				undo()
			}
		})
	}
}

// TestALongPatternFindsNothing asks by patterns that the database refuses.
func TestALongPatternFindsNothing(t *testing.T) {
	s := store.New(filepath.Join(t.TempDir(), "run.views"), deeds(), store.Options{})
	t.Cleanup(func() { _ = s.Close() })
	if _, err := s.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("git?*", 20_000)
	if list, err := query.Acts(s, query.ActFilter{Like: long}, selection.Page{}); err != nil || len(list.Acts) > 0 {
		t.Errorf("acts: %d, %v", len(list.Acts), err)
	}
	if id, err := selection.FindSession(s, "claude-code/"+long); domain.KindOf(err) != domain.ErrNotFound {
		t.Errorf("a session: %s, %v", id, err)
	}
}

// TestACursorIsOfItsQuestion hands the cursor of one question to another.
func TestACursorIsOfItsQuestion(t *testing.T) {
	s := store.New(filepath.Join(t.TempDir(), "run.views"), deeds(), store.Options{})
	t.Cleanup(func() { _ = s.Close() })
	if _, err := s.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	list, err := query.Acts(s, query.ActFilter{Like: "git"}, selection.Page{Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := query.Acts(s, query.ActFilter{Like: "push"}, selection.Page{Limit: 1, Cursor: list.Next}); err == nil {
		t.Error("the cursor of another question is taken")
	}
}

// commandsOf pages through all acts of a filter and says what they did.
func commandsOf(t *testing.T, s *store.Store, f query.ActFilter, limit int) (did []string) {
	t.Helper()
	for page := (selection.Page{Limit: limit}); ; {
		list, err := query.Acts(s, f, page)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range list.Acts {
			if a.Call != nil {
				did = append(did, a.Call.Command.Value)
			} else {
				did = append(did, "asks: "+a.Request.Command.Value)
			}
		}
		if list.Next == "" {
			if list.Total != len(did) {
				t.Errorf("%d in all, %d on pages", list.Total, len(did))
			}
			return did
		}
		page.Cursor = list.Next
	}
}

// TestAnApprovalNamesTheCallThatWasReferredToIt: another call of the session has the same id.
func TestAnApprovalNamesTheCallThatWasReferredToIt(t *testing.T) {
	log := deeds()
	again := domain.Draft{ID: domain.EventID(domain.Derive(time.Unix(1_800_000_000, 0), "again")), Kind: "tool.requested", Version: 1, Stream: domain.SessionID("codex/b").Stream(),
		ObservedAt: domain.At(time.Unix(1_800_000_000, 0)), Source: domain.Source{Kind: domain.SourceLive}, Seq: 9, Data: []byte(`{"input":{"cmd":"ls"},"name":"Bash"}`)}
	again.Subject.Session, again.Subject.Item = domain.Known[domain.SessionID]("codex/b"), domain.Known[domain.ItemID]("2")
	log.Append(again)
	s := storetest.Opened(t, log)
	request := domain.StreamID{Family: domain.FamilyApproval, ULID: domain.Derive(time.Date(2026, 1, 2, 3, 0, 0, 0, time.UTC), "by a hook")}
	asked, ok, err := query.ActAt(s, request.ULID.String())
	check(t, err, true, ok)
	var got []string
	for _, key := range asked.Request.Calls {
		acts, err := query.Referred(s, key, request)
		check(t, err, 1, len(acts))
		got = append(got, acts[0].Key+" "+acts[0].Call.Command.Value)
	}
	check(t, nil, []string{"codex/b//2#1 cd x && git push"}, got)
}
