package cli

import (
	"context"
	"slices"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/front"
	"github.com/clawable/claw/cmd/claw/cli/guard"
)

// Claw is the program claw.
func Claw() *front.Front {
	return &front.Front{Root: root, Verbs: offerVerbs, Arguments: offeredArguments, Flags: offeredFlags, AtOnce: isHook, Excuse: excuse}
}

// Main is claw in the real world; it returns the exit code.
func Main() int { return Claw().Main() }

// Run runs one command line of claw and returns the exit code.
func Run(ctx context.Context, p *app.Program, args []string) int { return Claw().Run(ctx, p, args) }

// isHook reports whether a command line runs a hook. A signal ends a hook at once: what it
// appends is there whole or not at all, and an agent would wait for its signals to be handled.
func isHook(args []string) bool { return len(args) > 0 && args[0] == "hook" }

// excuse tells what went wrong in a hook, to people only, and returns the exit code: an
// agent takes some codes for a no, and none of claw's troubles is one.
func excuse(a *app.App, err error, args []string) int {
	a.Tell(app.Typed(err))
	if slices.Contains(args, "--"+guard.StrictFlag) {
		return 1
	}
	return 0
}
