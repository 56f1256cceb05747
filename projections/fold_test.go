package projections_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/projections"
)

const s = "claude-code/s"

// unique is the id of an item that no other one has.
const unique = "toolu_019VHajDDQLTwDNqfdjXg5YC"

// theCall is the only call of a state.
func theCall(t *testing.T, m *projections.Memory) *projections.Call {
	t.Helper()
	calls := m.Calls()
	if len(calls) != 1 {
		t.Fatalf("%d tool calls, want 1", len(calls))
	}
	return &calls[0]
}

func TestAToolCallHasOneStatus(t *testing.T) {
	for name, row := range map[string]struct {
		log  events
		want projections.ToolStatus
		kind string
	}{
		"asked for and nothing more":                    {events{event(1, "tool.requested", `{"name":"Bash"}`, item("c"))}, "requested", ""},
		"output shows that it runs":                     {events{event(1, "tool.output", `{}`, item("c"))}, "running", ""},
		"an end counts without its start":               {events{event(1, "tool.completed", `{}`, item("c"))}, "completed", ""},
		"a failure is news to a hook that saw success":  {events{event(1, "tool.completed", `{}`, item("c"), live), event(2, "tool.failed", `{"error_kind":"exit_code"}`, item("c"))}, "failed", "exit_code"},
		"what was denied also failed":                   {events{event(1, "tool.denied", `{"by":"user"}`, item("c")), event(2, "tool.failed", `{"error_kind":"tool_error"}`, item("c"))}, "denied", "denied"},
		"what timed out was also stopped":               {events{event(1, "tool.timed_out", `{}`, item("c")), event(2, "tool.canceled", `{}`, item("c"))}, "timed_out", "timed_out"},
		"what was stopped also came back with an error": {events{event(1, "tool.failed", `{"error_kind":"tool_error"}`, item("c")), event(2, "tool.canceled", `{}`, item("c"))}, "canceled", ""},
		"an erased end counts":                          {events{event(1, "tool.failed", ``, item("c"), erased)}, "failed", "unknown"},
	} {
		t.Run(name, func(t *testing.T) {
			tool := theCall(t, replay(t, row.log))
			if tool.Status() != row.want || tool.ErrorKind() != row.kind {
				t.Fatalf("status %s, error %q; want %s, %q", tool.Status(), tool.ErrorKind(), row.want, row.kind)
			}
		})
	}
}

func TestAnItemCountsOnceForTheSessionThatSawItFirst(t *testing.T) {
	for name, row := range map[string]struct {
		log  events
		want string
	}{
		"the earlier session":                 {events{event(5, "tool.requested", `{"name":"Bash"}`, item(unique), in("claude-code/a")), event(2, "tool.requested", `{"name":"Bash"}`, item(unique), in("claude-code/b"))}, "claude-code/b"},
		"unknown times last":                  {events{event(1, "tool.requested", `{"name":"Bash"}`, item(unique), in("claude-code/a"), timeless), event(2, "tool.requested", `{"name":"Bash"}`, item(unique), in("claude-code/b"))}, "claude-code/b"},
		"the lesser id of equal times":        {events{event(1, "tool.requested", `{"name":"Bash"}`, item(unique), in("claude-code/b"), at(7)), event(2, "tool.requested", `{"name":"Bash"}`, item(unique), in("claude-code/a"), at(7))}, "claude-code/a"},
		"the lesser id when no time is known": {events{event(1, "tool.requested", `{"name":"Bash"}`, item(unique), in("claude-code/b"), timeless), event(2, "tool.requested", `{"name":"Bash"}`, item(unique), in("claude-code/a"), timeless)}, "claude-code/a"},
	} {
		t.Run(name, func(t *testing.T) {
			m := replay(t, row.log)
			if len(m.Tools) != 1 {
				t.Fatalf("%d tool calls, want 1", len(m.Tools))
			}
			if got := string(m.Tools["claude-code/"+unique].Sessions.Owner().Session); got != row.want {
				t.Fatalf("counts for %s, want %s", got, row.want)
			}
		})
	}
}

