package projections_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
)

// asks, ends and fails are events of one call.
func asks(n int, id domain.ItemID, more ...option) domain.Event {
	return event(n, "tool.requested", `{"input":{"command":"go test"},"name":"Bash"}`, append([]option{item(id)}, more...)...)
}

func ends(n int, id domain.ItemID, more ...option) domain.Event {
	return event(n, "tool.completed", `{"name":"Bash"}`, append([]option{item(id)}, more...)...)
}

func fails(n int, id domain.ItemID, more ...option) domain.Event {
	return event(n, "tool.failed", `{"error_kind":"exit_code","name":"Bash"}`, append([]option{item(id)}, more...)...)
}

func following(cause domain.Event) option {
	return func(e *domain.Event) { e.Causes = []domain.EventID{cause.ID} }
}

// TestCallsThatShareAnIDAreToldApart lists the statuses of the calls that a log tells of.
func TestCallsThatShareAnIDAreToldApart(t *testing.T) {
	const a, b, bash = "claude-code/a", "claude-code/b", "functions.Bash:0"
	const turnID = "523a67c0-a9bf-4cef-b886-d71f390b5a2f"
	first := asks(1, bash)
	other := []option{in(b), func(e *domain.Event) { e.Emitter = "import/claude-code/b" }}
	for name, row := range map[string]struct {
		log  events
		want []string
	}{
		"two sessions": {events{asks(1, bash, in(a)), ends(2, bash, in(a)), asks(3, bash, other...), fails(4, bash, other...)},
			[]string{"a completed", "b failed"}},
		"three turns": {events{asks(1, "call_0", turn("1")), ends(2, "call_0", turn("1")), asks(3, "call_0", turn("2")), fails(4, "call_0", turn("2")),
			asks(5, "call_0", turn("3")), ends(6, "call_0", turn("3"))}, []string{"s completed", "s failed", "s completed"}},
		"twice in a turn":                         {events{asks(1, bash, turn("1")), fails(2, bash, turn("1")), asks(3, bash, turn("1")), ends(4, bash, turn("1"))}, []string{"s failed", "s completed"}},
		"no turns":                                {events{asks(1, bash), fails(2, bash), asks(3, bash), ends(4, bash)}, []string{"s failed", "s completed"}},
		"the first never came back":               {events{asks(1, bash), asks(2, bash), fails(3, bash)}, []string{"s requested", "s failed"}},
		"the last never came back":                {events{asks(1, bash), fails(2, bash), asks(3, bash)}, []string{"s failed", "s requested"}},
		"an end goes to the turn that it names":   {events{asks(1, bash, turn("1")), asks(2, bash, turn("2")), fails(3, bash, turn("1"))}, []string{"s failed", "s requested"}},
		"an end goes to the cause that it names":  {events{first, asks(2, bash), fails(3, bash, following(first))}, []string{"s failed", "s requested"}},
		"a late end is of the call that was open": {events{asks(1, bash, turn("1")), fails(2, bash, turn("2"))}, []string{"s failed"}},
		"ends whose requests nobody recorded":     {events{ends(1, bash, turn("1")), fails(2, bash, turn("2"))}, []string{"s completed", "s failed"}},
		"what was denied also came back":          {events{asks(1, bash), event(2, "tool.denied", `{"by":"user"}`, item(bash)), fails(3, bash)}, []string{"s denied"}},
		"a hook tells of both calls as well, in turns of its own": {events{asks(1, bash, turn("1")), ends(2, bash, turn("1")), asks(11, bash, turn("2")), fails(12, bash, turn("2")),
			asks(21, bash, turn("p"), live, at(1)), ends(22, bash, turn("p"), live, at(2)), asks(23, bash, turn("q"), live, at(11)), ends(24, bash, turn("q"), live, at(12))},
			[]string{"s completed", "s failed"}},
		"a hook tells of the second call alone": {events{asks(1, bash), ends(2, bash), asks(11, bash), fails(12, bash), event(23, "tool.canceled", `{}`, item(bash), live, at(11))},
			[]string{"s completed", "s canceled"}},
		"a copy in another session, at the same times": {events{asks(1, bash, in(a)), ends(2, bash, in(a)), asks(3, bash, append(other, at(1))...), ends(4, bash, append(other, at(2))...),
			asks(5, bash, other...), fails(6, bash, other...)}, []string{"a completed", "b failed"}},
		"a copy of a call that came back only there": {events{asks(1, bash, in(a)), asks(3, bash, append(other, at(1))...), fails(4, bash, other...)}, []string{"a failed"}},
		"a copy of the same turn, written at another time": {events{asks(1, bash, in(a), turn(turnID)), ends(2, bash, in(a), turn(turnID)),
			asks(3, bash, append(other, turn(turnID))...), ends(4, bash, append(other, turn(turnID))...)}, []string{"a completed"}},
		"two like calls of a turn and their copies": {events{asks(1, bash, in(a), turn(turnID)), asks(2, bash, in(a), turn(turnID)),
			asks(3, bash, append(other, turn(turnID))...), asks(4, bash, append(other, turn(turnID))...)}, []string{"a requested", "a requested"}},
		"turns of the same number prove no copy": {events{asks(1, bash, in(a), turn("turn_0")), asks(2, bash, append(other, turn("turn_0"))...)}, []string{"a requested", "b requested"}},
		"at one time, but with another input": {events{asks(1, bash, in(a)), event(2, "tool.requested", `{"input":{"command":"ls"},"name":"Bash"}`, append(other, item(bash), at(1))...)},
			[]string{"a requested", "b requested"}},
		"times that nobody knows prove no copy": {events{asks(1, bash, in(a), timeless), asks(2, bash, append(other, timeless)...)}, []string{"a requested", "b requested"}},
		"a unique id is one call in all sessions": {events{asks(1, unique, in(a)), ends(2, unique, in(a)), asks(3, unique, other...), ends(4, unique, other...)},
			[]string{"a completed"}},
	} {
		t.Run(name, func(t *testing.T) {
			for range 2 {
				var got []string
				calls := replay(t, row.log).Calls()
				slices.SortStableFunc(calls, func(x, y projections.Call) int { return int(x.StartedAt() - y.StartedAt()) })
				for _, c := range calls {
					_, own := c.Sessions.Owner().Session.Split()
					got = append(got, own+" "+string(c.Status()))
				}
				if diff := cmp.Diff(row.want, got); diff != "" {
					t.Fatalf("-want +got\n%s", diff)
				}
				slices.Reverse(row.log)
			}
		})
	}
}

