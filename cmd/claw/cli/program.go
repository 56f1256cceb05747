package cli

import (
	"context"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/term"
)

// Program is one run of claw: everything it takes from the world.
type Program struct {
	In       io.Reader
	Out, Err io.Writer
	Env      func(string) string
	Dir      string // working folder
	Home     string // "" when there is none; a relative one is none
	User     string
	Self     string // the program's own file, for others to run
	Now      func() time.Time
	// InTerminal, OutTerminal and ErrTerminal say which streams a person looks at.
	InTerminal, OutTerminal, ErrTerminal bool
	Width                                int // columns of the terminal; 0: not a terminal
	// Size measures the terminal, in columns and rows; nil: Width columns, and rows enough.
	Size func() (columns, rows int)
	// Resizes tells of every new size until ctx ends; nil: nobody tells.
	Resizes func(ctx context.Context) <-chan struct{}
	// Patience is how long other processes are waited for, and how long a shell waits for what
	// it is offered; 0: as long as each of them does.
	Patience time.Duration
	// Terminal opens the device in front of the person; an error means that there is none.
	Terminal func() (Terminal, error)
	// Environ is the environment of the programs that are run.
	Environ func() []string
	// Projector says that the program is projector: the verbs of claw projector alone.
	Projector bool
	// Ends says that the process ends with the run.
	Ends bool
}

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

// FromOS is the program in the real world.
func FromOS() *Program {
	dir, _ := os.Getwd()
	self, _ := os.Executable()
	home, _ := os.UserHomeDir()
	p := &Program{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Env: os.Getenv, Dir: dir, Home: home, Self: self,
		Now: time.Now, Terminal: openDevice, Environ: os.Environ,
		InTerminal: term.IsTerminal(int(os.Stdin.Fd())), OutTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		ErrTerminal: term.IsTerminal(int(os.Stderr.Fd()))}
	p.User = firstOf(os.Getenv("USER"), os.Getenv("LOGNAME"), os.Getenv("USERNAME"))
	if p.OutTerminal {
		p.Size = func() (columns, rows int) {
			columns, rows, _ = term.GetSize(int(os.Stdout.Fd()))
			return columns, rows
		}
		p.Width, _ = p.Size()
		p.Resizes = resizes
	}
	return p
}

func firstOf(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
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
