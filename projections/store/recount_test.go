package store_test

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/storetest"
)

// history draws the events of sessions that number their calls and responses from 0, in
// each turn or each answer anew, beside some whose ids are unique. A session may begin as a
// copy of another one, and hooks may record all calls a second time, in turns of other names.
type history struct {
	t     *rapid.T
	at    time.Time
	n     int
	out   []domain.Draft
	alone int // unique ids given out
}

var someSessions = []domain.SessionID{"claude-code/a", "claude-code/b", "claude-code/c"}

func (h *history) tell(kind domain.Kind, session domain.SessionID, turn, item, data string) {
	h.n++
	h.at = h.at.Add(time.Second)
	_, own := session.Split()
	d := domain.Draft{ID: domain.EventID(domain.Derive(h.at, "history", fmt.Sprint(h.n))), Kind: kind, Version: 1, Stream: session.Stream(),
		ObservedAt: domain.At(h.at), Emitter: domain.EmitterID("import/claude-code/" + own), Epoch: session.Epoch(), Seq: uint64(h.n), SeqKind: domain.SeqOrdinal,
		Source: domain.Source{Kind: domain.SourceLive, Channel: "import:claude-code", Trust: domain.TrustMedium}, Data: []byte(data)}
	d.Subject.Session = domain.Known(session)
	d.Subject.Turn, d.Subject.Item = domain.Maybe[domain.TurnID]{Value: domain.TurnID(turn)}, domain.Maybe[domain.ItemID]{Value: domain.ItemID(item)}
	h.out = append(h.out, d)
}

func (h *history) id(prefix string) string {
	if rapid.IntRange(0, 3).Draw(h.t, "unique") > 0 {
		return prefix + rapid.SampledFrom([]string{"_0", "_1"}).Draw(h.t, "id")
	}
	h.alone++
	return fmt.Sprintf("%s_01VHajDDQLTwDNqfdjXg%03d", prefix, h.alone)
}

// turn records a turn of some calls, one after the other, and what its answers cost.
func (h *history) turn(session domain.SessionID, turn string) {
	h.tell("turn.started", session, turn, "", `{}`)
	named := turn
	if rapid.Bool().Draw(h.t, "calls name no turn") {
		named = ""
	}
	for range rapid.IntRange(0, 3).Draw(h.t, "calls") {
		item := h.id("call")
		h.tell("tool.requested", session, named, item, `{"input":{"command":"`+rapid.SampledFrom([]string{"ls", "go test"}).Draw(h.t, "input")+`"},"name":"Bash"}`)
		switch rapid.SampledFrom([]string{"", "completed", "completed", "failed", "denied"}).Draw(h.t, "end") {
		case "completed":
			h.tell("tool.completed", session, named, item, `{"name":"Bash"}`)
		case "failed":
			h.tell("tool.failed", session, named, item, `{"error_kind":"exit_code","name":"Bash"}`)
		case "denied":
			h.tell("tool.denied", session, named, item, `{"by":"user"}`)
		}
	}
	for range rapid.IntRange(0, 1).Draw(h.t, "records of an answer") {
		cost := func(tokens int) string {
			return fmt.Sprintf(`{"cache_creation_tokens":0,"cache_read_tokens":0,"input_tokens":1,"output_tokens":%d,"reasoning_tokens":0}`, tokens)
		}
		item, tokens := h.id("msg"), rapid.IntRange(1, 9).Draw(h.t, "tokens")
		h.tell("usage.recorded", session, turn, item, cost(tokens))
		h.tell("usage.recorded", session, turn, item, cost(tokens-1))
	}
	h.tell("turn.completed", session, turn, "", `{}`)
}

// secondAccount adds another account of a session: its events as change leaves them, without
// those for which it returns false.
func (h *history) secondAccount(of domain.SessionID, change func(*domain.Draft) bool) {
	for _, d := range slices.Clone(h.out) {
		if d.Subject.Session.Value == of && change(&d) {
			h.n++
			d.ID = domain.EventID(domain.Derive(d.ObservedAt.Time(), "retold", fmt.Sprint(h.n)))
			h.out = append(h.out, d)
		}
	}
}

