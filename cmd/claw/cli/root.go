package cli

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
)

// rootOptions are the flags of claw without a verb.
type rootOptions struct{ version bool }

func (o *rootOptions) flags(f *pflag.FlagSet) {
	f.BoolVar(&o.version, "version", false, "same as claw version")
}

// root is the program with the verbs that args can name.
func root(a *app.App, args []string) *cobra.Command {
	root := &cobra.Command{
		Use:   "claw",
		Short: "The run log for coding agents: what each lane did, how it ended, and why",
		Long: `claw keeps what coding agents did in one append-only log and derives from it, reproducibly, one outcome per lane.

Start with your own recorded sessions:
  claw import        find and import the sessions of your coding agents
  claw board         what each lane did and how it ended
  claw lane explain  why

claw help words explains the words of STATE, OUTCOME and NEXT.`,
		Args: app.NoArgs,
	}
	var o rootOptions
	o.flags(root.Flags())
	root.RunE = func(*cobra.Command, []string) error {
		if o.version {
			d, err := version()
			if err != nil {
				return err
			}
			return a.Write(d)
		}
		return overview(a)
	}
	root.AddGroup(&cobra.Group{ID: "start", Title: "Start here:"}, &cobra.Group{ID: "look", Title: "Look:"},
		&cobra.Group{ID: "approve", Title: "Approve:"}, &cobra.Group{ID: "log", Title: "The log:"})
	addVerbs(a, root, args)
	return root
}
