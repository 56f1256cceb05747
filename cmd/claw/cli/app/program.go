package app

import (
	"context"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/oklog/ulid/v2"
	xterm "golang.org/x/term"

	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/eventlog"
)

// Program is one run of claw: its streams, its environment and its clock.
type Program struct {
	In       io.Reader
	Out, Err io.Writer
	Env      func(string) string
	Dir      string // working folder
	Home     string // "" when there is none; a relative one is none
	User     string
	Self     string // the program's own file, for others to run
	Now      func() time.Time
	// InTerminal, OutTerminal and ErrTerminal report which streams are a terminal.
	InTerminal, OutTerminal, ErrTerminal bool
	Width                                int // columns of the terminal; 0: not a terminal
	// Size measures the terminal, in columns and rows; nil: Width columns, and rows enough.
	Size func() (columns, rows int)
	// Resizes reports every new size until ctx ends; nil: sizes are not reported.
	Resizes func(ctx context.Context) <-chan struct{}
	// Patience bounds the wait for other processes, and the time to complete a line for a shell; 0:
	// the default of each.
	Patience time.Duration
	// Contenders bounds how often a decision is repeated because others wrote to its stream; 0: 256 times.
	Contenders int
	// Terminal opens the terminal device of the process; an error means that there is none.
	Terminal func() (Terminal, error)
	// Ancestors are the command lines of the processes above this one, the nearest first; false where
	// that cannot be determined. nil: it cannot be determined.
	Ancestors func() ([][]string, bool)
	// Environ is the environment of child processes.
	Environ func() []string
	// Ends reports that the process ends with the run.
	Ends bool
	// Token is the name of the token whose holder asks by the server of the log, "" for none. Its holder
	// is no person at this machine: see [OperatorStanding], [Me].
	Token string
	// Served means that the run is a command of a caller of the server. Its files and variables are not
	// those of this machine, and Folder is the folder to which it applies, "" for none.
	Served bool
	Folder string
	// IDs makes the ids of events that are appended; nil: random ones of the present time.
	IDs func() ulid.ULID
	// Pages makes a file to send of documents. nil: this program makes none.
	Pages func(context.Context, PageRequest) ([]byte, error)
	// Held is what a process that answers many runs keeps open for them; nil: each run opens its own.
	Held *Held
}

// PageReasons is how many events of one field an explanation for a page has.
const PageReasons = 50

// PageRequest asks for a page as one file to send.
type PageRequest struct {
	Name      string // board, lane or session
	ID        string // of the lane
	Query     url.Values
	Documents map[string][]byte        // by their path in the API, which are the same for all parameters
	Now       time.Time                // of ages
	Next      func(line string) string // completes a command line that the reader is to run
}

// FromOS is the program of this process.
func FromOS() *Program {
	dir, _ := os.Getwd()
	self, _ := os.Executable()
	home, _ := os.UserHomeDir()
	p := &Program{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Env: os.Getenv, Dir: dir, Home: home, Self: self,
		Now: eventlog.WallClock, Terminal: openDevice, Ancestors: ancestors, Environ: os.Environ,
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

// ProjectorName is the name of the program projector, which serves, follows and draws.
const ProjectorName = "projector"

// ProjectorFiles are the files that may be the program projector: those beside this claw, also where its
// name is a link, then the one in PATH.
func ProjectorFiles(a *App) (files []string) {
	name := ProjectorName
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	selves := []string{a.Self}
	if whole, err := filepath.EvalSymlinks(a.Self); err == nil && whole != a.Self {
		selves = append(selves, whole)
	}
	for _, self := range selves {
		if beside := filepath.Join(filepath.Dir(self), name); self != "" && Runs(a, beside) {
			files = append(files, beside)
		}
	}
	if found := InPath(a, ProjectorName); found != "" {
		files = append(files, found)
	}
	return files
}

// InPath is the file that a shell runs by a name without a folder, "" for none.
func InPath(a *App, name string) string {
	if runtime.GOOS == "windows" && filepath.Ext(name) == "" {
		name += ".exe"
	}
	for _, folder := range filepath.SplitList(a.Env("PATH")) {
		if file := filepath.Join(folder, name); filepath.IsAbs(folder) && Runs(a, file) {
			return file
		}
	}
	return ""
}

// Runs reports whether a file is executable; that of this process is.
func Runs(a *App, file string) bool {
	if file == a.Self {
		return true
	}
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular() && (runtime.GOOS == "windows" || info.Mode().Perm()&0o111 != 0)
}
