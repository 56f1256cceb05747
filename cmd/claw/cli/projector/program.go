package projectorcmd

import (
	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/front"
)

// Program is the program projector: the verbs of claw projector, and those that only it has.
func Program(more ...func(*app.App) *cobra.Command) *front.Front {
	root := func(a *app.App, _ []string) *cobra.Command {
		cmd := ProjectorVerb(a)
		for _, verb := range more {
			cmd.AddCommand(verb(a))
		}
		return cmd
	}
	return &front.Front{
		Root:      root,
		Verbs:     func(a *app.App) ([]cobra.Completion, error) { return offerVerbs(root(a, nil)) },
		Arguments: func() map[string][]front.Offer { return nil },
		Flags: func() map[string]front.Offer {
			return map[string]front.Offer{"--log": nil, "--output-format": front.Words(string(app.FormatText), string(app.FormatJSON))}
		},
	}
}

// offerVerbs offers the verbs of projector.
func offerVerbs(root *cobra.Command) (all []cobra.Completion, _ error) {
	for _, cmd := range root.Commands() {
		all = append(all, cobra.CompletionWithDesc(cmd.Name(), cmd.Short))
	}
	return all, nil
}
