package cli

import "github.com/spf13/cobra"

// shipVerb is the verbs about what reached a ref, and how.
func (a *app) shipVerb() *cobra.Command {
	cmd := &cobra.Command{Use: "ship", GroupID: "approve", Short: "What was pushed to main, by which method, and who allowed it",
		Args: noArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	cmd.AddGroup(&cobra.Group{ID: "do", Title: "Ship:"}, &cobra.Group{ID: "start", Title: "Derive:"}, &cobra.Group{ID: "look", Title: "Look:"},
		&cobra.Group{ID: "hooks", Title: "As git works:"})
	cmd.AddCommand(a.shipPrepare(), a.shipPush(), a.shipScan(), a.shipList(), a.shipShow(), a.shipHook(), a.shipHooks())
	return cmd
}
