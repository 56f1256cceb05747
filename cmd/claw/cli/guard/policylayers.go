package guard

import (
	"path/filepath"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/commands/approve"
	guarding "github.com/clawable/claw/commands/guard"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/policy"
)

// PlaceOf is the place of this run, as policies evaluate it.
func PlaceOf(a *app.App) *guarding.Place {
	p := &guarding.Place{Dir: a.Dir, Home: a.Home, Env: a.Env, Git: worktrees{a}}
	if settings := app.UserFile(a); settings != "" {
		p.Settings = filepath.Dir(settings)
	}
	return p
}

// Layers returns the policies that apply to this run; log is nil where there is none, and
// trouble is the reason why it cannot be read: see [guarding.Place.LayersOf].
func Layers(a *app.App, log eventlog.Log, trouble error) []policy.Layer {
	var approvals *approve.Approvals
	if log != nil {
		approvals = approvaltext.Approvals(a, log)
	}
	layers, _ := PlaceOf(a).LayersOf(a.Ctx, approvals, trouble)
	return layers
}

// Rules evaluates an action by the policies that apply to this run, those of the log included.
func Rules(a *app.App, log eventlog.Log) func(policy.Action) policy.Verdict {
	return func(act policy.Action) policy.Verdict {
		layers := Layers(a, log, nil)
		place := PlaceOf(a)
		place.Surround(&act, layers)
		place.Checkouts(a.Ctx, &act, policy.CheckoutFolders(layers, &act))
		return policy.Evaluate(layers, &act)
	}
}

// Binding is what the policies that apply to this run bind of the files of a command.
func Binding(a *app.App, log eventlog.Log, argv []string) domain.Binding {
	if len(argv) == 0 {
		return ""
	}
	return Rules(a, log)(policy.Action{Tool: "shell", Argv: argv}).Bind
}
