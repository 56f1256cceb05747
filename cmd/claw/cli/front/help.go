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
	// Examples are lines that a person can type.
	Examples []string `json:"examples"`
	// Errors are the error kinds that the verb can give.
	Errors []string `json:"errors"`
	usage  string
	flags  []*pflag.FlagSet // that usage lists
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
func helpVerb(a *app.App, f *Front) *cobra.Command {
	return &cobra.Command{Use: "help [VERB]...", Short: "Help about any verb",
		ValidArgsFunction: func(_ *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return offered(a, f.Verbs, typed)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if topic, known := f.topic(args); known {
				return a.Write(topic())
			}
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
func (f *Front) help(a *app.App, cmd *cobra.Command, _ []string) {
	if a.HelpError = unknownWord(cmd, cmd.Flags().Args()); a.HelpError == nil {
		a.HelpError = a.Write(f.HelpOf(cmd))
	}
}

// topic is what help explains under one word that is no verb.
func (f *Front) topic(words []string) (doc func() app.Document, known bool) {
	if len(words) == 1 {
		doc, known = f.Topics[words[0]]
	}
	return doc, known
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
func (f *Front) HelpOf(cmd *cobra.Command) *HelpDocument {
	lines := f.examplesOf(cmd)
	d := &HelpDocument{Head: app.HeadOf("help"), Verb: cmd.CommandPath(), Usage: cmd.UseLine(), Short: cmd.Short, Says: app.FirstOf(cmd.Long, cmd.Short),
		Verbs: []shortHelp{}, Flags: []flagHelp{}, Examples: lines, Errors: app.ErrorsOf(cmd),
		usage: strings.TrimRight(cmd.UsageString(), "\n"), flags: []*pflag.FlagSet{cmd.LocalFlags(), cmd.InheritedFlags()}}
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

// examplesOf gives a verb its lines of the table, and returns the lines that it has.
func (f *Front) examplesOf(cmd *cobra.Command) []string {
	if f.Examples != nil {
		if lines, listed := f.Examples()[cmd.CommandPath()]; listed {
			cmd.Example = "  " + strings.Join(lines, "\n  ")
		}
	}
	lines := []string{}
	for line := range strings.Lines(cmd.Example) {
		lines = append(lines, strings.TrimSpace(line))
	}
	return lines
}

// Text writes the help; on a terminal no wider than that.
func (d *HelpDocument) Text(p *term.Page) {
	if p.Width == 0 {
		p.Raw(d.Says + "\n\n" + d.usage + "\n")
		return
	}
	for paragraph := range strings.SplitSeq(d.Says, "\n\n") {
		if strings.HasPrefix(paragraph, " ") || strings.Contains(paragraph, "\n ") { // a table
			p.Raw(paragraph + "\n\n")
			continue
		}
		p.Para(0, strings.ReplaceAll(paragraph, "\n", " "))
		p.Gap()
	}
	usage := d.usage
	for _, flags := range d.flags {
		lines := strings.TrimRight(flags.FlagUsages(), "\n ")
		usage = strings.Replace(usage, lines, strings.TrimRight(flags.FlagUsagesWrapped(p.Width), "\n "), 1)
	}
	p.Raw(usage + "\n")
}