func TestItemsOfDifferentSourcesAreDifferent(t *testing.T) {
	m := replay(t, events{event(1, "tool.requested", `{"name":"Bash"}`, item(unique), in("claude-code/a")),
		event(2, "tool.requested", `{"name":"shell"}`, item(unique), in("codex/a"))})
	if len(m.Tools) != 2 {
		t.Fatalf("%d tool calls, want 2", len(m.Tools))
	}
}

func TestTheGreatestUsageOfAResponseCounts(t *testing.T) {
	usage := func(n int, tokens string) events {
		return events{event(n, "usage.recorded", `{"cache_creation_tokens":0,"cache_read_tokens":5,"input_tokens":3,"model":"m","output_tokens":`+tokens+`,"reasoning_tokens":0}`, item("r"))}
	}
	m := replay(t, append(append(usage(1, "1"), usage(2, "90")...), usage(3, "40")...))
	want := projections.Tokens{CacheRead: 5, Input: 3, Output: 90}
	if diff := cmp.Diff(want, m.Usage["claude-code/s//r"].Tokens); diff != "" {
		t.Fatalf("-want +got\n%s", diff)
	}
	if day := m.Usage["claude-code/s//r"].First.Day(); day != "2026-01-02" {
		t.Fatalf("day %q", day)
	}
}

func TestTheLastWordOfAnEmitterStands(t *testing.T) {
	created := event(1, "session.created", `{"agent":"claude-code","purpose":{"unknown":"not_recorded"},"title":{"unknown":"not_yet"},"workspace":"/w"}`)
	for name, row := range map[string]struct {
		log  events
		want string
	}{
		"a reason until there is a value":             {events{created}, "unknown: not_yet"},
		"a value replaces a reason":                   {events{created, event(2, "session.identity_enriched", `{"title":"Mend it"}`)}, "Mend it"},
		"a value said before a reason stands":         {events{event(0, "session.identity_enriched", `{"title":"Mend it"}`), created}, "Mend it"},
		"the greater seq, whatever the clock says":    {events{event(3, "session.identity_enriched", `{"title":"new"}`, at(1)), event(2, "session.identity_enriched", `{"title":"old"}`, at(9))}, "new"},
		"the later of two emitters":                   {events{event(3, "session.identity_enriched", `{"title":"new"}`), event(2, "session.identity_enriched", `{"title":"old"}`, live, seq(99))}, "new"},
		"the more trusted of two emitters":            {events{event(3, "session.identity_enriched", `{"title":"rumour"}`, trust("low")), event(2, "session.identity_enriched", `{"title":"known"}`, live)}, "known"},
		"tests and health checks say nothing of work": {events{created, event(2, "session.identity_enriched", `{"title":"x"}`, traffic("test")), event(3, "session.identity_enriched", `{"title":"y"}`, traffic("healthcheck"))}, "unknown: not_yet"},
	} {
		t.Run(name, func(t *testing.T) {
			said := replay(t, row.log).Sessions[s].Field(projections.FieldTitle)
			got := said.Value
			if got == "" {
				got = "unknown: " + string(said.Unknown)
			}
			if got != row.want {
				t.Fatalf("title %q, want %q", got, row.want)
			}
		})
	}
}

