package front

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
)

// HelpDocument is the help of a verb for machines.
type HelpDocument struct {
	app.Head
	Verb  string      `json:"verb"`
	Usage string      `json:"usage"`
	Short string      `json:"short"`
	Says  string      `json:"says"`
	Verbs []shortHelp `json:"verbs"` // below this one
	Flags []flagHelp  `json:"flags"`
	// Errors are the error kinds that the verb can give.
	Errors []string `json:"errors"`
	all    string
}

type shortHelp struct {
	Verb string `json:"verb"`
	Says string `json:"says"`
}

type flagHelp struct {
	Flag    string `json:"flag"`
	Type    string `json:"type"`
	Default string `json:"default,omitzero"`
	Says    string `json:"says"`
}

// helpVerb is "claw help VERB": the same as --help, and an error for an unknown verb.
func helpVerb(a *app.App, verbs Offer) *cobra.Command {
	return &cobra.Command{Use: "help [VERB]...", Short: "Help about any verb",
		ValidArgsFunction: func(_ *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return offered(a, verbs, typed)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return app.UnknownVerb(about, append(rest, args...)[0])
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		}}
}

// help writes the help of cmd, as text or as one document. An unknown verb or a surplus argument is
// an error with --help as well.
func help(a *app.App, cmd *cobra.Command, _ []string) {
	if a.HelpError = unknownWord(cmd, cmd.Flags().Args()); a.HelpError == nil {
		a.HelpError = a.Write(HelpOf(cmd))
	}
}

// unknownWord refuses words after a verb that takes none. A verb with arguments gives its help
// whatever the arguments are.
func unknownWord(cmd *cobra.Command, words []string) error {
	if strings.Contains(cmd.Use, " ") {
		return nil
	}
	return app.NoArgs(cmd, words)
}

// HelpOf is the help of a verb.
func HelpOf(cmd *cobra.Command) *HelpDocument {
	d := &HelpDocument{Head: app.HeadOf("help"), Verb: cmd.CommandPath(), Usage: cmd.UseLine(), Short: cmd.Short, Says: app.FirstOf(cmd.Long, cmd.Short),
		Verbs: []shortHelp{}, Flags: []flagHelp{}, Errors: app.ErrorsOf(cmd),
		all: app.FirstOf(cmd.Long, cmd.Short) + "\n\n" + cmd.UsageString()}
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			d.Verbs = append(d.Verbs, shortHelp{sub.CommandPath(), sub.Short})
		}
	}
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	all.AddFlagSet(cmd.LocalFlags())
	all.AddFlagSet(cmd.InheritedFlags())
	all.VisitAll(func(f *pflag.Flag) {
		d.Flags = append(d.Flags, flagHelp{"--" + f.Name, f.Value.Type(), f.DefValue, f.Usage})
	})
	return d
}

func (d *HelpDocument) Text(p *term.Page) {
	p.Raw(strings.TrimRight(d.all, "\n") + "\n")
}
