package approvecmd

import (
	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/eventlog"
)

// sight is what of an action its words alone do not tell an approver.
type sight interface{ Text(*term.Page) }

// see looks at what a request is about, nil for what shows all of itself.
//
// Errors: those of the log and of git.
func see(a *app.App, log eventlog.Log, r *approval.Request, clone string) (sight, error) {
	switch {
	case r.Action.Head != "":
		return seeShip(a, log, r, clone)
	case len(r.Action.Argv) > 0 && len(r.Files) == 0: // asked for by an older claw, which recorded none
		return seeCommand(a, &r.Action), nil
	}
	return nil, nil
}