func drawHistory(t *rapid.T) []domain.Draft {
	h := &history{t: t, at: time.Date(2026, 1, 2, 3, 0, 0, 0, time.UTC)}
	for i, session := range someSessions {
		h.tell("session.created", session, "", "", `{"agent":"claude-code","purpose":{"unknown":"not_recorded"},"title":{"unknown":"not_recorded"},"workspace":{"unknown":"not_recorded"}}`)
		if of := rapid.IntRange(0, i).Draw(t, "copies"); of > 0 && rapid.Bool().Draw(t, "resumes") {
			until := rapid.IntRange(0, h.n).Draw(t, "copied")
			h.secondAccount(someSessions[of-1], func(d *domain.Draft) bool {
				d.Subject.Session, d.Stream, d.Epoch = domain.Known(session), session.Stream(), session.Epoch()
				_, own := session.Split()
				d.Emitter = domain.EmitterID("import/claude-code/" + own)
				copied := d.Seq <= uint64(until)
				return copied && (strings.HasPrefix(string(d.Kind), "tool.") || d.Kind == "turn.started" || d.Kind == "turn.completed")
			})
		}
		for n := range rapid.IntRange(0, 3).Draw(t, "turns") {
			h.turn(session, fmt.Sprintf("turn_%d", n))
		}
	}
	for _, session := range someSessions {
		if !rapid.Bool().Draw(t, "hooks") {
			continue
		}
		h.secondAccount(session, func(d *domain.Draft) bool {
			d.Emitter, d.Source.Channel = "hook/"+d.Emitter, "hook:claude-code"
			d.ObservedAt = domain.At(d.ObservedAt.Time().Add(3 * time.Millisecond))
			if d.Subject.Turn.Value != "" {
				d.Subject.Turn.Value = "prompt_" + d.Subject.Turn.Value
			}
			return strings.HasPrefix(string(d.Kind), "tool.")
		})
	}
	return rapid.Permutation(h.out).Draw(t, "order")
}

// counted is what lists say of a log.
type counted struct {
	Calls, Errors      int
	ByStatus           map[string]int
	Sessions           map[domain.SessionID]string // calls by status, and errors
	Lanes              map[domain.SessionID]string
	Board              map[domain.SessionID]string
	Asked              map[domain.SessionID]int // calls, by the outcome rule
	Responses, Written int
	Repeated           []string // keys that two calls have
}

// recount reads only the events: what recordings contain, in their order. A request begins
// a call, an end is of the last request of its id. Two requests are one call for the same
// unique id, else for the same id, second and input.
func recount(log []domain.Draft) counted {
	type call struct {
		sessions []domain.SessionID
		status   string
	}
	calls, keys, last := map[string]*call{}, []string{}, map[string]*call{}
	usage := map[string]int{}
	c := counted{ByStatus: map[string]int{}, Sessions: map[domain.SessionID]string{}, Lanes: map[domain.SessionID]string{}, Board: map[domain.SessionID]string{}, Asked: map[domain.SessionID]int{}}
	log = slices.DeleteFunc(slices.Clone(log), func(d domain.Draft) bool { return strings.HasPrefix(string(d.Emitter), "hook/") })
	slices.SortFunc(log, func(a, b domain.Draft) int {
		return cmp.Or(cmp.Compare(a.Subject.Session.Value, b.Subject.Session.Value), cmp.Compare(a.Seq, b.Seq))
	})
	for _, d := range log {
		session, item := d.Subject.Session.Value, string(d.Subject.Item.Value)
		alone := len(item) > 10
		switch {
		case d.Kind == "usage.recorded":
			key := item
			if !alone {
				key += string(session)
			}
			var tokens int
			if _, err := fmt.Sscanf(string(d.Data[strings.Index(string(d.Data), `"output_tokens":`)+16:]), "%d", &tokens); err != nil {
				panic(err)
			}
			usage[key] = max(usage[key], tokens)
		case d.Kind == "tool.requested":
			key := item
			if !alone {
				key = fmt.Sprint(item, d.ObservedAt.UnixNano(), string(d.Data))
			}
			if calls[key] == nil {
				calls[key] = &call{status: "requested"}
				keys = append(keys, key)
			}
			calls[key].sessions = append(calls[key].sessions, session)
			c.Asked[session]++
			last[string(session)+item] = calls[key]
		case strings.HasPrefix(string(d.Kind), "tool."):
			last[string(session)+item].status = string(d.Kind[len("tool."):])
		}
	}
	bySession := map[domain.SessionID]map[string]int{}
	failed := map[domain.SessionID]int{}
	for _, key := range keys {
		of := calls[key]
		owner := slices.Min(of.sessions) // copies have the times of what they copy
		if bySession[owner] == nil {
			bySession[owner] = map[string]int{}
		}
		bySession[owner][of.status]++
		c.ByStatus[of.status]++
		c.Calls++
		if of.status == "failed" || of.status == "denied" {
			c.Errors++
			failed[owner]++
		}
	}
	for _, tokens := range usage {
		c.Responses++
		c.Written += tokens
	}
	for _, s := range someSessions {
		words := fmt.Sprint(bySession[s], failed[s])
		c.Sessions[s], c.Lanes[s], c.Board[s] = words, words, words
		c.Asked[s] += 0
	}
	return c
}

