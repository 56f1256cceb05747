package tools_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/foldtest"
	"github.com/clawable/claw/projections/tools"
)

// asks, ends and fails are events of one call.
func asks(n int, id domain.ItemID, more ...foldtest.Option) domain.Event {
	return foldtest.Event(n, "tool.requested", `{"input":{"command":"go test"},"name":"Bash"}`, append([]foldtest.Option{foldtest.Item(id)}, more...)...)
}

func ends(n int, id domain.ItemID, more ...foldtest.Option) domain.Event {
	return foldtest.Event(n, "tool.completed", `{"name":"Bash"}`, append([]foldtest.Option{foldtest.Item(id)}, more...)...)
}

func fails(n int, id domain.ItemID, more ...foldtest.Option) domain.Event {
	return foldtest.Event(n, "tool.failed", `{"error_kind":"exit_code","name":"Bash"}`, append([]foldtest.Option{foldtest.Item(id)}, more...)...)
}

func following(cause domain.Event) foldtest.Option {
	return func(e *domain.Event) { e.Causes = []domain.EventID{cause.ID} }
}

// TestCallsThatShareAnIDAreToldApart lists the statuses of the calls that a log records.
func TestCallsThatShareAnIDAreToldApart(t *testing.T) {
	const a, b, bash = "claude-code/a", "claude-code/b", "functions.Bash:0"
	const turnID = "523a67c0-a9bf-4cef-b886-d71f390b5a2f"
	first := asks(1, bash)
	other := []foldtest.Option{foldtest.In(b), func(e *domain.Event) { e.Emitter = "import/claude-code/b" }}
	for name, row := range map[string]struct {
		log  foldtest.Log
		want []string
	}{
		"two sessions": {foldtest.Log{asks(1, bash, foldtest.In(a)), ends(2, bash, foldtest.In(a)), asks(3, bash, other...), fails(4, bash, other...)},
			[]string{"a completed", "b failed"}},
		"three turns": {foldtest.Log{asks(1, "call_0", foldtest.Turn("1")), ends(2, "call_0", foldtest.Turn("1")), asks(3, "call_0", foldtest.Turn("2")), fails(4, "call_0", foldtest.Turn("2")),
			asks(5, "call_0", foldtest.Turn("3")), ends(6, "call_0", foldtest.Turn("3"))}, []string{"s completed", "s failed", "s completed"}},
		"twice in a turn":                         {foldtest.Log{asks(1, bash, foldtest.Turn("1")), fails(2, bash, foldtest.Turn("1")), asks(3, bash, foldtest.Turn("1")), ends(4, bash, foldtest.Turn("1"))}, []string{"s failed", "s completed"}},
		"no turns":                                {foldtest.Log{asks(1, bash), fails(2, bash), asks(3, bash), ends(4, bash)}, []string{"s failed", "s completed"}},
		"the first never came back":               {foldtest.Log{asks(1, bash), asks(2, bash), fails(3, bash)}, []string{"s requested", "s failed"}},
		"the last never came back":                {foldtest.Log{asks(1, bash), fails(2, bash), asks(3, bash)}, []string{"s failed", "s requested"}},
		"an end goes to the turn that it names":   {foldtest.Log{asks(1, bash, foldtest.Turn("1")), asks(2, bash, foldtest.Turn("2")), fails(3, bash, foldtest.Turn("1"))}, []string{"s failed", "s requested"}},
		"an end goes to the cause that it names":  {foldtest.Log{first, asks(2, bash), fails(3, bash, following(first))}, []string{"s failed", "s requested"}},
		"a late end is of the call that was open": {foldtest.Log{asks(1, bash, foldtest.Turn("1")), fails(2, bash, foldtest.Turn("2"))}, []string{"s failed"}},
		"ends whose requests nobody recorded":     {foldtest.Log{ends(1, bash, foldtest.Turn("1")), fails(2, bash, foldtest.Turn("2"))}, []string{"s completed", "s failed"}},
		"what was denied also came back":          {foldtest.Log{asks(1, bash), foldtest.Event(2, "tool.denied", `{"by":"user"}`, foldtest.Item(bash)), fails(3, bash)}, []string{"s denied"}},
		"a hook tells of both calls as well, in turns of its own": {foldtest.Log{asks(1, bash, foldtest.Turn("1")), ends(2, bash, foldtest.Turn("1")), asks(11, bash, foldtest.Turn("2")), fails(12, bash, foldtest.Turn("2")),
			asks(21, bash, foldtest.Turn("p"), foldtest.Live, foldtest.At(1)), ends(22, bash, foldtest.Turn("p"), foldtest.Live, foldtest.At(2)), asks(23, bash, foldtest.Turn("q"), foldtest.Live, foldtest.At(11)), ends(24, bash, foldtest.Turn("q"), foldtest.Live, foldtest.At(12))},
			[]string{"s completed", "s failed"}},
		"a hook tells of the second call alone": {foldtest.Log{asks(1, bash), ends(2, bash), asks(11, bash), fails(12, bash), foldtest.Event(23, "tool.canceled", `{}`, foldtest.Item(bash), foldtest.Live, foldtest.At(11))},
			[]string{"s completed", "s canceled"}},
		"a copy in another session, at the same times": {foldtest.Log{asks(1, bash, foldtest.In(a)), ends(2, bash, foldtest.In(a)), asks(3, bash, append(other, foldtest.At(1))...), ends(4, bash, append(other, foldtest.At(2))...),
			asks(5, bash, other...), fails(6, bash, other...)}, []string{"a completed", "b failed"}},
		"a copy of a call that came back only there": {foldtest.Log{asks(1, bash, foldtest.In(a)), asks(3, bash, append(other, foldtest.At(1))...), fails(4, bash, other...)}, []string{"a failed"}},
		"a copy of the same turn, written at another time": {foldtest.Log{asks(1, bash, foldtest.In(a), foldtest.Turn(turnID)), ends(2, bash, foldtest.In(a), foldtest.Turn(turnID)),
			asks(3, bash, append(other, foldtest.Turn(turnID))...), ends(4, bash, append(other, foldtest.Turn(turnID))...)}, []string{"a completed"}},
		"two like calls of a turn and their copies": {foldtest.Log{asks(1, bash, foldtest.In(a), foldtest.Turn(turnID)), asks(2, bash, foldtest.In(a), foldtest.Turn(turnID)),
			asks(3, bash, append(other, foldtest.Turn(turnID))...), asks(4, bash, append(other, foldtest.Turn(turnID))...)}, []string{"a requested", "a requested"}},
		"turns of the same number prove no copy": {foldtest.Log{asks(1, bash, foldtest.In(a), foldtest.Turn("turn_0")), asks(2, bash, append(other, foldtest.Turn("turn_0"))...)}, []string{"a requested", "b requested"}},
		"at one time, but with another input": {foldtest.Log{asks(1, bash, foldtest.In(a)), foldtest.Event(2, "tool.requested", `{"input":{"command":"ls"},"name":"Bash"}`, append(other, foldtest.Item(bash), foldtest.At(1))...)},
			[]string{"a requested", "b requested"}},
		"times that nobody knows prove no copy": {foldtest.Log{asks(1, bash, foldtest.In(a), foldtest.Timeless), asks(2, bash, append(other, foldtest.Timeless)...)}, []string{"a requested", "b requested"}},
		"a unique id is one call in all sessions": {foldtest.Log{asks(1, foldtest.UniqueItem, foldtest.In(a)), ends(2, foldtest.UniqueItem, foldtest.In(a)), asks(3, foldtest.UniqueItem, other...), ends(4, foldtest.UniqueItem, other...)},
			[]string{"a completed"}},
	} {
		t.Run(name, func(t *testing.T) {
			for range 2 {
				var got []string
				calls := foldtest.Replay(t, row.log).Calls()
				slices.SortStableFunc(calls, func(x, y tools.Call) int { return int(x.StartedAt() - y.StartedAt()) })
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
	told := func(n int, session domain.SessionID, id domain.ItemID) foldtest.Log {
		return foldtest.Log{foldtest.Event(n, "message.recorded", `{"role":"user","text":"hello"}`, foldtest.Item(id), foldtest.In(session)),
			foldtest.Event(n+1, "usage.recorded", `{"input_tokens":1,"output_tokens":2}`, foldtest.Item(id), foldtest.In(session)),
			foldtest.Event(n+2, "provider.failed", `{"class":"provider_auth"}`, foldtest.Item(id), foldtest.In(session))}
	}
	for id, want := range map[domain.ItemID]int{"msg_1": 2, "msg_011VYEWKkPNPRmKxAJeLT2jQ": 1, "deae7c10-1e9a-466a-bbd0-1cd31b43d823": 1,
		"2bcfc70c2e2111ecc6c56fed784e7cdce059cb104c51034446cff549bf8edafe#1/0": 2} {
		m := foldtest.Replay(t, append(told(1, "claude-code/a", id), told(4, "claude-code/b", id)...))
		if len(m.Messages) != want || len(m.Usage) != want || len(m.Failures) != want {
			t.Errorf("%s: %d messages, %d responses, %d failures; want %d of each", id, len(m.Messages), len(m.Usage), len(m.Failures), want)
		}
	}
}
