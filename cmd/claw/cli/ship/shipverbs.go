package shipcmd

import (
	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/guard"
	hookcmd "github.com/clawable/claw/cmd/claw/cli/hook"
)

// ShipVerb is the verbs about what was pushed to a ref, and how.
func ShipVerb(a *app.App) *cobra.Command {
	cmd := app.VerbFamily("ship", "approve", "What was pushed to main, by which method, and who allowed it")
	cmd.AddGroup(&cobra.Group{ID: "do", Title: "Ship:"}, &cobra.Group{ID: "start", Title: "Derive:"}, &cobra.Group{ID: "look", Title: "Look:"},
		&cobra.Group{ID: "hooks", Title: "As git works:"})
	cmd.AddCommand(shipPrepare(a), shipPush(a), shipScan(a), shipList(a), shipShow(a), guard.ShipHook(a), hookcmd.ShipHooks(a))
	return cmd
}
