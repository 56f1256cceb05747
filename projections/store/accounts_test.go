package store_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/sessions"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/storetest"
)

// source is a recorder of a session: how its events come and how it names the turns.
type source struct {
	name    string
	prefix  string // of its names of turns
	trust   domain.Trust
	channel string
	seq     domain.SeqKind
	timed   bool
}

const oneSession domain.SessionID = "claude-code/s"

// says drafts one word of the source about a turn, the n-th of its own.
func (s source) says(n int, kind domain.Kind, turn string, at int) domain.Draft {
	d := domain.Draft{ID: domain.EventID(domain.Derive(time.Unix(0, 0), s.name, fmt.Sprint(n))), Kind: kind, Version: 1, Data: []byte(`{}`),
		Emitter: domain.EmitterID(s.name + "/s"), Epoch: oneSession.Epoch(),
		Source:     domain.Source{Kind: domain.SourceLive, Channel: s.channel, Trust: s.trust},
		ObservedAt: domain.UnknownInstant(domain.UnknownNotRecorded),
		Subject:    domain.Subject{Session: domain.Known(oneSession), Turn: domain.Known(domain.TurnID(s.prefix + turn))}}
	if s.seq != "" {
		d.Seq, d.SeqKind = uint64(n), s.seq
	}
	if s.timed {
		d.ObservedAt = domain.At(storetest.AsOf.Time().Add(time.Duration(at) * time.Second))
	}
	if kind == "turn.failed" {
		d.Data = []byte(`{"class":"unknown"}`)
	}
	return d
}

var (
	transcript = source{"import/claude-code", "t", domain.TrustMedium, domain.ImportChannel + "claude-code", domain.SeqOrdinal, true}
	stream     = source{"import/claude-stream", "u", domain.TrustMedium, domain.ImportChannel + "claude-stream", domain.SeqOrdinal, false}
	hook       = source{"hook/claude-code", "p", domain.TrustMedium, "hook:claude-code", domain.SeqClock, true}
)

// seen is what the read model shows of the one session and its lane.
type seen struct {
	Turns   map[sessions.TurnStatus]int
	State   sessions.State
	Failed  []domain.TurnID // in the list of errors
	Outcome lane.Result
}

func see(t interface{ Fatal(...any) }, s *store.Store) seen {
	sessions, err := query.Sessions(s, selection.Filter{}, selection.Page{})
	if err != nil || len(sessions.Sessions) != 1 {
		t.Fatal(len(sessions.Sessions), " sessions: ", err)
	}
	lanes, err := query.Lanes(s, selection.Filter{}, selection.Page{}, storetest.AsOf)
	if err != nil || len(lanes.Lanes) != 1 {
		t.Fatal(len(lanes.Lanes), " lanes: ", err)
	}
	failures, err := query.Errors(s, selection.Filter{Origin: projections.OriginTurn}, selection.Page{})
	if err != nil {
		t.Fatal(err)
	}
	out := seen{Turns: sessions.Sessions[0].Turns, State: sessions.Sessions[0].State, Outcome: lanes.Lanes[0].Outcome}
	for _, row := range failures.Errors {
		out.Failed = append(out.Failed, row.Turn)
	}
	slices.Sort(out.Failed)
	return out
}

