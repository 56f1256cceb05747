package lookcmd

import (
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain/lane"
)

// writeStated writes what was stated about a lane: whose it is, what it is for, what its finish needs.
// The purpose is left out where it is the title.
func writeStated(p *term.Page, o *lane.Outcome, title string) {
	var scope []string
	for _, part := range []struct{ name, value string }{{"owner", o.Scope.Owner}, {"workflow", o.Scope.Workflow}, {"watcher", string(o.Scope.Watcher)}} {
		if part.value != "" {
			scope = append(scope, part.name+" "+part.value)
		}
	}
	if len(scope) > 0 {
		p.Field("scope", term.StylePlain, "%s", strings.Join(scope, ", "))
	}
	if o.Stated.Purpose != "" && o.Stated.Purpose != title {
		p.Field("purpose", term.StylePlain, "%s", o.Stated.Purpose)
	}
	if o.Stated.PRNumber != 0 {
		p.Field("about", term.StylePlain, "pull request #%d", o.Stated.PRNumber)
	}
	if len(o.Stated.Expects) > 0 {
		p.Field("expects", term.StylePlain, "%s", term.Joined(o.Stated.Expects))
	}
}
