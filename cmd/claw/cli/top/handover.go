package topcmd

import (
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/domain"
)

// handOver runs a verb of the program projector in place of this one, with the flags that were given.
//
// Errors: kind unavailable where there is no such program.
func handOver(a *app.App, verb string, given *pflag.FlagSet) error {
	file := app.ProjectorFile(a)
	if file == "" {
		return &domain.Error{Kind: domain.ErrUnavailable, Operation: "draw " + verb, Target: app.ProjectorName,
			Message: "the program projector, which draws, is neither beside claw nor in PATH", Hint: "install projector beside claw; claw board --watch needs no other program"}
	}
	line := []string{verb}
	given.Visit(func(f *pflag.Flag) { line = append(line, "--"+f.Name+"="+f.Value.String()) })
	a.Close()
	return become(a, file, line)
}
