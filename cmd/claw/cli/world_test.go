package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli"
	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/internal/hometest"
	"github.com/clawable/claw/schemas/schematest"
)

var update = flag.Bool("update", false, "rewrite golden files")

// fixtures is the folder of fixtures of the repository.
var fixtures, _ = filepath.Abs("../../../fixtures")

// What the log of a world holds of contested-then-settled.
const (
	contestedLane = "01KJSESXM0FXE8CX6BVXYZ3Z6R"
	contestedEnd  = "01KJSEVMA0FGZDS8MX33HD33KS"
	settledLane   = "01KJSESXM06022NF76N9K6CG4H"
	boundSession  = "claude-code/contested-then-settled-open"
)

// now is the time at which programs of tests run.
var now = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// world is a home folder with recorded sessions, a log, and a program in it.
type world struct {
	t    *testing.T // nil: of no test
	dir  string
	env  map[string]string
	in   string
	now  func() time.Time
	ctx  context.Context
	tune func(*app.Program)
	// person answers at the terminal device; the zero one says yes.
	person person
}

// person is a terminal device with somebody in front of it.
type person struct {
	says   string // "" is yes
	secret string
	away   bool // there is no terminal
	shown  bytes.Buffer
}

func (p *person) Write(b []byte) (int, error) { return p.shown.Write(b) }
func (p *person) Close() error                { return nil }

func (p *person) Line(ctx context.Context) (string, error) {
	if p.says == "" {
		return "yes", ctx.Err()
	}
	return p.says, ctx.Err()
}

func (p *person) Secret(ctx context.Context) ([]byte, error) { return []byte(p.secret), ctx.Err() }

// answer is what a command line gave.
type answer struct {
	Code     int
	Out, Err string
}

// newWorld makes a world whose log holds fixtures, ready for reading and writing.
func newWorld(t *testing.T) *world {
	t.Helper()
	made := template()
	w := emptyWorld(t)
	w.env["PATH"] = os.Getenv("PATH") // where git is
	if err := os.CopyFS(w.dir, os.DirFS(made)); err != nil {
		t.Fatal(err)
	}
	return w
}

// templates is where worlds are made once, to be copied.
var templates string

func TestMain(m *testing.M) {
	flag.Parse()
	dir, err := os.MkdirTemp("", "claw-world")
	if err != nil {
		panic(err)
	}
	templates = dir
	code := hometest.In(m).Run()
	if err := os.RemoveAll(dir); err != nil {
		panic(err)
	}
	os.Exit(code)
}

// template makes the world that others are copies of, once.
var template = sync.OnceValue(func() string {
	w := &world{dir: templates, env: map[string]string{"PATH": os.Getenv("PATH")}, now: func() time.Time { return now }, ctx: context.Background()}
	for from, to := range map[string]string{
		"claude-code/session.jsonl":                  "home/.claude/projects/-home-dev/session.jsonl",
		"claude-code/inline.jsonl":                   "home/.claude/projects/-home-dev/inline.jsonl",
		"claude-code/subagent.jsonl":                 "home/.claude/projects/-home-dev/subagent.jsonl",
		"codex/denied-and-interrupted/rollout.jsonl": "home/.codex/sessions/2026/rollout.jsonl",
		"runs/contested-then-settled/log.jsonl":      "run.jsonl",
		"runs/wrong-workspace/log.jsonl":             "mine/log.jsonl",
		"runs/wrong-workspace/want/lanes.json":       "mine/want/lanes.json",
	} {
		b, err := os.ReadFile(filepath.Join(fixtures, from))
		if err != nil {
			panic(err)
		}
		w.file(to, string(b))
	}
	w.draftFile()
	w.file("state.json", `{"worker_id":"w","status":"ready_for_prompt","is_ready":true,"trust_gate_cleared":true,"prompt_in_flight":false,`+
		`"last_event":{"seq":4,"kind":"ready_for_prompt","status":"ready_for_prompt","timestamp":1780315200},"updated_at":1780315200,"seconds_since_update":0}`+"\n")
	w.file("theirs/.claw/config.toml", "log = \"../shared.db\"\n")
	w.file("policy.toml", "version = 1\n\n[[rule]]\nid = \"add\"\ndecision = \"allow\"\nargv_shorthand = \"git add:*\"\n")
	w.must("log", "restore", "run.jsonl")
	w.must("import", "--yes")
	w.file("whole.jsonl", w.must("log", "export").Out)
	w.approvals()
	w.ships()
	w.yard()
	return w.dir
})

