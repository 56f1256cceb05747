package sessions_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/projections/foldtest"
	"github.com/clawable/claw/projections/sessions"
)

func TestASessionIsWorkingIdleOrEnded(t *testing.T) {
	started, done := foldtest.Event(1, "turn.started", `{}`, foldtest.Turn("a")), foldtest.Event(2, "turn.completed", `{}`, foldtest.Turn("a"))
	ended := foldtest.Event(3, "session.ended", `{"status":"completed"}`)
	for name, row := range map[string]struct {
		log  foldtest.Log
		want sessions.State
	}{
		"nothing was asked of it":              {foldtest.Log{foldtest.Event(1, "session.created", `{}`)}, sessions.Idle},
		"a turn is open":                       {foldtest.Log{started}, sessions.Working},
		"its turn is over":                     {foldtest.Log{started, done}, sessions.Idle},
		"its agent went on":                    {foldtest.Log{started, foldtest.Event(2, "turn.started", `{}`, foldtest.Turn("b")), foldtest.Event(3, "turn.completed", `{}`, foldtest.Turn("b"))}, sessions.Idle},
		"its end was recorded":                 {foldtest.Log{started, done, ended}, sessions.Ended},
		"its end was recorded, not the turn's": {foldtest.Log{started, ended}, sessions.Ended},
		"it was taken up again":                {foldtest.Log{started, done, ended, foldtest.Event(4, "turn.started", `{}`, foldtest.Turn("b"))}, sessions.Working},
		"and that turn is over":                {foldtest.Log{started, done, ended, foldtest.Event(4, "turn.started", `{}`, foldtest.Turn("b")), foldtest.Event(5, "turn.failed", `{}`, foldtest.Turn("b"))}, sessions.Idle},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(row.want, foldtest.Replay(t, row.log).Sessions[foldtest.Session].Standing().State); diff != "" {
				t.Fatalf("-want +got\n%s", diff)
			}
		})
	}
}
