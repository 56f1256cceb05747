package setupcmd

import (
	"slices"

	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections/sessions"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/values"
)

// activeSession returns the session in flight as of the time of reading, of several the one with
// the newest event; "" for none. A session is active when its agent reports events as they
// happen, it did not end, and its newest event is younger than [lane.StaleAfter]: an agent that
// was killed reports nothing. A subagent does not count as a separate session here.
func activeSession(v *view.Views) (domain.SessionID, error) {
	var last query.SessionRow
	f, page := selection.Filter{Since: values.Time(v.AsOf.Time().Add(-lane.StaleAfter).UnixNano())}, selection.Page{}
	for {
		list, err := query.Sessions(v, f, page)
		if err != nil {
			return "", err
		}
		for i := range list.Sessions {
			s := &list.Sessions[i]
			live := slices.Contains(s.Recorded, "live") && s.State != sessions.Ended && s.Parent.Value == ""
			if live && (last.Session == "" || s.LastObserved > last.LastObserved) {
				last = *s
			}
		}
		if page.Cursor = list.Next; page.Cursor == "" {
			return last.Session, nil
		}
	}
}
