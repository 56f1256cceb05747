package projections_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/foldtest"
	"github.com/clawable/claw/projections/sessions"
)

func TestAnItemCountsOnceForTheSessionThatSawItFirst(t *testing.T) {
	for name, row := range map[string]struct {
		log  foldtest.Log
		want string
	}{
		"the earlier session":                 {foldtest.Log{foldtest.Event(5, "tool.requested", `{"name":"Bash"}`, foldtest.Item(foldtest.UniqueItem), foldtest.In("claude-code/a")), foldtest.Event(2, "tool.requested", `{"name":"Bash"}`, foldtest.Item(foldtest.UniqueItem), foldtest.In("claude-code/b"))}, "claude-code/b"},
		"unknown times last":                  {foldtest.Log{foldtest.Event(1, "tool.requested", `{"name":"Bash"}`, foldtest.Item(foldtest.UniqueItem), foldtest.In("claude-code/a"), foldtest.Timeless), foldtest.Event(2, "tool.requested", `{"name":"Bash"}`, foldtest.Item(foldtest.UniqueItem), foldtest.In("claude-code/b"))}, "claude-code/b"},
		"the lesser id of equal times":        {foldtest.Log{foldtest.Event(1, "tool.requested", `{"name":"Bash"}`, foldtest.Item(foldtest.UniqueItem), foldtest.In("claude-code/b"), foldtest.At(7)), foldtest.Event(2, "tool.requested", `{"name":"Bash"}`, foldtest.Item(foldtest.UniqueItem), foldtest.In("claude-code/a"), foldtest.At(7))}, "claude-code/a"},
		"the lesser id when no time is known": {foldtest.Log{foldtest.Event(1, "tool.requested", `{"name":"Bash"}`, foldtest.Item(foldtest.UniqueItem), foldtest.In("claude-code/b"), foldtest.Timeless), foldtest.Event(2, "tool.requested", `{"name":"Bash"}`, foldtest.Item(foldtest.UniqueItem), foldtest.In("claude-code/a"), foldtest.Timeless)}, "claude-code/a"},
	} {
		t.Run(name, func(t *testing.T) {
			m := foldtest.Replay(t, row.log)
			if len(m.Tools) != 1 {
				t.Fatalf("%d tool calls, want 1", len(m.Tools))
			}
			if got := string(m.Tools["claude-code/"+foldtest.UniqueItem].Sessions.Owner().Session); got != row.want {
				t.Fatalf("counts for %s, want %s", got, row.want)
			}
		})
	}
}

func TestItemsOfDifferentSourcesAreDifferent(t *testing.T) {
	m := foldtest.Replay(t, foldtest.Log{foldtest.Event(1, "tool.requested", `{"name":"Bash"}`, foldtest.Item(foldtest.UniqueItem), foldtest.In("claude-code/a")),
		foldtest.Event(2, "tool.requested", `{"name":"shell"}`, foldtest.Item(foldtest.UniqueItem), foldtest.In("codex/a"))})
	if len(m.Tools) != 2 {
		t.Fatalf("%d tool calls, want 2", len(m.Tools))
	}
}

func TestTheGreatestUsageOfAResponseCounts(t *testing.T) {
	usage := func(n int, tokens string) foldtest.Log {
		return foldtest.Log{foldtest.Event(n, "usage.recorded", `{"cache_creation_tokens":0,"cache_read_tokens":5,"input_tokens":3,"model":"m","output_tokens":`+tokens+`,"reasoning_tokens":0}`, foldtest.Item("r"))}
	}
	m := foldtest.Replay(t, append(append(usage(1, "1"), usage(2, "90")...), usage(3, "40")...))
	want := projections.Tokens{CacheRead: 5, Input: 3, Output: 90}
	if diff := cmp.Diff(want, m.Usage["claude-code/s//r"].Tokens); diff != "" {
		t.Fatalf("-want +got\n%s", diff)
	}
	if day := m.Usage["claude-code/s//r"].First.Day(); day != "2026-01-02" {
		t.Fatalf("day %q", day)
	}
}

func TestTheLastWordOfAnEmitterStands(t *testing.T) {
	created := foldtest.Event(1, "session.created", `{"agent":"claude-code","purpose":{"unknown":"not_recorded"},"title":{"unknown":"not_yet"},"workspace":"/w"}`)
	for name, row := range map[string]struct {
		log  foldtest.Log
		want string
	}{
		"a reason until there is a value":             {foldtest.Log{created}, "unknown: not_yet"},
		"a value replaces a reason":                   {foldtest.Log{created, foldtest.Event(2, "session.identity_enriched", `{"title":"Mend it"}`)}, "Mend it"},
		"a value said before a reason stands":         {foldtest.Log{foldtest.Event(0, "session.identity_enriched", `{"title":"Mend it"}`), created}, "Mend it"},
		"the greater seq, whatever the clock says":    {foldtest.Log{foldtest.Event(3, "session.identity_enriched", `{"title":"new"}`, foldtest.At(1)), foldtest.Event(2, "session.identity_enriched", `{"title":"old"}`, foldtest.At(9))}, "new"},
		"the later of two emitters":                   {foldtest.Log{foldtest.Event(3, "session.identity_enriched", `{"title":"new"}`), foldtest.Event(2, "session.identity_enriched", `{"title":"old"}`, foldtest.Live, foldtest.Seq(99))}, "new"},
		"the more trusted of two emitters":            {foldtest.Log{foldtest.Event(3, "session.identity_enriched", `{"title":"rumour"}`, foldtest.Trust("low")), foldtest.Event(2, "session.identity_enriched", `{"title":"known"}`, foldtest.Live)}, "known"},
		"tests and health checks say nothing of work": {foldtest.Log{created, foldtest.Event(2, "session.identity_enriched", `{"title":"x"}`, foldtest.Traffic("test")), foldtest.Event(3, "session.identity_enriched", `{"title":"y"}`, foldtest.Traffic("healthcheck"))}, "unknown: not_yet"},
	} {
		t.Run(name, func(t *testing.T) {
			said := foldtest.Replay(t, row.log).Sessions[foldtest.Session].Field(sessions.FieldTitle)
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

func TestWhatIsNotUnderstoodIsParked(t *testing.T) {
	newer := foldtest.Event(2, "tool.completed", `{}`, foldtest.Item("c"))
	newer.Version = 2
	for name, row := range map[string]struct {
		log  foldtest.Log
		want projections.ParkReason
	}{
		"an unknown kind":             {foldtest.Log{foldtest.Event(1, "tool.evaporated", `{}`)}, "unknown_kind"},
		"a later version":             {foldtest.Log{newer}, "unknown_version"},
		"a number that is a text":     {foldtest.Log{foldtest.Event(1, "usage.recorded", `{"input_tokens":"many"}`)}, "bad_data"},
		"no object":                   {foldtest.Log{foldtest.Event(1, "message.recorded", `[]`)}, "bad_data"},
		"a payload that is cut short": {foldtest.Log{foldtest.Event(1, "tool.failed", `{"name":"Ba`, foldtest.Item("c"))}, "bad_data"},
	} {
		t.Run(name, func(t *testing.T) {
			m := foldtest.Replay(t, row.log)
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
