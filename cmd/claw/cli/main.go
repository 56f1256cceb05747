package cli

import (
	"context"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/guard"
)

// Main is the program claw in the real world; it returns the exit code. The first
// Ctrl-C asks the verb to end, the second is the operating system's.
func Main() int { return runToEnd(app.FromOS()) }

// ProjectorMain is the program projector in the real world, as [Main] is claw.
func ProjectorMain() int {
	p := app.FromOS()
	p.Projector = true
	return runToEnd(p)
}

func runToEnd(p *app.Program) int {
	p.Ends = true
	args := os.Args[1:]
	if isHook(args) {
		return Run(p, context.Background(), args)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	return Run(p, ctx, args)
}

// Run runs one command line and returns the exit code.
func Run(p *app.Program, ctx context.Context, args []string) int {
	own := *p
	if !filepath.IsAbs(own.Home) { // another one in each folder
		own.Home = ""
	}
	if ctx.Done() != nil {
		own.In = &app.Interruptible{Ctx: ctx, In: p.In}
	}
	a := &app.App{Program: &own, Ctx: ctx, Format: app.FormatOf(args)}
	root := root(a, args)
	root.SetArgs(append([]string{}, args...)) // nil would be those of the process
	root.SetIn(own.In)
	root.SetOut(p.Out)
	root.SetErr(p.Err)
	cmd, err := root.ExecuteContextC(ctx)
	a.Stream = cmd.Annotations[app.OutputIs] == app.OutputLines
	a.Usage = cmd.UseLine()
	a.Close()
	if err = app.FirstError(err, a.HelpError); err != nil {
		if cmd.Annotations[app.OutputIs] == app.OutputProtocol {
			return excuse(a, err, args)
		}
		return a.Fail(err)
	}
	return a.Code
}

// isHook reports whether a command line runs a hook. A signal ends a hook at once: what it
// appends is there whole or not at all, and an agent would wait for its signals to be handled.
func isHook(args []string) bool { return len(args) > 0 && args[0] == "hook" }

// excuse tells what went wrong in a hook, to people only, and returns the exit code: an
// agent takes some codes for a no, and none of claw's troubles is one.
func excuse(a *app.App, err error, args []string) int {
	a.Tell(app.Typed(err))
	if slices.Contains(args, "--"+guard.StrictFlag) {
		return 1
	}
	return 0
}
