package topcmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/consumers/top/keys"
)

// Options are the flags of claw top: which lanes are shown on the screen.
type Options struct{ view.ListOptions }

// Flags declares the flags.
func (o *Options) Flags(f *pflag.FlagSet) {
	o.SelectFlags(f)
	o.LaneFlags(f)
}

// Verb is top of the program projector, which draws by run.
func Verb(a *app.App, run func(Options) error) *cobra.Command {
	o := Options{view.ListOptions{Only: "lanes whose state or outcome is", States: view.LaneStates()}}
	cmd := &cobra.Command{Use: "top", GroupID: "look", Short: "Keep the board on the terminal, live, with a page about each lane", Long: long(), Args: app.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := canDraw(a); err != nil {
				return err
			}
			return run(o)
		}}
	o.Flags(cmd.Flags())
	return cmd
}

// TopVerb is claw top, which hands over to the program projector.
func TopVerb(a *app.App) *cobra.Command {
	var given *pflag.FlagSet
	cmd := Verb(a, func(Options) error { return handOver(a, "top", given) })
	given = cmd.Flags()
	return cmd
}

// long is the help of the verb.
func long() string {
	var b strings.Builder
	b.WriteString(`Keep the board on the terminal: the rows of claw board, redrawn when the log changes, and pages about the lane
that the cursor is on. The cursor stays on its lane when rows move. The program projector draws it, which
stands beside claw or in PATH. Only a (accept) appends to the log.

Keys:
`)
	for _, k := range keys.Table {
		fmt.Fprintf(&b, "\n  %-*s  %s", keys.Width(), k.Shown, k.Says)
	}
	return b.String()
}

// canDraw refuses streams that are no terminal.
func canDraw(a *app.App) error {
	const hint = "claw board prints the same lanes once, claw board --json for programs"
	switch {
	case a.Format == app.FormatJSON:
		return app.UsageError("parse arguments", "top --json", "contradict each other: a screen is for people", hint)
	case !a.OutTerminal || a.Env("TERM") == "dumb":
		return app.UsageError("draw top", "standard output", "is no terminal that can be drawn on", hint)
	case !a.InTerminal:
		return app.UsageError("draw top", "standard input", "is no terminal, from which keys could be read", hint)
	}
	return nil
}
