// Package clawcmd is the verb projector claw: every verb of claw, with the engines that projector links.
//
// It defines no verb itself.
package clawcmd

import (
	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli"
	"github.com/clawable/claw/cmd/claw/cli/app"
)

// Verb is projector claw. What follows it is a command line of claw, flags included.
func Verb(a *app.App) *cobra.Command {
	return &cobra.Command{Use: "claw VERB...", GroupID: "look", Short: "Run a verb of claw over a log that claw itself does not open", DisableFlagParsing: true,
		Long: `Run a verb of claw with the engines of projector: projector claw board --log esdb://…
claw does so by itself when it is given such a log.`,
		RunE: func(_ *cobra.Command, args []string) error {
			a.Code = cli.Run(a.Ctx, a.Program, args)
			return nil
		}}
}
