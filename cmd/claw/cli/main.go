package cli

import (
	"context"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"
)

// Main is the program claw in the real world; it returns the exit code. The first
// Ctrl-C asks the verb to end, the second is the operating system's.
func Main() int { return FromOS().main() }

// ProjectorMain is the program projector in the real world, as [Main] is claw.
func ProjectorMain() int {
	p := FromOS()
	p.Projector = true
	return p.main()
}

func (p *Program) main() int {
	p.Ends = true
	args := os.Args[1:]
	if isHook(args) {
		return p.Run(context.Background(), args)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	return p.Run(ctx, args)
}

// Run runs one command line and returns the exit code.
func (p *Program) Run(ctx context.Context, args []string) int {
	own := *p
	if !filepath.IsAbs(own.Home) { // another one in each folder
		own.Home = ""
	}
	if ctx.Done() != nil {
		own.In = &interruptible{ctx: ctx, in: p.In}
	}
	a := &app{Program: &own, ctx: ctx, format: formatOf(args)}
	root := a.root(args)
	root.SetArgs(append([]string{}, args...)) // nil would be those of the process
	root.SetIn(own.In)
	root.SetOut(p.Out)
	root.SetErr(p.Err)
	cmd, err := root.ExecuteContextC(ctx)
	a.stream = cmd.Annotations[outputIs] == outputLines
	a.usage = cmd.UseLine()
	a.close()
	if err = firstError(err, a.helpError); err != nil {
		if cmd.Annotations[outputIs] == outputProtocol {
			return a.excuse(err, args)
		}
		return a.fail(err)
	}
	return a.code
}

// isHook reports whether a command line runs a hook. A signal ends a hook at once: what it
// appends is there whole or not at all, and an agent would wait for its signals to be handled.
func isHook(args []string) bool { return len(args) > 0 && args[0] == "hook" }

// excuse tells what went wrong in a hook, to people only, and returns the exit code: an
// agent takes some codes for a no, and none of claw's troubles is one.
func (a *app) excuse(err error, args []string) int {
	a.tell(typed(err))
	if slices.Contains(args, "--"+strictFlag) {
		return 1
	}
	return 0
}
