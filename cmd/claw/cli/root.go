package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	logcmd "github.com/clawable/claw/cmd/claw/cli/log"
)

// root is the program with the verbs that args can mean.
func root(a *app.App, args []string) *cobra.Command {
	if a.Projector {
		return asProgram(a, logcmd.ProjectorVerb(a), args)
	}
	root := &cobra.Command{
		Use:   "claw",
		Short: "The run log for coding agents: what each lane did, how it ended, and why",
		Long: `claw keeps what coding agents did in one append-only log and derives from it, reproducibly, one outcome per lane.

Start with your own recorded sessions:
  claw import        find and import the sessions of your coding agents
  claw board         what each lane did and how it ended
  claw lane explain  why`,
		Example: "  claw import --dry-run\n  claw board --since 7d\n  claw lanes --state failed --json",
		Args:    app.NoArgs,
	}
	var version bool
	root.Flags().BoolVar(&version, "version", false, "same as claw version")
	root.RunE = func(cmd *cobra.Command, _ []string) error {
		if version {
			return a.Write(app.VersionNow())
		}
		return cmd.Help()
	}
	root.AddGroup(&cobra.Group{ID: "start", Title: "Start here:"}, &cobra.Group{ID: "look", Title: "Look:"},
		&cobra.Group{ID: "approve", Title: "Approve:"}, &cobra.Group{ID: "log", Title: "The log:"})
	addVerbs(a, root, args)
	return asProgram(a, root, args)
}

// asProgram gives root what each program has: the flags of every verb, help, completion.
func asProgram(a *app.App, root *cobra.Command, args []string) *cobra.Command {
	root.GroupID = ""
	root.SilenceErrors, root.SilenceUsage = true, true
	root.PersistentPreRunE = func(cmd *cobra.Command, words []string) error {
		return app.FirstError(app.CheckValues(cmd, args, words), app.CheckFormat(a, cmd.Flags().Changed("output-format")))
	}
	f := root.PersistentFlags()
	f.StringVar(&a.Flags.Log, "log", "", "the log: sqlite:PATH, a path, or mem: (default: see claw status)")
	f.StringVar(&a.Flags.Format, "output-format", "text", "text or json")
	f.BoolVar(&a.Flags.Json, "json", false, "same as --output-format json")
	root.SetFlagErrorFunc(app.FlagError)
	root.AddGroup(&cobra.Group{ID: "more", Title: "More:"})
	root.SetHelpCommand(helpVerb(a))
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) { help(a, cmd, args) })
	root.SetHelpCommandGroupID("more")
	root.SetCompletionCommandGroupID("more")
	if slices.Contains(args, "completion") {
		refuseUnknownShells(a, root)
	}
	completing(a, root, args)
	return root
}

// refuseUnknownShells makes an unknown shell a usage error, as an unknown verb is.
func refuseUnknownShells(a *app.App, root *cobra.Command) {
	root.SetOut(a.Out) // which the verb takes when it is made
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == "completion" {
			cmd.Args, cmd.RunE = app.NoArgs, func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
}
