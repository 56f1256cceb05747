package setupcmd

import (
	"slices"

	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store"
)

// activeSession is the session that is in flight as of the time of reading, of several the one
// that was heard last; "" for none. A session is active that its agent reports as it happens,
// that did not end, and of which something was heard within [lane.StaleAfter]: an agent that was
// killed says nothing any more. A subagent is no session of its own here.
func activeSession(v *view.Views) (domain.SessionID, error) {
	var last store.SessionRow
	f, page := store.Filter{Since: projections.Time(v.AsOf.Time().Add(-lane.StaleAfter).UnixNano())}, store.Page{}
	for {
		list, err := v.Sessions(f, page)
		if err != nil {
			return "", err
		}
		for i := range list.Sessions {
			s := &list.Sessions[i]
			live := slices.Contains(s.Recorded, "live") && s.State != projections.SessionEnded && s.Parent.Value == ""
			if live && (last.Session == "" || s.LastObserved > last.LastObserved) {
				last = *s
			}
		}
		if page.Cursor = list.Next; page.Cursor == "" {
			return last.Session, nil
		}
	}
}
