package cli

import (
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/eventlog"
)

// sight is what of an action its words alone do not tell an approver.
type sight interface{ text(*page) }

// see looks at what a request is about, nil for what shows all of itself.
//
// Errors: those of the log and of git.
func (a *app) see(log eventlog.Log, r *approval.Request, clone string) (sight, error) {
	switch {
	case r.Action.Head != "":
		return a.seeShip(log, r, clone)
	case len(r.Action.Argv) > 0 && len(r.Files) == 0: // asked for by an older claw, which recorded none
		return a.seeCommand(&r.Action), nil
	}
	return nil, nil
}
