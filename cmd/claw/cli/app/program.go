package app

import (
	"context"
	"io"
	"os"
	"time"

	xterm "golang.org/x/term"

	"github.com/clawable/claw/cmd/claw/cli/term"
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
	// Ends says that the process ends with the run.
	Ends bool
}

// FromOS is the program in the real world.
func FromOS() *Program {
	dir, _ := os.Getwd()
	self, _ := os.Executable()
	home, _ := os.UserHomeDir()
	p := &Program{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Env: os.Getenv, Dir: dir, Home: home, Self: self,
		Now: time.Now, Terminal: openDevice, Environ: os.Environ,
		InTerminal: xterm.IsTerminal(int(os.Stdin.Fd())), OutTerminal: xterm.IsTerminal(int(os.Stdout.Fd())),
		ErrTerminal: xterm.IsTerminal(int(os.Stderr.Fd()))}
	p.User = FirstOf(os.Getenv("USER"), os.Getenv("LOGNAME"), os.Getenv("USERNAME"))
	if p.OutTerminal {
		p.Size = func() (columns, rows int) {
			columns, rows, _ = xterm.GetSize(int(os.Stdout.Fd()))
			return columns, rows
		}
		p.Width, _ = p.Size()
		p.Resizes = resizes
	}
	return p
}

// FirstOf is the first value that is not empty, or "".
func FirstOf(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}

// FirstError is the first error that is not nil, or nil.
func FirstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// Page is a page for the terminal of the program.
func (p *Program) Page(w io.Writer) *term.Page {
	return term.NewPage(w, p.Width, p.OutTerminal && p.Env("NO_COLOR") == "" && p.Env("TERM") != "dumb", p.Now())
}