func TestSessionsLanesAndErrorsShowTheSameAccounts(t *testing.T) {
	const completed, failed, interrupted, open = sessions.TurnCompleted, sessions.TurnFailed, sessions.TurnInterrupted, sessions.TurnOpen
	type counts = map[sessions.TurnStatus]int
	stranger := source{"log/append", "x", domain.TrustLow, "cli", domain.SeqCount, true}
	for _, row := range []struct {
		name string
		log  []domain.Draft
		want seen
	}{
		{"an account that alone knows of a failure", []domain.Draft{
			transcript.says(1, "turn.completed", "1", 1), transcript.says(2, "turn.completed", "2", 5), stream.says(1, "turn.failed", "1", 3)},
			seen{counts{completed: 2, failed: 1}, sessions.Idle, []domain.TurnID{"u1"}, lane.ResultContested}},
		{"a live account that alone knows of a failure", []domain.Draft{
			hook.says(1, "turn.completed", "1", 1), hook.says(2, "turn.failed", "2", 5), transcript.says(1, "turn.completed", "1", 1), transcript.says(2, "turn.completed", "2", 5)},
			seen{counts{completed: 3, failed: 1}, sessions.Idle, []domain.TurnID{"p2"}, lane.ResultFailed}},
		{"a recorded account that tells as much as a live one", []domain.Draft{
			hook.says(1, "turn.interrupted", "1", 1), transcript.says(1, "turn.interrupted", "1", 1)},
			seen{counts{interrupted: 1}, sessions.Idle, nil, lane.ResultCanceled}},
		{"a failure that two accounts tell of", []domain.Draft{
			transcript.says(1, "turn.completed", "1", 1), transcript.says(2, "turn.failed", "2", 5), stream.says(1, "turn.failed", "1", 5)},
			seen{counts{completed: 1, failed: 1}, sessions.Idle, []domain.TurnID{"t2"}, lane.ResultFailed}},
		{"one turn that a live account ends otherwise than a recorded one", []domain.Draft{
			hook.says(1, "turn.completed", "1", 1), hook.as("t").says(2, "turn.completed", "2", 5), transcript.says(1, "turn.failed", "2", 9)},
			seen{counts{completed: 2}, sessions.Idle, nil, lane.ResultUnverified}},
		{"one turn that two recordings end otherwise", []domain.Draft{
			transcript.says(1, "turn.failed", "1", 1), stream.as("t").says(1, "turn.completed", "1", 2)},
			seen{counts{failed: 1}, sessions.Idle, []domain.TurnID{"t1"}, lane.ResultContested}},
		{"a turn that began after all that the other account tells of", []domain.Draft{
			transcript.says(1, "turn.failed", "1", 1), transcript.says(2, "turn.completed", "2", 5), hook.imported().says(1, "turn.failed", "1", 60)},
			seen{counts{completed: 1, failed: 2}, sessions.Idle, []domain.TurnID{"p1", "t1"}, lane.ResultContested}},
		{"an account of somebody who is not trusted", []domain.Draft{
			transcript.says(1, "turn.completed", "1", 1), stranger.says(1, "turn.failed", "1", 1), stranger.says(2, "turn.failed", "2", 60)},
			seen{counts{completed: 1}, sessions.Idle, nil, lane.ResultUnverified}},
		{"a failed turn that was taken back", []domain.Draft{
			transcript.says(1, "turn.completed", "1", 1), transcript.says(2, "turn.started", "2", 3), transcript.says(3, "turn.failed", "2", 5), transcript.withdraws(4),
			stream.says(1, "turn.completed", "1", 1), stream.says(2, "turn.failed", "2", 5)},
			seen{counts{completed: 1, sessions.TurnWithdrawn: 1}, sessions.Idle, nil, lane.ResultUnverified}},
		{"a failed turn without a name", []domain.Draft{transcript.as("").says(1, "turn.failed", "", 1), stream.says(1, "turn.completed", "1", 1)},
			seen{counts{completed: 1, failed: 1}, sessions.Idle, []domain.TurnID{""}, lane.ResultContested}},
		{"a live turn that is open beside an older recording", []domain.Draft{
			transcript.says(1, "turn.completed", "1", 1), transcript.says(2, "turn.completed", "2", 5), hook.says(1, "turn.started", "3", 60)},
			seen{counts{completed: 2, open: 1}, sessions.Working, nil, lane.ResultNone}},
		{"a recording cut off in a turn that a live account saw end", []domain.Draft{
			hook.says(1, "turn.completed", "1", 1), transcript.says(1, "turn.started", "1", 1)},
			seen{counts{completed: 1}, sessions.Idle, nil, lane.ResultUnverified}},
	} {
		t.Run(row.name, func(t *testing.T) {
			if diff := cmp.Diff(row.want, see(t, storetest.Opened(t, storetest.NewLog("a", row.log...)))); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestAnOpenRecordingWithoutTimesIsStaleOnTheBoard(t *testing.T) {
	now := storetest.Said(0, "lane.started", `{}`)
	s := storetest.Opened(t, storetest.NewLog("a", now, stream.says(1, "turn.started", "1", 0)))
	board, err := query.Board(s, selection.Filter{}, selection.Page{}, storetest.AsOf, nil)
	if err != nil || len(board.Lanes) != 2 {
		t.Fatal(len(board.Lanes), " lanes: ", err)
	}
	first, second := board.Lanes[0], board.Lanes[1]
	want := []any{lane.FreshnessCurrent, lane.FreshnessStale, projections.NextCheck}
	if diff := cmp.Diff(want, []any{first.Freshness, second.Freshness, second.Next}); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// as is the source with other names of turns.
func (s source) as(prefix string) source {
	s.prefix = prefix
	return s
}

// imported is the source when it imports what it recorded earlier.
func (s source) imported() source {
	s.name, s.channel = "import/"+s.name, domain.ImportChannel+s.name
	return s
}

// withdraws takes the last turn back.
func (s source) withdraws(n int) domain.Draft {
	d := s.says(n, "turn.withdrawn", "", 0)
	d.Subject.Turn, d.Data = domain.Maybe[domain.TurnID]{}, []byte(`{"last":1}`)
	return d
}

// drawEnds draws what happened in a session: how each of its turns ended, "" for one left open.
func drawEnds(t *rapid.T) []domain.Kind {
	ends := rapid.SampledFrom([]domain.Kind{"turn.completed", "turn.completed", "turn.interrupted", "turn.failed"})
	all := rapid.SliceOfN(ends, 1, 5).Draw(t, "ends")
	if rapid.IntRange(0, 3).Draw(t, "open") == 0 {
		all[len(all)-1] = ""
	}
	return all
}

// account draws what a source records of a session: all of it or a part, in the order in
// which it happened or another, under its own names or those of another source.
func account(t *rapid.T, s source, ends []domain.Kind) []domain.Draft {
	first := rapid.SampledFrom([]int{0, 0, 0, len(ends) - 1}).Draw(t, "first")
	until := rapid.SampledFrom([]int{len(ends), len(ends), len(ends), first + 1}).Draw(t, "until")
	order := make([]int, 0, len(ends))
	for i := first; i < until; i++ {
		order = append(order, i)
	}
	if rapid.IntRange(0, 5).Draw(t, "reordered") == 0 {
		order = rapid.Permutation(order).Draw(t, "order")
	}
	var out []domain.Draft
	open := false // a turn of it, after which its source continues with the beginning of another
	for n, i := range order {
		end, turn := ends[i], fmt.Sprint(i)
		if rapid.IntRange(0, 9).Draw(t, "otherwise") == 0 {
			end = rapid.SampledFrom([]domain.Kind{"turn.completed", "turn.failed", ""}).Draw(t, "end")
		}
		if end == "" || open || rapid.Bool().Draw(t, "begins") {
			out = append(out, s.says(3*n+1, "turn.started", turn, 10*i))
		}
		open = open || end == ""
		if end != "" {
			out = append(out, s.says(3*n+2, end, turn, 10*i+5))
		}
	}
	return out
}

// sources draws up to three recorders of the session.
func sources(t *rapid.T) []source {
	all := []source{hook, transcript, stream, hook.imported(), {"supervisor", "w", domain.TrustHigh, "api", domain.SeqCount, true},
		{"log/append", "x", domain.TrustLow, "cli", domain.SeqCount, true}}
	out := rapid.Permutation(all).Draw(t, "sources")[:rapid.IntRange(1, 3).Draw(t, "how many")]
	for i := range out {
		if rapid.IntRange(0, 3).Draw(t, "alike") == 0 {
			out[i].prefix = "t"
		}
		if rapid.IntRange(0, 5).Draw(t, "without numbers") == 0 {
			out[i].seq = ""
		}
	}
	return out
}

// TestSessionsLanesAndErrorsAgree draws a session and its recorders, and compares what the
// session, its lane and the list of errors report about its turns.
func TestSessionsLanesAndErrorsAgree(t *testing.T) {
	dir, n := t.TempDir(), 0
	rapid.Check(t, func(t *rapid.T) {
		ends := drawEnds(t)
		var log []domain.Draft
		by := sources(t)
		for _, s := range by {
			log = append(log, account(t, s, ends)...)
		}
		rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1)).Shuffle(len(log), func(i, j int) { log[i], log[j] = log[j], log[i] })
		n++
		from := storetest.NewLog("a", log...)
		s := store.New(filepath.Join(dir, fmt.Sprint(n)+".views"), from, store.Options{})
		defer func() { _ = s.Close() }()
		if _, err := s.CatchUp(storetest.Background); err != nil {
			t.Fatal(err)
		}
		got := see(t, s)
		m, err := projections.Replay(storetest.Background, from, projections.Options{})
		if err != nil {
			t.Fatal(err)
		}
		session, o := m.Sessions[string(oneSession)], m.Lanes.Outcomes()[0]
		if diff := cmp.Diff(InMemory(session, o), got); diff != "" {
			t.Fatalf("-in memory +on disk\n%s", diff)
		}
		agree(t, session, o, got, log)
		if oneClass(by) {
			sameAccounts(t, session, o, log)
		}
		if oneClass(by) && (got.State == sessions.Working) != (o.Outcome == lane.ResultNone || o.Outcome == lane.ResultUnknown) {
			t.Fatalf("the session is %s and the lane %s", got.State, o.Outcome)
		}
	})
}

// InMemory is what the folds say in memory.
func InMemory(s *sessions.Session, o lane.Outcome) seen {
	out := seen{Turns: s.CountTurns(), State: s.Standing().State, Outcome: o.Outcome}
	for id, t := range s.TurnStandings() {
		if t.Status == sessions.TurnFailed {
			out.Failed = append(out.Failed, domain.TurnID(id))
		}
	}
	slices.Sort(out.Failed)
	return out
}

// citedBy returns the ends that an outcome rests on, by turn.
func citedBy(o lane.Outcome, log []domain.Draft) map[domain.TurnID][]string {
	of := map[domain.EventID]domain.Draft{}
	for _, d := range log {
		of[d.ID] = d
	}
	cited := map[domain.TurnID][]string{}
	for _, id := range o.Because["outcome"].Events {
		turn, end := of[id].Subject.Turn.Value, strings.TrimPrefix(string(of[id].Kind), "turn.")
		if end != "started" {
			cited[turn] = append(cited[turn], end)
		}
	}
	return cited
}

// sameAccounts holds that a turn that the outcome rests on counts in the session, or repeats
// how one ended that does.
func sameAccounts(t *rapid.T, s *sessions.Session, o lane.Outcome, log []domain.Draft) {
	cited, standings := citedBy(o, log), s.TurnStandings()
	said := map[string]bool{}
	for turn, ends := range cited {
		if _, counts := standings[string(turn)]; counts {
			for _, end := range ends {
				said[end] = true
			}
		}
	}
	for turn, ends := range cited {
		if slices.ContainsFunc(ends, func(end string) bool { return !said[end] }) {
			t.Fatalf("the lane rests on %v of turn %s, and the session counts %v", ends, turn, slices.Sorted(maps.Keys(standings)))
		}
	}
}

// agree holds the outcome of the lane to what the session says of its turns.
func agree(t *rapid.T, s *sessions.Session, o lane.Outcome, got seen, log []domain.Draft) {
	cited, standings := citedBy(o, log), s.TurnStandings()
	for turn, ends := range cited {
		if st, counts := standings[string(turn)]; counts && !slices.Contains(ends, string(st.Status)) {
			t.Fatalf("the lane rests on %v of turn %s, of which the session says %s", ends, turn, st.Status)
		}
		if slices.ContainsFunc(ends, func(end string) bool { return got.Turns[sessions.TurnStatus(end)] > 0 }) {
			continue
		}
		t.Fatalf("the lane rests on %v of turn %s, and the session has %v", ends, turn, got.Turns)
	}
	switch o.Outcome {
	case lane.ResultNone, lane.ResultUnknown:
		if got.Turns[sessions.TurnOpen]+got.Turns[sessions.TurnEndNotRecorded] == 0 {
			t.Fatalf("the lane is %s and the session has %v", o.Outcome, slices.Sorted(maps.Keys(got.Turns)))
		}
	case lane.ResultContested:
		if len(cited) > 1 && len(got.Turns) < 2 && oneEach(cited) {
			t.Fatalf("the lane is contested by %v and the session has %v", cited, got.Turns)
		}
	}
	if got.State == sessions.Working && got.Turns[sessions.TurnOpen] == 0 {
		t.Fatalf("the session is working and has %v", got.Turns)
	}
}

// oneEach reports whether no source contradicts another about one turn.
func oneEach(cited map[domain.TurnID][]string) bool {
	for _, ends := range cited {
		if len(slices.Compact(slices.Sorted(slices.Values(ends)))) > 1 {
			return false
		}
	}
	return true
}

// oneClass reports whether all sources are as trusted, and all live or all recorded.
func oneClass(by []source) bool {
	live := func(s source) bool { return !strings.HasPrefix(s.channel, domain.ImportChannel) }
	return !slices.ContainsFunc(by, func(s source) bool { return s.trust != by[0].trust || live(s) != live(by[0]) })
}