func TestTurnsAreCountedByStatus(t *testing.T) {
	turns := events{event(1, "turn.started", `{}`, turn("a")), event(2, "turn.completed", `{}`, turn("a")),
		event(3, "turn.started", `{}`, turn("b")), event(4, "turn.interrupted", `{}`, turn("b")), event(5, "turn.started", `{}`, turn("c"))}
	for name, row := range map[string]struct {
		more events
		want map[projections.TurnStatus]int
	}{
		"as they are":                                                 {nil, map[projections.TurnStatus]int{"completed": 1, "interrupted": 1, "open": 1}},
		"one failed":                                                  {events{event(6, "turn.failed", `{"class":"provider_auth"}`, turn("c"))}, map[projections.TurnStatus]int{"completed": 1, "interrupted": 1, "failed": 1}},
		"one taken back by name":                                      {events{event(6, "turn.withdrawn", `{"turns":["a"]}`)}, map[projections.TurnStatus]int{"withdrawn": 1, "interrupted": 1, "open": 1}},
		"the last two taken back":                                     {events{event(6, "turn.withdrawn", `{"last":2}`)}, map[projections.TurnStatus]int{"completed": 1, "withdrawn": 2}},
		"taking back twice goes further back":                         {events{event(6, "turn.withdrawn", `{"last":1}`), event(7, "turn.withdrawn", `{"last":1}`)}, map[projections.TurnStatus]int{"completed": 1, "withdrawn": 2}},
		"more than there are":                                         {events{event(6, "turn.withdrawn", `{"last":9000000000}`)}, map[projections.TurnStatus]int{"withdrawn": 3}},
		"turns after it are not taken back":                           {events{event(6, "turn.withdrawn", `{"last":1}`), event(7, "turn.started", `{}`, turn("d"))}, map[projections.TurnStatus]int{"completed": 1, "interrupted": 1, "withdrawn": 1, "open": 1}},
		"the last one only is open":                                   {events{event(6, "turn.started", `{}`, turn("d"))}, map[projections.TurnStatus]int{"completed": 1, "interrupted": 1, "end_not_recorded": 1, "open": 1}},
		"an end that came later than the next turn counts":            {events{event(6, "turn.started", `{}`, turn("d")), event(7, "turn.completed", `{}`, turn("c"))}, map[projections.TurnStatus]int{"completed": 2, "interrupted": 1, "open": 1}},
		"a turn that starts again is the last":                        {events{event(6, "turn.started", `{}`, turn("d")), event(7, "turn.started", `{}`, turn("c"))}, map[projections.TurnStatus]int{"completed": 1, "interrupted": 1, "end_not_recorded": 1, "open": 1}},
		"another emitter's turn is not later":                         {events{event(6, "turn.started", `{}`, turn("d"), by("import/other"), at(9))}, map[projections.TurnStatus]int{"completed": 1, "interrupted": 1, "open": 2}},
		"what a recording leaves open beside live events is not open": {events{event(6, "turn.started", `{}`, turn("d"), live)}, map[projections.TurnStatus]int{"completed": 1, "interrupted": 1, "end_not_recorded": 1, "open": 1}},
		"one emitter's later turn is enough":                          {events{event(6, "turn.started", `{}`, turn("c"), live), event(7, "turn.started", `{}`, turn("d"), live)}, map[projections.TurnStatus]int{"completed": 1, "interrupted": 1, "end_not_recorded": 1, "open": 1}},
		"its own order counts, not the clock":                         {events{event(6, "turn.started", `{}`, turn("d"), at(0))}, map[projections.TurnStatus]int{"completed": 1, "interrupted": 1, "end_not_recorded": 1, "open": 1}},
		"a live record of a turn is the same turn":                    {events{event(8, "turn.completed", `{}`, turn("c"), live)}, map[projections.TurnStatus]int{"completed": 2, "interrupted": 1}},
	} {
		t.Run(name, func(t *testing.T) {
			got := replay(t, append(turns[:len(turns):len(turns)], row.more...)).Sessions[s].CountTurns()
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Fatalf("-want +got\n%s", diff)
			}
		})
	}
}

func TestWhatIsNotUnderstoodIsParked(t *testing.T) {
	newer := event(2, "tool.completed", `{}`, item("c"))
	newer.Version = 2
	for name, row := range map[string]struct {
		log  events
		want projections.ParkReason
	}{
		"an unknown kind":             {events{event(1, "tool.evaporated", `{}`)}, "unknown_kind"},
		"a later version":             {events{newer}, "unknown_version"},
		"a number that is a text":     {events{event(1, "usage.recorded", `{"input_tokens":"many"}`)}, "bad_data"},
		"no object":                   {events{event(1, "message.recorded", `[]`)}, "bad_data"},
		"a payload that is cut short": {events{event(1, "tool.failed", `{"name":"Ba`, item("c"))}, "bad_data"},
	} {
		t.Run(name, func(t *testing.T) {
			m := replay(t, row.log)
			note := m.Parked[row.log[0].ID.String()]
			if note == nil || note.Reason != row.want {
				t.Fatalf("parked %+v, want %s", note, row.want)
			}
			if len(m.Tools)+len(m.Usage)+len(m.Messages) > 0 {
				t.Fatal("a parked event made an entity")
			}
		})
	}
}
