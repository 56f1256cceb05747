package forwardcmd

import (
	"context"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/projector/together"
	"github.com/clawable/claw/consumers/forward"
	"github.com/clawable/claw/domain"
)

// runOptions are the flags of projector forward run.
type runOptions struct {
	once bool
	only []string
}

func (o *runOptions) flags(f *pflag.FlagSet) {
	f.BoolVar(&o.once, "once", false, "end when each team has what is there, or did not take it")
	f.StringSliceVar(&o.only, "only", nil, "run these alone, by name (default: all)")
}

func runVerb(a *app.App) *cobra.Command {
	var o runOptions
	cmd := app.Streaming("run", "Send the events of this log as the [[forward]] tables of your settings say, until interrupted",
		`Send the events of this log to every [[forward]] of your settings. One that fails holds back no other.
A line is printed when a team has what is there, and at each failure. Ctrl-C and SIGTERM end it with exit
code 0.`,
		func() error { return runSettings(a, o) })
	cmd.GroupID = "do"
	o.flags(cmd.Flags())
	return cmd
}

// runSettings forwards to each team until the run ends. The errors of all are returned when all have ended.
func runSettings(a *app.App, o runOptions) error {
	var p together.Printer
	all, err := runs(a, o, &p)
	if err != nil {
		return err
	}
	return together.Run(a, all, &p)
}

// Kind is the forwards of the settings, for a server that runs them.
func Kind() together.Kind {
	return together.Kind{Table: "forward", Verb: "projector forward run", Flag: "forwards", Usage: "also send events to the teams of your settings, as projector forward run does",
		Runs: func(a *app.App, p *together.Printer) ([]func(context.Context) error, error) {
			return runs(a, runOptions{}, p)
		}}
}

// runs returns the run of each chosen forward.
//
// Errors: those of the settings, of [chosen] and of [prepared].
func runs(a *app.App, o runOptions, p *together.Printer) ([]func(context.Context) error, error) {
	file, text, err := app.OwnSettings(a)
	if err != nil {
		return nil, err
	}
	settings, err := forward.ParseSettings(file, a.Home, text)
	if err == nil {
		settings, err = chosen(file, settings, o.only)
	}
	if err != nil {
		return nil, err
	}
	all := make([]func(context.Context) error, len(settings))
	for i, s := range settings {
		c, err := prepared(a, options{name: s.Name, to: s.To, tokenFile: s.TokenFile, caFile: s.CAFile, content: s.Content, ceiling: s.MaxSensitivity,
			repos: s.Repos, rate: s.Rate, once: o.once}, p)
		if err != nil {
			return nil, err
		}
		all[i] = forwarding(c)
	}
	return all, nil
}

// forwarding is the run of a forward.
func forwarding(c *forward.Config) func(context.Context) error {
	return func(ctx context.Context) error { return forward.Run(ctx, *c) }
}

// chosen are the tables with the names, all without a name.
//
// Errors: kind not_found for a name that there is not, and without any table.
func chosen(file string, all []forward.Setting, names []string) (some []forward.Setting, err error) {
	for _, name := range names {
		i := slices.IndexFunc(all, func(s forward.Setting) bool { return s.Name == name })
		if i < 0 {
			return nil, &domain.Error{Kind: domain.ErrNotFound, Operation: "forward", Target: name, Message: "the settings name no such [[forward]]", Hint: "they are in " + file}
		}
		some = append(some, all[i])
	}
	if len(names) == 0 {
		some = all
	}
	if len(some) == 0 {
		return nil, &domain.Error{Kind: domain.ErrNotFound, Operation: "forward", Target: file, Message: "the settings name no log of a team", Hint: "add a [[forward]], or use --to"}
	}
	return some, nil
}
