package approvecmd

import (
	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/eventlog"
)

// sight is what an approver has to see of an action beside its text.
type sight interface{ Text(*term.Page) }

// see looks at what a request is about; nil where the text of the request is all of it.
//
// Errors: those of the log and of git.
func see(a *app.App, log eventlog.Log, r *approval.Request, clone string) (sight, error) {
	switch {
	case r.Action.Head != "":
		return seeShip(a, log, r, clone)
	case len(r.Action.Argv) > 0 && len(r.Files) == 0: // requested by an older claw, which recorded no files
		return seeCommand(a, &r.Action), nil
	}
	return nil, nil
}
