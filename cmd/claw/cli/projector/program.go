package projectorcmd

import (
	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/front"
)

// Program is the program projector: the verbs of claw projector, alone.
func Program() *front.Front {
	return &front.Front{
		Root:      func(a *app.App, _ []string) *cobra.Command { return ProjectorVerb(a) },
		Verbs:     offerVerbs,
		Arguments: func() map[string][]front.Offer { return nil },
		Flags: func() map[string]front.Offer {
			return map[string]front.Offer{"--log": nil, "--output-format": front.Words(string(app.FormatText), string(app.FormatJSON))}
		},
	}
}

// offerVerbs offers the verbs of projector.
func offerVerbs(a *app.App) (all []cobra.Completion, _ error) {
	for _, cmd := range ProjectorVerb(a).Commands() {
		all = append(all, cobra.CompletionWithDesc(cmd.Name(), cmd.Short))
	}
	return all, nil
}
