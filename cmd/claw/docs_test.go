package main_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/mattn/go-runewidth"

	"github.com/clawable/claw/cmd/claw/cli"
	"github.com/clawable/claw/cmd/claw/cli/app"
)

// sampleTime is when the samples of the docs were printed: ages depend on it.
var sampleTime = time.Date(2026, 11, 23, 18, 0, 0, 0, time.UTC)

// sampleColumns is the width of the terminal of the samples, and that of the docs.
const sampleColumns = 100

// TestConsoleBlocksAreWhatClawPrints runs the commands of each `console` block of the
// README and the docs, page by page and in order, and compares the blocks with what
// claw prints; -update rewrites them. The README's own `go run` line goes first.
func TestConsoleBlocksAreWhatClawPrints(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the samples show paths of Unix")
	}
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := 0
	for _, page := range append(pages, "../../README.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		s := newSample(t)
		if line := goRun.FindSubmatch(text); line != nil {
			s.run(string(line[1]))
		}
		got := console.ReplaceAllStringFunc(string(text), func(block string) string {
			blocks++
			return s.block(block)
		})
		switch {
		case got == string(text):
		case *update:
			if err := os.WriteFile(page, []byte(got), 0o644); err != nil {
				t.Error(err)
			}
		default:
			t.Errorf("%s (-want +got)\n%s", page, cmp.Diff(string(text), got))
		}
	}
	if blocks < 8 {
		t.Errorf("the docs have %d console blocks", blocks)
	}
}

var (
	console = regexp.MustCompile("(?s)```console\n.*?```\n")
	goRun   = regexp.MustCompile(`(?m)^go run \./cmd/claw (.*)$`)
)

// sample is a machine on which the samples of one page are printed: two folders of
// fixtures, a home folder with recorded sessions, a fixed clock.
type sample struct {
	t       *testing.T
	dir     string
	colored bool // the terminal shows colors
}

func newSample(t *testing.T) sample {
	t.Helper()
	made, err := os.MkdirTemp("/tmp", "claw") // short: a longer path would be wrapped
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(made); err != nil {
			t.Error(err)
		}
	})
	dir, err := filepath.EvalSymlinks(made)
	if err != nil {
		t.Fatal(err)
	}
	s := sample{t: t, dir: dir}
	for to, from := range map[string]string{
		"fixtures/claude-code":             "claude-code",
		"fixtures/codex":                   "codex",
		"home/.codex/sessions/2026":        "codex/denied-and-interrupted",
		"home/.claude/projects/-home-demo": "claude-code",
	} {
		if err := os.CopyFS(filepath.Join(dir, filepath.FromSlash(to)), os.DirFS(filepath.Join("../../fixtures", from))); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// block prints one block anew: each command, and below it what claw answers.
func (s sample) block(block string) string {
	var printed strings.Builder
	printed.WriteString("```console\n")
	for line := range strings.Lines(block) {
		if command, ok := strings.CutPrefix(line, "$ claw "); ok {
			printed.WriteString(line + s.run(strings.TrimSpace(command)))
		}
	}
	return printed.String() + "```\n"
}

// run returns what a person sees of one command, standard error first; behind
// "; echo $?" the exit code too.
func (s sample) run(command string) string {
	command, withCode := strings.CutSuffix(command, "; echo $?")
	var out, errs bytes.Buffer
	p := app.Program{In: strings.NewReader(""), Out: &out, Err: &errs, Dir: s.dir, Home: filepath.Join(s.dir, "home"), User: "ada",
		Self: "/usr/local/bin/claw", Now: func() time.Time { return sampleTime }, Width: sampleColumns, OutTerminal: true,
		Environ: func() []string { return nil },
		Env:     func(name string) string { return map[string]string{"NO_COLOR": "1"}[name] }}
	if s.colored {
		p.Env = func(string) string { return "" }
	}
	code := cli.Run(s.t.Context(), &p, strings.Fields(command))
	shown := errs.String() + out.String()
	if withCode {
		shown += strconv.Itoa(code) + "\n"
	} else if code != 0 {
		s.t.Errorf("claw %s: exit %d\n%s", command, code, shown)
	}
	shown = strings.NewReplacer(p.Home, "/home/ada", s.dir, "/home/ada/claw").Replace(shown)
	for line := range strings.Lines(shown) {
		if n := runewidth.StringWidth(styled.ReplaceAllString(strings.TrimSuffix(line, "\n"), "")); n > sampleColumns {
			s.t.Errorf("claw %s prints a line of %d columns: %s", command, n, line)
		}
	}
	return trailing.ReplaceAllString(shown, "")
}

// trailing is what editors and people do not see at the end of lines.
var trailing = regexp.MustCompile(`(?m)[ \t]+$`)

// TestThePoliciesOfTheDocsAreReadable checks each policy that docs/policy.md shows as
// claw policy lint FILE does.
func TestThePoliciesOfTheDocsAreReadable(t *testing.T) {
	text, err := os.ReadFile("../../docs/policy.md")
	if err != nil {
		t.Fatal(err)
	}
	s, shown := sample{t: t, dir: t.TempDir()}, 0
	for _, block := range indentedBlock.FindAllString(string(text), -1) {
		if !strings.Contains(block, "[[rule]]") {
			continue
		}
		shown++
		if !strings.Contains(block, "version = ") {
			block = "version = 1\n" + block
		}
		if err := os.WriteFile(filepath.Join(s.dir, "policy.toml"), []byte(block), 0o600); err != nil {
			t.Fatal(err)
		}
		s.run("policy lint policy.toml --log mem:") // which fails the test with exit code 1
	}
	if shown < 3 {
		t.Errorf("docs/policy.md shows %d policies", shown)
	}
}

var indentedBlock = regexp.MustCompile(`(?m)(?:^    .*\n|^\n)+`)

// TestTheDocsShowVerbsThatExist holds each command of claw in a code block of the README
// and the docs to a verb that exists and takes the flags shown.
func TestTheDocsShowVerbsThatExist(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	s, shown := sample{t: t, dir: t.TempDir()}, 0
	for _, page := range append(pages, "../../README.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, command := range commandsOf(string(text)) {
			shown++
			verb := verbOf.FindString(command)
			for verb != "" && !s.takes(verb, command) {
				verb = verb[:max(strings.LastIndex(verb, " "), 0)] // its last word is an argument
			}
			if verb == "" {
				t.Errorf("%s: no verb takes %q", filepath.Base(page), command)
			}
		}
	}
	if shown < 80 {
		t.Errorf("the docs show %d commands", shown)
	}
}