// TestWhatSharesAnIDWithAnotherSessionCountsThere is about the other entities that have items.
func TestWhatSharesAnIDWithAnotherSessionCountsThere(t *testing.T) {
	told := func(n int, session domain.SessionID, id domain.ItemID) events {
		return events{event(n, "message.recorded", `{"role":"user","text":"hello"}`, item(id), in(session)),
			event(n+1, "usage.recorded", `{"input_tokens":1,"output_tokens":2}`, item(id), in(session)),
			event(n+2, "provider.failed", `{"class":"provider_auth"}`, item(id), in(session))}
	}
	for id, want := range map[domain.ItemID]int{"msg_1": 2, "msg_011VYEWKkPNPRmKxAJeLT2jQ": 1, "deae7c10-1e9a-466a-bbd0-1cd31b43d823": 1,
		"2bcfc70c2e2111ecc6c56fed784e7cdce059cb104c51034446cff549bf8edafe#1/0": 2} {
		m := replay(t, append(told(1, "claude-code/a", id), told(4, "claude-code/b", id)...))
		if len(m.Messages) != want || len(m.Usage) != want || len(m.Failures) != want {
			t.Errorf("%s: %d messages, %d responses, %d failures; want %d of each", id, len(m.Messages), len(m.Usage), len(m.Failures), want)
		}
	}
}
