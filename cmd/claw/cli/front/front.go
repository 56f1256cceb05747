package front

import (
	"context"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/internal/fault"
)

// Front is a front door: a program with its verbs.
type Front struct {
	// Root makes the command with the verbs that args can mean.
	Root func(a *app.App, args []string) *cobra.Command
	// Verbs are the words that a shell offers after help.
	Verbs Offer
	// Arguments are the words that fit after a verb, place by place, by the verb's path.
	Arguments func() map[string][]Offer
	// Flags are the values of flags, by --NAME or by VERB --NAME. A flag that is not in it has
	// values that only the user knows.
	Flags func() map[string]Offer
	// Examples are lines that a person can type, by the path of a verb, which its help shows. Nil: the
	// commands have their own.
	Examples func() map[string][]string
	// Topics are words that help explains beside the verbs, by their name. Nil: there are none.
	Topics map[string]func() app.Document
	// EndsOnSignal reports whether a signal kills the run of args. Nil: no run is.
	EndsOnSignal func(args []string) bool
	// Elsewhere runs a command line by another program, where only that program can, and is called when
	// flags are parsed; it returns nil for a line that this program runs. Nil: no line is.
	Elsewhere func(a *app.App, cmd *cobra.Command, words, args []string) func() error
	// ProtocolError handles the error of a verb whose output is the protocol of another program,
	// and returns the exit code. Nil where no verb is such.
	ProtocolError func(a *app.App, err error, args []string) int
}

// Main runs the program with the arguments of this process, and returns the exit code. The first
// Ctrl-C cancels the context of the verb, the second kills the process.
func (f *Front) Main() int { return f.MainAs(app.FromOS()) }

// MainAs is Main of a program that the caller made for this process.
func (f *Front) MainAs(p *app.Program) int {
	p.Ends = true
	args := os.Args[1:]
	if f.EndsOnSignal != nil && f.EndsOnSignal(args) {
		return f.Run(context.Background(), p, args)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	return f.Run(ctx, p, args)
}

// Run runs one command line and returns the exit code.
func (f *Front) Run(ctx context.Context, p *app.Program, args []string) int {
	a, cmd, err := f.execute(ctx, p, args)
	if err != nil {
		if cmd.Annotations[app.OutputIs] == app.OutputProtocol {
			return f.ProtocolError(a, err, args)
		}
		return a.Fail(err)
	}
	return a.Code
}

// Answer runs one command line for another front door, and returns the error of its verb as Run would
// render it. The answer is on the program's output; findings are no error.
func (f *Front) Answer(ctx context.Context, p *app.Program, args []string) error {
	a, _, err := f.execute(ctx, p, args)
	if err == nil {
		return nil
	}
	return a.Told(err)
}

// execute runs one command line to its end, and returns its error before it is rendered.
func (f *Front) execute(ctx context.Context, p *app.Program, args []string) (*app.App, *cobra.Command, error) {
	own := *p
	if !filepath.IsAbs(own.Home) { // a relative folder would be another one in each working folder
		own.Home = ""
	}
	if ctx.Done() != nil {
		own.In = &app.Interruptible{Ctx: ctx, In: p.In}
	}
	a := &app.App{Program: &own, Ctx: ctx, Format: app.FormatOf(args)}
	root := f.Program(a, args)
	root.SetArgs(append([]string{}, args...)) // nil would be the arguments of the process
	root.SetIn(own.In)
	root.SetOut(p.Out)
	root.SetErr(p.Err)
	cmd, err := run(ctx, root, args)
	a.Stream = cmd.Annotations[app.OutputIs] == app.OutputLines
	a.Usage = cmd.UseLine()
	a.Close()
	return a, cmd, app.FirstError(err, a.HelpError)
}

// run executes a command line. A panic of its verb is an error: the log is closed as after any other,
// and the exit code is no code of a verb.
func run(ctx context.Context, root *cobra.Command, args []string) (cmd *cobra.Command, err error) {
	defer func() {
		if v := recover(); v != nil {
			cmd, err = root, fault.Of(v)
			if found, _, unknown := root.Find(args); unknown == nil {
				cmd = found
			}
		}
	}()
	return root.ExecuteContextC(ctx)
}

// Program is the root command of f with what each program has: the flags of every verb, help,
// completion.
func (f *Front) Program(a *app.App, args []string) *cobra.Command {
	root := f.Root(a, args)
	root.GroupID = ""
	root.SilenceErrors, root.SilenceUsage = true, true
	root.PersistentPreRunE = func(cmd *cobra.Command, words []string) error {
		if err := app.FirstError(app.CheckValues(cmd, args, words), app.CheckFormat(a, cmd.Flags().Changed("output-format"))); err != nil || f.Elsewhere == nil {
			return err
		}
		if run := f.Elsewhere(a, cmd, words, args); run != nil {
			cmd.RunE = func(*cobra.Command, []string) error { return run() }
		}
		return nil
	}
	flags := root.PersistentFlags()
	flags.StringVar(&a.Flags.Log, "log", "", "the log: sqlite:PATH, a path, or mem: (default: see claw status)")
	flags.StringVar(&a.Flags.Format, "output-format", "text", "text or json")
	flags.BoolVar(&a.Flags.Json, "json", false, "same as --output-format json")
	root.SetFlagErrorFunc(app.FlagError)
	root.AddGroup(&cobra.Group{ID: "more", Title: "More:"})
	root.SetHelpCommand(helpVerb(a, f))
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) { f.help(a, cmd, args) })
	root.SetHelpCommandGroupID("more")
	root.SetCompletionCommandGroupID("more")
	if slices.Contains(args, "completion") {
		refuseUnknownShells(a, root)
	}
	f.completing(a, root, args)
	return root
}

// refuseUnknownShells makes an unknown shell a usage error, as an unknown verb is.
func refuseUnknownShells(a *app.App, root *cobra.Command) {
	root.SetOut(a.Out) // cobra's verb takes its output when it is made
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == "completion" {
			cmd.Args, cmd.RunE = app.NoArgs, func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
}
