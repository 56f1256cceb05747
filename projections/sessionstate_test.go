package projections_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/projections"
)

func TestASessionIsWorkingIdleOrEnded(t *testing.T) {
	started, done := event(1, "turn.started", `{}`, turn("a")), event(2, "turn.completed", `{}`, turn("a"))
	ended := event(3, "session.ended", `{"status":"completed"}`)
	for name, row := range map[string]struct {
		log  events
		want projections.SessionState
	}{
		"nothing was asked of it":              {events{event(1, "session.created", `{}`)}, projections.SessionIdle},
		"a turn is open":                       {events{started}, projections.SessionWorking},
		"its turn is over":                     {events{started, done}, projections.SessionIdle},
		"its agent went on":                    {events{started, event(2, "turn.started", `{}`, turn("b")), event(3, "turn.completed", `{}`, turn("b"))}, projections.SessionIdle},
		"its end was recorded":                 {events{started, done, ended}, projections.SessionEnded},
		"its end was recorded, not the turn's": {events{started, ended}, projections.SessionEnded},
		"it was taken up again":                {events{started, done, ended, event(4, "turn.started", `{}`, turn("b"))}, projections.SessionWorking},
		"and that turn is over":                {events{started, done, ended, event(4, "turn.started", `{}`, turn("b")), event(5, "turn.failed", `{}`, turn("b"))}, projections.SessionIdle},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(row.want, replay(t, row.log).Sessions[s].Standing().State); diff != "" {
				t.Fatalf("-want +got\n%s", diff)
			}
		})
	}
}
