package sessions_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/foldtest"
	"github.com/clawable/claw/projections/sessions"
)

// TestAnEndThatNamesNoTurnEndsTheLastOneBeforeIt: each end is named by its event.
func TestAnEndThatNamesNoTurnEndsTheLastOneBeforeIt(t *testing.T) {
	start := func(n int, id domain.TurnID) domain.Event {
		return foldtest.Event(n, "turn.started", `{}`, foldtest.Turn(id))
	}
	end := func(n int, kind domain.Kind) domain.Event { return foldtest.Event(n, kind, `{}`) }
	by := func(name domain.EmitterID, e domain.Event) domain.Event {
		e.Emitter = name
		return e
	}
	at := func(n uint64, e domain.Event) domain.Event {
		e.Seq = n
		return e
	}
	const completed, interrupted, failed = "turn.completed", "turn.interrupted", "turn.failed"
	for name, row := range map[string]struct {
		log  foldtest.Log
		want map[sessions.TurnStatus]int
	}{
		"it is open":                            {foldtest.Log{start(1, "a"), end(2, completed)}, counts("completed", 1)},
		"it was broken off":                     {foldtest.Log{start(1, "a"), end(2, interrupted)}, counts("interrupted", 1)},
		"it ended before":                       {foldtest.Log{start(1, "a"), end(2, completed), end(3, failed)}, counts("failed", 1)},
		"the turn before it stays":              {foldtest.Log{start(1, "a"), start(2, "b"), end(3, completed)}, counts("completed", 1, "end_not_recorded", 1)},
		"the turn after it stays":               {foldtest.Log{start(1, "a"), end(2, completed), start(3, "b")}, counts("completed", 1, "open", 1)},
		"the start has no name either":          {foldtest.Log{foldtest.Event(1, "turn.started", `{}`), end(2, failed)}, counts("failed", 1)},
		"none was started":                      {foldtest.Log{end(1, completed)}, counts("completed", 1)},
		"another started it":                    {foldtest.Log{by("other", start(1, "a")), end(2, completed)}, counts("completed", 1)},
		"which of two is not known":             {foldtest.Log{start(1, "a"), at(1, start(2, "b")), end(3, completed)}, counts("completed", 1, "open", 2)},
		"the end has no number":                 {foldtest.Log{start(1, "a"), at(0, end(2, completed))}, counts("completed", 1, "open", 1)},
		"the turn was taken back":               {foldtest.Log{start(1, "a"), end(2, completed), foldtest.Event(3, "turn.withdrawn", `{"turns":["a"]}`)}, counts("withdrawn", 1)},
		"a name in the end is another turn's":   {foldtest.Log{start(1, "a"), foldtest.Event(2, completed, `{}`, foldtest.Turn("b"))}, counts("completed", 1, "open", 1)},
		"it came before what it ends, as heard": {foldtest.Log{end(2, completed), start(1, "a")}, counts("completed", 1)},
	} {
		t.Run(name, func(t *testing.T) {
			e := foldtest.Replay(t, row.log).Sessions[foldtest.Session]
			if diff := cmp.Diff(row.want, e.CountTurns()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func counts(pairs ...any) map[sessions.TurnStatus]int {
	out := map[sessions.TurnStatus]int{}
	for i := 0; i < len(pairs); i += 2 {
		out[sessions.TurnStatus(pairs[i].(string))] = pairs[i+1].(int)
	}
	return out
}
