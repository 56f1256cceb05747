package projections_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
)

// TestAnEndThatNamesNoTurnEndsTheLastOneBeforeIt: each end is named by its event.
func TestAnEndThatNamesNoTurnEndsTheLastOneBeforeIt(t *testing.T) {
	start := func(n int, id domain.TurnID) domain.Event { return event(n, "turn.started", `{}`, turn(id)) }
	end := func(n int, kind domain.Kind) domain.Event { return event(n, kind, `{}`) }
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
		log  events
		want map[projections.TurnStatus]int
	}{
		"it is open":                            {events{start(1, "a"), end(2, completed)}, counts("completed", 1)},
		"it was broken off":                     {events{start(1, "a"), end(2, interrupted)}, counts("interrupted", 1)},
		"it ended before":                       {events{start(1, "a"), end(2, completed), end(3, failed)}, counts("failed", 1)},
		"the turn before it stays":              {events{start(1, "a"), start(2, "b"), end(3, completed)}, counts("completed", 1, "end_not_recorded", 1)},
		"the turn after it stays":               {events{start(1, "a"), end(2, completed), start(3, "b")}, counts("completed", 1, "open", 1)},
		"the start has no name either":          {events{event(1, "turn.started", `{}`), end(2, failed)}, counts("failed", 1)},
		"none was started":                      {events{end(1, completed)}, counts("completed", 1)},
		"another started it":                    {events{by("other", start(1, "a")), end(2, completed)}, counts("completed", 1)},
		"which of two is not known":             {events{start(1, "a"), at(1, start(2, "b")), end(3, completed)}, counts("completed", 1, "open", 2)},
		"the end has no number":                 {events{start(1, "a"), at(0, end(2, completed))}, counts("completed", 1, "open", 1)},
		"the turn was taken back":               {events{start(1, "a"), end(2, completed), event(3, "turn.withdrawn", `{"turns":["a"]}`)}, counts("withdrawn", 1)},
		"a name in the end is another turn's":   {events{start(1, "a"), event(2, completed, `{}`, turn("b"))}, counts("completed", 1, "open", 1)},
		"it came before what it ends, as heard": {events{end(2, completed), start(1, "a")}, counts("completed", 1)},
	} {
		t.Run(name, func(t *testing.T) {
			e := replay(t, row.log).Sessions[s]
			if diff := cmp.Diff(row.want, e.CountTurns()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func counts(pairs ...any) map[projections.TurnStatus]int {
	out := map[projections.TurnStatus]int{}
	for i := 0; i < len(pairs); i += 2 {
		out[projections.TurnStatus(pairs[i].(string))] = pairs[i+1].(int)
	}
	return out
}
