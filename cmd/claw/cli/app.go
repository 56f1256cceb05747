package cli

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// app is the state of one command line.
type app struct {
	*Program
	ctx      context.Context
	format   format
	stream   bool // the verb writes JSON Lines
	code     int
	warnings []Warning
	flags    struct {
		log    string
		format string
		json   bool
		asOf   string
	}
	closers []func() error
	// open is the log of this run, opened for openedFor; nil before the first use.
	open      eventlog.Log
	openedFor opening
}

type format string

const (
	formatText format = "text"
	formatJSON format = "json"
)

// formatOf looks for the output format before arguments are parsed, so that a
// failure to parse them is told in the right form.
func formatOf(args []string) format {
	f := formatText
	for i, arg := range args {
		switch {
		case arg == "--":
			return f
		case arg == "--json", arg == "--json=true", arg == "--output-format=json":
			f = formatJSON
		case arg == "--output-format" && i+1 < len(args) && args[i+1] == "json":
			f = formatJSON
		}
	}
	return f
}

// root is the table of verbs.
func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "claw",
		Short: "The run log for coding agents: what each lane did, how it ended, and why",
		Long: `claw keeps what coding agents did in one append-only log and derives from it, reproducibly, one outcome per lane.

Start with your own recorded sessions:
  claw import        find and import the sessions of Claude Code and Codex
  claw board         what each lane did and how it ended
  claw lane explain  why`,
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
		Args:              noArgs,
		RunE:              func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		PersistentPreRunE: func(*cobra.Command, []string) error { return a.checkFormat() },
	}
	f := root.PersistentFlags()
	f.StringVar(&a.flags.log, "log", "", "the log: sqlite:PATH, a path, or mem: (default: see claw status)")
	f.StringVar(&a.flags.format, "output-format", "text", "text or json")
	f.BoolVar(&a.flags.json, "json", false, "same as --output-format json")
	f.StringVar(&a.flags.asOf, "as-of", "", "read as of this time, RFC 3339 (default now)")
	root.SetFlagErrorFunc(flagError)
	root.AddGroup(&cobra.Group{ID: "start", Title: "Start here:"}, &cobra.Group{ID: "look", Title: "Look:"},
		&cobra.Group{ID: "decide", Title: "Decide:"}, &cobra.Group{ID: "log", Title: "The log:"})
	root.AddCommand(a.verbs()...)
	return root
}

func (a *app) checkFormat() error {
	if a.flags.json {
		a.flags.format = string(formatJSON)
	}
	switch format(a.flags.format) {
	case formatText, formatJSON:
		a.format = format(a.flags.format)
		return nil
	}
	return usageError("parse arguments", "--output-format "+a.flags.format, "unknown format", "text or json")
}

// verb makes a command that answers with one document.
func (a *app) verb(use, group, short string, args cobra.PositionalArgs, run func(args []string) (document, error)) *cobra.Command {
	return &cobra.Command{Use: use, GroupID: group, Short: short, Args: args,
		RunE: func(_ *cobra.Command, args []string) error {
			doc, err := run(args)
			if err != nil {
				return err
			}
			return a.write(doc)
		}}
}

func (a *app) warn(code, message string) {
	a.warnings = append(a.warnings, Warning{Code: code, Message: message})
}

func (a *app) close() {
	for _, c := range slices.Backward(a.closers) {
		if err := c(); err != nil && a.code == 0 {
			a.code = a.fail(err)
		}
	}
	a.closers = nil
}

func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if cmd.HasSubCommands() {
		return unknownVerb(cmd, args[0])
	}
	return usageError("parse arguments", cmd.CommandPath()+" "+args[0], "takes no argument", "see: "+cmd.CommandPath()+" --help")
}

func exactly(n int, names string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == n {
			return nil
		}
		message := "needs " + names
		if len(args) > n {
			message = "takes only " + names
		}
		return usageError("parse arguments", cmd.CommandPath(), message, "usage: "+cmd.CommandPath()+" "+names)
	}
}

// unknownVerb suggests the verbs that look like what was typed.
func unknownVerb(cmd *cobra.Command, typed string) error {
	hint := "see: " + cmd.CommandPath() + " --help"
	cmd.SuggestionsMinimumDistance = 2
	if near := cmd.SuggestionsFor(typed); len(near) > 0 {
		hint = "did you mean: " + cmd.CommandPath() + " " + strings.Join(near, ", ")
	}
	return usageError("parse arguments", cmd.CommandPath()+" "+typed, "unknown verb", hint)
}

// flagError names an unknown flag and the nearest known one.
func flagError(cmd *cobra.Command, err error) error {
	message := err.Error()
	hint := "see: " + cmd.CommandPath() + " --help"
	if name, ok := strings.CutPrefix(message, "unknown flag: --"); ok {
		if near := nearestFlag(cmd, name); near != "" {
			hint = "did you mean --" + near
		}
	}
	return usageError("parse arguments", cmd.CommandPath(), message, hint)
}

func usageError(operation, target, message, hint string) error {
	return &domain.Error{Kind: domain.ErrUsage, Operation: operation, Target: target, Message: message, Hint: hint}
}

func between(least, most int, names string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) >= least && len(args) <= most {
			return nil
		}
		return usageError("parse arguments", cmd.CommandPath(), "needs "+names, "usage: "+cmd.CommandPath()+" "+names)
	}
}
