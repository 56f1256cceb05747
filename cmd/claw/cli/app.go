package cli

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// app is the state of one command line.
type app struct {
	*Program
	ctx      context.Context
	format   format
	stream   bool   // the verb writes JSON Lines
	usage    string // the verb's usage line
	code     int
	warnings []Warning
	flags    struct {
		log    string
		format string
		json   bool
		asOf   string
	}
	closers []func() error
	// helpError is why help could not be written; cobra has no place for it.
	helpError error
	// open is the log of this run, opened for openedFor; nil before the first use.
	open      eventlog.Log
	openedFor opening
	// ownLog looks for the person's own log, past that of the project or the environment.
	ownLog bool
	tty    Terminal             // opened when first asked for
	run    domain.CorrelationID // see ownRun
}

// A verb whose output is JSON Lines is annotated so, and one that speaks an agent's own
// protocol.
const (
	outputIs       = "output"
	outputLines    = "lines"
	outputProtocol = "protocol"
)

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

// checkFormat holds the two flags for the format to each other; named says that
// --output-format was given.
func (a *app) checkFormat(named bool) error {
	switch f := format(a.flags.format); {
	case f != formatText && f != formatJSON:
		return usageError("parse arguments", "--output-format "+a.flags.format, "unknown format", "text or json")
	case a.flags.json && named && f == formatText:
		return usageError("parse arguments", "--json --output-format text", "contradict each other", "say one of them")
	case a.flags.json:
		a.format = formatJSON
	default:
		a.format = f
	}
	return nil
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

// asOf gives cmd the time of reading as a flag.
func (a *app) asOf(cmd *cobra.Command) *cobra.Command {
	cmd.Flags().StringVar(&a.flags.asOf, "as-of", "", "reckon ages and what expires as of this time, RFC 3339 (default now)")
	return cmd
}

func (a *app) warn(code, message string) {
	a.warnings = append(a.warnings, Warning{Code: code, Message: message})
}

func (a *app) close() {
	for _, c := range slices.Backward(a.closers) {
		if err := c(); err != nil {
			a.tell(typed(err)) // the answer is out already
			a.code = max(a.code, 1)
		}
	}
	a.closers = nil
}

// me is who runs this, as far as the operating system knows: a claim, not a proof.
func (a *app) me() domain.Actor { return domain.Actor("human:" + firstOf(a.User, "unknown")) }

// streaming makes a verb that writes JSON Lines.
func (a *app) streaming(use, short, long string, run func() error) *cobra.Command {
	return &cobra.Command{Use: use, Short: short, Long: long, Args: noArgs, Annotations: map[string]string{outputIs: outputLines},
		RunE: func(*cobra.Command, []string) error { return run() }}
}