var (
	shellBlock = regexp.MustCompile("(?s)```(?:sh|console)\n.*?```|(?m:^    [^\n]*$)")
	aCommand   = regexp.MustCompile(`(?m)^(?: {4})?(?:\$ )?(?:go run \./cmd/)?claw ([a-z][^#\n]*)`)
	verbOf     = regexp.MustCompile(`^[a-z]+(?: [a-z]+)*`)
	flagOf     = regexp.MustCompile(`(?: |\[)(--[a-z-]+)`)
)

// commandsOf returns the command lines of claw in the code blocks of a text, without the
// word claw, comments, and what a command of another program would take.
func commandsOf(text string) (commands []string) {
	for _, block := range shellBlock.FindAllString(text, -1) {
		for _, m := range aCommand.FindAllStringSubmatch(block, -1) {
			command, _, _ := strings.Cut(m[1]+" ", " -- ")
			command, _, _ = strings.Cut(command, ";")
			commands = append(commands, strings.TrimSpace(command))
		}
	}
	return commands
}

// takes reports whether a verb exists, is not a group of verbs, and has the flags of a command.
func (s sample) takes(verb, command string) bool {
	var out bytes.Buffer
	p := app.Program{In: strings.NewReader(""), Out: &out, Err: io.Discard, Dir: s.dir, Now: func() time.Time { return sampleTime },
		Env: func(string) string { return "" }, Environ: func() []string { return nil }}
	var help struct {
		Verb  string
		Verbs []struct{ Verb string }
		Flags []helpFlag
	}
	if code := cli.Run(s.t.Context(), &p, append([]string{"help", "--json"}, strings.Fields(verb)...)); code != 0 {
		return false
	}
	if err := json.Unmarshal(out.Bytes(), &help); err != nil || help.Verb != "claw "+verb || len(help.Verbs) > 0 {
		return false
	}
	for _, m := range flagOf.FindAllStringSubmatch(command, -1) {
		if !slices.Contains(help.Flags, helpFlag{m[1]}) {
			return false
		}
	}
	return true
}

// helpFlag is a flag as claw help --json lists it.
type helpFlag struct{ Flag string }
