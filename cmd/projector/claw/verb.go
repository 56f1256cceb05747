// Package clawcmd is the verb projector claw: every verb of claw, with the engines that projector links, and
// the pages that it makes.
//
// It defines no verb itself.
package clawcmd

import (
	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli"
	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/pages"
)

// Verb is projector claw. What follows it is a command line of claw, flags included.
func Verb(a *app.App) *cobra.Command {
	return &cobra.Command{Use: "claw VERB...", GroupID: "look", Short: "Run a verb of claw over a log that claw itself does not open, or for a page in a file", DisableFlagParsing: true,
		Long: `Run a verb of claw with the engines of projector: projector claw board --log esdb://…
claw does so by itself when it is given such a log, and when board, timeline or lane show write a page
(--html).`,
		RunE: func(_ *cobra.Command, args []string) error {
			p := *a.Program
			p.Pages = pages.Make
			a.Code = cli.Run(a.Ctx, &p, args)
			return nil
		}}
}