// listed queries the lists of a read model.
func listed(t *rapid.T, s *store.Store, m *projections.Memory) counted {
	all := selection.Page{Limit: 10_000}
	c := counted{Sessions: map[domain.SessionID]string{}, Lanes: map[domain.SessionID]string{}, Board: map[domain.SessionID]string{}, Asked: map[domain.SessionID]int{}}
	tools, err := query.Tools(s, selection.Filter{}, all)
	must(t, err)
	c.Calls, c.ByStatus = tools.Total, tools.ByStatus
	if len(tools.ToolCalls) != tools.Total {
		t.Fatalf("%d calls listed, %d counted", len(tools.ToolCalls), tools.Total)
	}
	errors, err := query.Errors(s, selection.Filter{}, all)
	must(t, err)
	c.Errors = errors.Total
	sessions, err := query.Sessions(s, selection.Filter{}, all)
	must(t, err)
	for _, r := range sessions.Sessions {
		c.Sessions[r.Session] = fmt.Sprint(orEmpty(r.ToolCalls), r.Errors)
	}
	lanes, err := query.Lanes(s, selection.Filter{}, all, storetest.AsOf)
	must(t, err)
	of := map[domain.LaneID]domain.SessionID{}
	for _, r := range lanes.Lanes {
		of[r.Lane] = r.Sessions[0]
		c.Lanes[r.Sessions[0]] = fmt.Sprint(orEmpty(r.ToolCalls), r.Errors)
	}
	board, err := query.Board(s, selection.Filter{}, all, storetest.AsOf, nil)
	must(t, err)
	for _, r := range board.Lanes {
		c.Board[r.Sessions[0]] = fmt.Sprint(orEmpty(r.ToolCalls), r.Errors)
	}
	for _, o := range m.Lanes.Outcomes() {
		c.Asked[of[o.Lane]] = o.Counts.ToolCalls
	}
	usage, err := query.Usage(s, query.UsageTerms{By: query.UsageBySession}, selection.Filter{}, all)
	must(t, err)
	c.Responses, c.Written = usage.Total.Responses, int(usage.Total.Tokens.Output)
	seen := map[string]bool{}
	for _, call := range m.Calls() {
		if seen[call.Key] {
			c.Repeated = append(c.Repeated, call.Key)
		}
		seen[call.Key] = true
	}
	return c
}

func orEmpty(m map[string]int) map[string]int {
	if m == nil {
		return map[string]int{}
	}
	return m
}

func must(t *rapid.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestTheListsAgreeWithARecountOfTheLog brings a read model on in steps, in any order of
// arrival, and holds its lists to a recount, its states to the folds, and all of it to a
// read model that is built at once.
func TestTheListsAgreeWithARecountOfTheLog(t *testing.T) {
	folder := t.TempDir()
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		all := drawHistory(t)
		n++
		log := storetest.NewLog("a")
		s := store.New(filepath.Join(folder, fmt.Sprint(n), "run.views"), log, store.Options{Memory: true})
		defer func() { must(t, s.Close()) }()
		for len(log.All) < len(all) {
			step := rapid.IntRange(1, len(all)-len(log.All)).Draw(t, "step")
			log.Append(all[len(log.All) : len(log.All)+step]...)
			_, err := s.CatchUp(t.Context())
			must(t, err)
		}
		m, err := projections.Replay(t.Context(), log, projections.Options{})
		must(t, err)
		if diff := gocmp.Diff(recount(all), listed(t, s, m)); diff != "" {
			t.Fatalf("-recount +lists, brought on in steps\n%s", diff)
		}
		want, err := m.Digests()
		must(t, err)
		got, err := query.Digests(s)
		must(t, err)
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Fatalf("-folds +store\n%s", diff)
		}
		fresh := store.New(filepath.Join(folder, fmt.Sprint(n), "other.views"), log, store.Options{Memory: true})
		defer func() { must(t, fresh.Close()) }()
		_, err = fresh.CatchUp(t.Context())
		must(t, err)
		if diff := gocmp.Diff(listed(t, fresh, m), listed(t, s, m)); diff != "" {
			t.Fatalf("-built at once +brought on in steps\n%s", diff)
		}
	})
}
