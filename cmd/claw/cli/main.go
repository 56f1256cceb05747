package cli

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/front"
	"github.com/clawable/claw/cmd/claw/cli/guard"
	"github.com/clawable/claw/cmd/claw/cli/handover"
	"github.com/clawable/claw/cmd/claw/cli/view"
)

// Claw is the program claw.
func Claw() *front.Front {
	return &front.Front{Root: root, Verbs: offerVerbs, Arguments: offeredArguments, Flags: offeredFlags, Examples: examples,
		Topics: map[string]func() app.Document{"words": words}, EndsOnSignal: isHook, ProtocolError: hookError, Elsewhere: elsewhere}
}

// Main runs claw with the arguments of this process, and returns the exit code.
func Main() int { return Claw().Main() }

// Run runs one command line of claw and returns the exit code.
func Run(ctx context.Context, p *app.Program, args []string) int { return Claw().Run(ctx, p, args) }

// elsewhere runs a command line by projector, where the log needs one of its engines, or the answer is a
// page; nil for other lines.
func elsewhere(a *app.App, cmd *cobra.Command, words, args []string) func() error {
	var need handover.Need
	if url := handover.Needed(a, cmd, words); url != "" {
		need = handover.OpensLog(url)
	} else if file := view.PageElsewhere(a, cmd); file != "" && a.Ends {
		need = handover.MakesPage(file)
	} else {
		return nil
	}
	return func() error { return handover.Run(a, need, append([]string{"claw"}, args...)) }
}

// isHook reports whether a command line runs a hook. A signal kills a hook: its append is atomic, and
// handling signals would delay the agent.
func isHook(args []string) bool { return len(args) > 0 && args[0] == "hook" }

// hookError writes the error of a hook to the error stream, and returns the exit code. Without
// --strict that is 0: agents take some other codes for a denial.
func hookError(a *app.App, err error, args []string) int {
	a.PrintError(app.Typed(err))
	if slices.Contains(args, "--"+guard.StrictFlag) {
		return 1
	}
	return 0
}
