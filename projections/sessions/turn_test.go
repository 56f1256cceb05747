package sessions_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/projections/foldtest"
	"github.com/clawable/claw/projections/sessions"
)

func TestTurnsAreCountedByStatus(t *testing.T) {
	turns := foldtest.Log{foldtest.Event(1, "turn.started", `{}`, foldtest.Turn("a")), foldtest.Event(2, "turn.completed", `{}`, foldtest.Turn("a")),
		foldtest.Event(3, "turn.started", `{}`, foldtest.Turn("b")), foldtest.Event(4, "turn.interrupted", `{}`, foldtest.Turn("b")), foldtest.Event(5, "turn.started", `{}`, foldtest.Turn("c"))}
	for name, row := range map[string]struct {
		more foldtest.Log
		want map[sessions.TurnStatus]int
	}{
		"as they are":                                                 {nil, map[sessions.TurnStatus]int{"completed": 1, "interrupted": 1, "open": 1}},
		"one failed":                                                  {foldtest.Log{foldtest.Event(6, "turn.failed", `{"class":"provider_auth"}`, foldtest.Turn("c"))}, map[sessions.TurnStatus]int{"completed": 1, "interrupted": 1, "failed": 1}},
		"one taken back by name":                                      {foldtest.Log{foldtest.Event(6, "turn.withdrawn", `{"turns":["a"]}`)}, map[sessions.TurnStatus]int{"withdrawn": 1, "interrupted": 1, "open": 1}},
		"the last two taken back":                                     {foldtest.Log{foldtest.Event(6, "turn.withdrawn", `{"last":2}`)}, map[sessions.TurnStatus]int{"completed": 1, "withdrawn": 2}},
		"taking back twice goes further back":                         {foldtest.Log{foldtest.Event(6, "turn.withdrawn", `{"last":1}`), foldtest.Event(7, "turn.withdrawn", `{"last":1}`)}, map[sessions.TurnStatus]int{"completed": 1, "withdrawn": 2}},
		"more than there are":                                         {foldtest.Log{foldtest.Event(6, "turn.withdrawn", `{"last":9000000000}`)}, map[sessions.TurnStatus]int{"withdrawn": 3}},
		"turns after it are not taken back":                           {foldtest.Log{foldtest.Event(6, "turn.withdrawn", `{"last":1}`), foldtest.Event(7, "turn.started", `{}`, foldtest.Turn("d"))}, map[sessions.TurnStatus]int{"completed": 1, "interrupted": 1, "withdrawn": 1, "open": 1}},
		"the last one only is open":                                   {foldtest.Log{foldtest.Event(6, "turn.started", `{}`, foldtest.Turn("d"))}, map[sessions.TurnStatus]int{"completed": 1, "interrupted": 1, "end_not_recorded": 1, "open": 1}},
		"an end that came later than the next turn counts":            {foldtest.Log{foldtest.Event(6, "turn.started", `{}`, foldtest.Turn("d")), foldtest.Event(7, "turn.completed", `{}`, foldtest.Turn("c"))}, map[sessions.TurnStatus]int{"completed": 2, "interrupted": 1, "open": 1}},
		"a turn that starts again is the last":                        {foldtest.Log{foldtest.Event(6, "turn.started", `{}`, foldtest.Turn("d")), foldtest.Event(7, "turn.started", `{}`, foldtest.Turn("c"))}, map[sessions.TurnStatus]int{"completed": 1, "interrupted": 1, "end_not_recorded": 1, "open": 1}},
		"another emitter's turn is not later":                         {foldtest.Log{foldtest.Event(6, "turn.started", `{}`, foldtest.Turn("d"), foldtest.By("import/other"), foldtest.At(9))}, map[sessions.TurnStatus]int{"completed": 1, "interrupted": 1, "open": 2}},
		"what a recording leaves open beside live events is not open": {foldtest.Log{foldtest.Event(6, "turn.started", `{}`, foldtest.Turn("d"), foldtest.Live)}, map[sessions.TurnStatus]int{"completed": 1, "interrupted": 1, "end_not_recorded": 1, "open": 1}},
		"one emitter's later turn is enough":                          {foldtest.Log{foldtest.Event(6, "turn.started", `{}`, foldtest.Turn("c"), foldtest.Live), foldtest.Event(7, "turn.started", `{}`, foldtest.Turn("d"), foldtest.Live)}, map[sessions.TurnStatus]int{"completed": 1, "interrupted": 1, "end_not_recorded": 1, "open": 1}},
		"its own order counts, not the clock":                         {foldtest.Log{foldtest.Event(6, "turn.started", `{}`, foldtest.Turn("d"), foldtest.At(0))}, map[sessions.TurnStatus]int{"completed": 1, "interrupted": 1, "end_not_recorded": 1, "open": 1}},
		"a live record of a turn is the same turn":                    {foldtest.Log{foldtest.Event(8, "turn.completed", `{}`, foldtest.Turn("c"), foldtest.Live)}, map[sessions.TurnStatus]int{"completed": 2, "interrupted": 1}},
	} {
		t.Run(name, func(t *testing.T) {
			got := foldtest.Replay(t, append(turns[:len(turns):len(turns)], row.more...)).Sessions[foldtest.Session].CountTurns()
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Fatalf("-want +got\n%s", diff)
			}
		})
	}
}