// emptyWorld is a world with an empty home.
func emptyWorld(t *testing.T) *world {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, dir: dir, env: map[string]string{}, now: func() time.Time { return now }, ctx: t.Context()}
	w.folder("home")
	return w
}

func (w *world) path(name string) string { return filepath.Join(w.dir, filepath.FromSlash(name)) }

func (w *world) folder(name string) {
	if err := os.MkdirAll(w.path(name), 0o755); err != nil {
		panic(err)
	}
}

func (w *world) file(name, content string) {
	w.folder(filepath.Dir(name))
	if err := os.WriteFile(w.path(name), []byte(content), 0o600); err != nil {
		panic(err)
	}
}

// log is the file of the default log.
func (w *world) log() string { return w.path("home/.local/share/claw/log.db") }

func (w *world) run(args ...string) answer {
	var out, errs bytes.Buffer
	p := &app.Program{In: strings.NewReader(w.in), Out: &out, Err: &errs, Dir: w.dir, Home: w.path("home"), User: "dev", Self: "/usr/local/bin/claw", Now: w.now,
		Environ: func() []string { return os.Environ() },
		Terminal: func() (app.Terminal, error) {
			if w.person.away {
				return nil, os.ErrNotExist
			}
			return &w.person, nil
		},
		Env: func(name string) string {
			if name == "XDG_DATA_HOME" && w.env[name] == "" {
				return w.path("home/.local/share")
			}
			return w.env[name]
		}}
	if w.tune != nil {
		w.tune(p)
	}
	code := cli.Run(w.ctx, p, args)
	if w.t != nil && (slices.Contains(args, "--json") || slices.Contains(args, "json")) {
		checkDocuments(w.t, out.String())
	}
	return answer{code, out.String(), errs.String()}
}

// checkDocuments holds all that a program printed under JSON to the published schemas.
func checkDocuments(t *testing.T, out string) {
	t.Helper()
	for d := jsontext.NewDecoder(strings.NewReader(out)); ; {
		value, err := d.ReadValue()
		if errors.Is(err, io.EOF) {
			return
		}
		if err == nil {
			err = schematest.Check(value)
		}
		if err != nil {
			t.Errorf("%v in\n%.2000s", err, out)
			return
		}
	}
}

func (w *world) must(args ...string) answer {
	a := w.run(args...)
	if a.Code != 0 {
		message := fmt.Sprintf("claw %s: exit %d\n%s%s", strings.Join(args, " "), a.Code, a.Out, a.Err)
		if w.t == nil {
			panic(message)
		}
		w.t.Helper()
		w.t.Fatal(message)
	}
	return a
}

func read(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// golden compares got with a file, or rewrites the file.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(read(t, file), got); diff != "" {
		t.Errorf("%s (-want +got)\n%s", file, diff)
	}
}

// documents parses JSON values that follow each other.
func documents(t *testing.T, text string) []map[string]any {
	t.Helper()
	var all []map[string]any
	for d := json.NewDecoder(strings.NewReader(text)); ; {
		var one map[string]any
		switch err := d.Decode(&one); err {
		case nil:
			all = append(all, one)
		case io.EOF:
			return all
		default:
			t.Fatalf("%v in\n%s", err, text)
		}
	}
}

// draftFile is a file with a draft for the log.
func (w *world) draftFile() string {
	w.file("drafts.jsonl", `{"kind":"lane.started","stream":"lane-01KJSESXM0FXE8CX6BVXYZ3Z7R","data":{"purpose":"fix"}}`+"\n")
	return "drafts.jsonl"
}
