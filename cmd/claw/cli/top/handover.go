package topcmd

import (
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/handover"
)

// handOver runs a verb of the program projector in place of this one, with the flags that were given.
//
// Errors: those of [handover.Run].
func handOver(a *app.App, verb string, given *pflag.FlagSet) error {
	line := []string{verb}
	given.Visit(func(f *pflag.Flag) { line = append(line, "--"+f.Name+"="+f.Value.String()) })
	return handover.Run(a, handover.Need{Operation: "draw " + verb, Target: app.ProjectorName, Does: "draws the screen", Else: "claw board --watch needs no other program"}, line)
}
