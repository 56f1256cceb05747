// Package clitest is what the tests of the command line share: worlds to run the program in,
// and readers of what it prints. Tests of a family of verbs run the whole program, as a person
// would. The package is imported by tests only, and holds no expectation of a single verb.
package clitest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli"
	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/pages"
)

// What the log of a new world holds of the fixture contested-then-settled: lanes, the event that
// ends the first, and a session that no lane has.
const (
	ContestedLane = "01KJSESXM0FXE8CX6BVXYZ3Z6R"
	ContestedEnd  = "01KJSEVMA0FGZDS8MX33HD33KS"
	SettledLane   = "01KJSESXM06022NF76N9K6CG4H"
	BoundSession  = "claude-code/contested-then-settled-open"
)

// Token is the name of a token of the log of a new world.
const Token = "dashboard"

// Now is the time at which programs of tests run.
var Now = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// World is a folder with a home in it, and the program that runs there. Not safe for
// concurrent use; tests in parallel have a world each.
type World struct {
	T    *testing.T         // nil: of no test
	Dir  string             // where the program runs; the home is the folder home in it
	Env  map[string]string  // the program's environment
	In   string             // what the program reads
	Now  func() time.Time   // the program's clock
	Ctx  context.Context    // that of each run
	Tune func(*app.Program) // changes the program before each run; nil: it stays as it is
	// Person sits at the terminal device.
	Person Person
}

// Answer is the exit code of a command line, and what it printed on both streams.
type Answer struct {
	Code     int
	Out, Err string
}

// New is a world whose log holds fixtures, signers, requests and ships, with git in its environment,
// and a repository that has something to ship.
func New(t *testing.T) *World {
	t.Helper()
	w := newWorld(t, filepath.Join(recorded().lend(t), worldFolder))
	w.Env["PATH"] = os.Getenv("PATH") // where git is
	return w
}

// Empty is a world with an empty home and an empty environment.
func Empty(t *testing.T) *World {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t, dir)
	w.Folder("home")
	return w
}

// Patient is an empty world whose hooks wait for the log as long as it takes.
func Patient(t *testing.T) *World {
	w := Empty(t)
	w.Tune = func(p *app.Program) { p.Patience = time.Minute }
	return w
}

// newWorld is the world in a folder.
func newWorld(t *testing.T, dir string) *World {
	return &World{T: t, Dir: dir, Env: map[string]string{"TZ": "UTC"}, Now: func() time.Time { return Now }, Ctx: t.Context()}
}

// Path is the path of a file of the world, whose name is slash-separated.
func (w *World) Path(name string) string { return filepath.Join(w.Dir, filepath.FromSlash(name)) }

// Folder makes a folder, and those around it.
func (w *World) Folder(name string) {
	if err := os.MkdirAll(w.Path(name), 0o755); err != nil {
		panic(err)
	}
}

// File writes a file, and makes its folder.
func (w *World) File(name, content string) {
	w.Folder(filepath.Dir(name))
	if err := os.WriteFile(w.Path(name), []byte(content), 0o600); err != nil {
		panic(err)
	}
}

// Run runs the program with a command line. What it prints under --json is held to the published schemas.
func (w *World) Run(args ...string) Answer {
	var out, errs bytes.Buffer
	code := cli.Run(w.Ctx, w.Program(&out, &errs), args)
	if w.T != nil && (slices.Contains(args, "--json") || slices.Contains(args, "json")) {
		checkDocuments(w.T, out.String())
	}
	return Answer{code, out.String(), errs.String()}
}

// Program is the program as it runs in the world.
func (w *World) Program(out, errs io.Writer) *app.Program {
	p := &app.Program{In: strings.NewReader(w.In), Out: out, Err: errs, Dir: w.Dir, Home: w.Path("home"), User: "dev", Self: "/usr/local/bin/claw", Now: w.Now, Pages: pages.Make,
		Environ: func() []string { return os.Environ() },
		Terminal: func() (app.Terminal, error) {
			if w.Person.Away {
				return nil, os.ErrNotExist
			}
			return &w.Person, nil
		},
		Env: func(name string) string {
			if name == "XDG_DATA_HOME" && w.Env[name] == "" {
				return w.Path("home/.local/share")
			}
			return w.Env[name]
		}}
	if w.Tune != nil {
		w.Tune(p)
	}
	return p
}

// Must runs the program, which must exit with 0.
func (w *World) Must(args ...string) Answer {
	a := w.Run(args...)
	if a.Code != 0 {
		message := fmt.Sprintf("claw %s: exit %d\n%s%s", strings.Join(args, " "), a.Code, a.Out, a.Err)
		if w.T == nil {
			panic(message)
		}
		w.T.Helper()
		w.T.Fatal(message)
	}
	return a
}

// NothingRecorded leaves the world without a log, recordings of sessions and repositories to scan.
func (w *World) NothingRecorded() {
	for _, name := range []string{"theirs", "repo.git"} {
		if err := os.RemoveAll(w.Path(name)); err != nil {
			w.T.Fatal(err)
		}
	}
	w.Env["CLAW_LOG"] = w.Path("nowhere/log.db")
	w.Env["CLAUDE_CONFIG_DIR"], w.Env["CODEX_HOME"] = w.Path("nowhere"), w.Path("nowhere")
}

// Symlink makes a symbolic link and returns its path; a test is skipped where there are none.
func (w *World) Symlink(to, name string) string {
	if err := os.Symlink(to, w.Path(name)); err != nil {
		w.T.Skip(err)
	}
	return w.Path(name)
}

// Edit replaces a text in a file, which must hold it.
func (w *World) Edit(name, from, to string) {
	w.T.Helper()
	text := Read(w.T, w.Path(name))
	if !strings.Contains(text, from) {
		w.T.Fatalf("%s does not hold %s", name, from)
	}
	w.File(name, strings.ReplaceAll(text, from, to))
}
