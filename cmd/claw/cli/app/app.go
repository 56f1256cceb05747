package app

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/commands/token"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// App is the state of one command line.
type App struct {
	*Program
	Ctx      context.Context
	Format   format
	Stream   bool   // the verb writes JSON Lines
	Usage    string // the verb's usage line
	Code     int
	warnings []Warning
	Flags    Flags
	Closers  []func() error
	// HelpError is why help could not be written: cobra's help function returns no error.
	HelpError error
	// Open is the log of this run, opened for openedFor; nil before the first use.
	Open      eventlog.Log
	openedFor Opening
	// OwnLog selects the person's own log, instead of that of the project or the environment.
	OwnLog bool
	// Paged shows an answer that is longer than the terminal in a pager.
	Paged bool
	tty   Terminal             // opened on first use
	run   domain.CorrelationID // see OwnRun
}

// Flags are the values of the flags that every verb has, and of --as-of.
type Flags struct {
	Log    string
	Format string
	Json   bool
	AsOf   string
}

// OutputIs is the annotation of a verb whose output is not one document: JSON Lines, or the
// protocol of an agent.
const (
	OutputIs       = "output"
	OutputLines    = "lines"
	OutputProtocol = "protocol"
)

// TakesLogs is the annotation of a verb whose arguments may be URLs of logs.
const TakesLogs = "takes_logs"

type format string

const (
	FormatText format = "text"
	FormatJSON format = "json"
)

// FormatOf finds the output format in arguments that are not parsed yet, so that an error of
// parsing them is rendered in this format.
func FormatOf(args []string) format {
	f := FormatText
	for i, arg := range args {
		switch {
		case arg == "--":
			return f
		case arg == "--json", arg == "--json=true", arg == "--output-format=json":
			f = FormatJSON
		case arg == "--output-format" && i+1 < len(args) && args[i+1] == "json":
			f = FormatJSON
		}
	}
	return f
}

// CheckFormat sets the format from --output-format and --json, and refuses values that contradict
// each other; named reports whether --output-format was given.
func CheckFormat(a *App, named bool) error {
	switch f := format(a.Flags.Format); {
	case f != FormatText && f != FormatJSON:
		return UsageError("parse arguments", "--output-format "+a.Flags.Format, "unknown format", "text or json")
	case a.Flags.Json && named && f == FormatText:
		return UsageError("parse arguments", "--json --output-format text", "contradict each other", "say one of them")
	case a.Flags.Json:
		a.Format = FormatJSON
	default:
		a.Format = f
	}
	return nil
}

// Verb makes a command that answers with one document.
//
// A verb is made of three parts: an options struct whose method flags declares its flags, and whose
// method check, where there is one, refuses values that contradict each other; a function that
// makes the command and passes the parsed options on; and a function that does the work, with the
// options as a value and the arguments by name.
func (a *App) Verb(use, group, short string, args cobra.PositionalArgs, run func(args []string) (Document, error)) *cobra.Command {
	return &cobra.Command{Use: use, GroupID: group, Short: short, Args: args,
		RunE: func(_ *cobra.Command, args []string) error {
			doc, err := run(args)
			if err != nil {
				return err
			}
			if a.Paged {
				return a.WritePaged(doc)
			}
			return a.Write(doc)
		}}
}

// VerbFamily makes a command without its own work: it prints its help. The verbs below it are
// added to it.
func VerbFamily(use, group, short string) *cobra.Command {
	return &cobra.Command{Use: use, GroupID: group, Short: short, Args: NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
}

// AsOf declares --as-of, the time as of which cmd reads.
func (a *App) AsOf(cmd *cobra.Command) *cobra.Command {
	cmd.Flags().StringVar(&a.Flags.AsOf, "as-of", "", "compute ages and expiry as of this time, RFC 3339 (default now)")
	return cmd
}

// Warn adds a warning to the answer; one that it has already is not repeated.
func (a *App) Warn(code, message string) {
	if w := (Warning{Code: code, Message: message}); !slices.Contains(a.warnings, w) {
		a.warnings = append(a.warnings, w)
	}
}

// WarnOfZone warns of a value of TZ that names no time zone of this machine. Times and days are those of
// [time.Local], which is UTC then, as for other programs.
func WarnOfZone(a *App) {
	name := strings.TrimPrefix(a.Env("TZ"), ":")
	if name != "" && name != "UTC" && time.Local.String() == "UTC" {
		a.Warn("time_zone", "TZ="+a.Env("TZ")+": this machine knows no such time zone; times are in UTC")
	}
}

func (a *App) Close() {
	for _, c := range slices.Backward(a.Closers) {
		if err := c(); err != nil {
			a.PrintError(Typed(err)) // the answer is written already
			a.Code = max(a.Code, 1)
		}
	}
	a.Closers = nil
}

// Me is the actor who runs this process, as the operating system names the user: a claim, not a
// proof. The holder of a token is no person.
func Me(a *App) domain.Actor {
	if a.Token != "" {
		return domain.Actor("agent:" + token.Actor + a.Token)
	}
	return domain.Actor("human:" + FirstOf(a.User, "unknown"))
}

// TokenChannel begins the channel of what the holder of a token appends.
const TokenChannel = token.Channel

// Channel is the channel of what the holder of a token appends; "" when no token was presented.
func (a *App) Channel() string {
	if a.Token == "" {
		return ""
	}
	return TokenChannel + a.Token
}

// Streaming makes a verb that writes JSON Lines.
func Streaming(use, short, long string, run func() error) *cobra.Command {
	return &cobra.Command{Use: use, Short: short, Long: long, Args: NoArgs, Annotations: map[string]string{OutputIs: OutputLines},
		RunE: func(*cobra.Command, []string) error { return run() }}
}

// ReadingTime is the time that --as-of names, or now.
func ReadingTime(a *App) (domain.Instant, error) {
	if a.Flags.AsOf == "" {
		return domain.At(a.Now()), nil
	}
	at, err := domain.ParseInstant(a.Flags.AsOf)
	if err != nil {
		return at, UsageError("parse arguments", "--as-of "+a.Flags.AsOf, "is not a time", "RFC 3339 with a zone: 2026-01-02T03:04:05Z")
	}
	return at, nil
}
