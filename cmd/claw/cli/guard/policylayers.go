package guard

import (
	"path/filepath"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/commands/approve"
	guarding "github.com/clawable/claw/commands/guard"
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

// Layers are the policies that apply to this run; log is nil where there is none, and trouble
// says why it cannot be read: see [guarding.Place.LayersOf].
func Layers(a *app.App, log eventlog.Log, trouble error) []policy.Layer {
	var approvals *approve.Approvals
	if log != nil {
		approvals = approvaltext.Approvals(a, log)
	}
	layers, _ := PlaceOf(a).LayersOf(a.Ctx, approvals, trouble)
	return layers
}
