package front

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
)

// completionTime bounds how long a shell waits for completions; what is not known by then is not
// offered.
const completionTime = time.Second

// Offer lists the words that fit in one place of a command line, each with a tab and a description
// where that helps; nil offers files.
type Offer func(*app.App) ([]cobra.Completion, error)

// completing declares what a shell is offered for the arguments and flags of every verb, when the
// command line asks for completions; other runs do not pay for it.
func (f *Front) completing(a *app.App, root *cobra.Command, args []string) {
	if len(args) == 0 || args[0] != cobra.ShellCompRequestCmd && args[0] != cobra.ShellCompNoDescRequestCmd {
		return
	}
	completingVerb(a, root, f.Flags(), f.Arguments())
}

func completingVerb(a *app.App, cmd *cobra.Command, flags map[string]Offer, arguments map[string][]Offer) {
	places := arguments[cmd.CommandPath()]
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		n := len(args)
		if n >= len(places) && n > 0 && len(places) > 0 && places[len(places)-1] == nil {
			n = len(places) - 1 // of files there may be more
		}
		if n >= len(places) {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return offered(a, places[n], typed)
	}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		o, ok := flags[cmd.CommandPath()+" --"+f.Name]
		if !ok {
			o, ok = flags["--"+f.Name]
		}
		if c, closed := f.Value.(app.Choice); closed {
			o, ok = Words(c.Known...), true
		}
		if !ok {
			o = nothing
		}
		if f.Value.Type() == "bool" {
			return
		}
		_ = cmd.RegisterFlagCompletionFunc(f.Name, func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return offered(a, o, typed)
		}) // an error means that one is declared already
	})
	for _, sub := range cmd.Commands() {
		completingVerb(a, sub, flags, arguments)
	}
}

// offered returns an offer in cobra's form, as far as it begins as typed. An error offers nothing:
// a shell cannot show one.
func offered(a *app.App, o Offer, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if o == nil {
		return nil, cobra.ShellCompDirectiveDefault
	}
	ctx, cancel := context.WithTimeout(a.Ctx, cmp.Or(a.Patience, completionTime))
	defer cancel()
	a.Ctx = ctx
	all, err := o(a)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return slices.DeleteFunc(all, func(c cobra.Completion) bool { return !strings.HasPrefix(c, typed) }), cobra.ShellCompDirectiveNoFileComp
}

// nothing is offered where only the user knows the value.
func nothing(*app.App) ([]cobra.Completion, error) { return nil, nil }

// Words offers a closed list.
func Words(known ...string) Offer {
	return func(*app.App) ([]cobra.Completion, error) { return slices.Clone(known), nil }
}
