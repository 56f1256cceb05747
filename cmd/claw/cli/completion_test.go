package cli_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"mvdan.cc/sh/v3/syntax"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestShellsAreOfferedWhatCanStandThere requests completions as the scripts do.
func TestShellsAreOfferedWhatCanStandThere(t *testing.T) {
	w := clitest.New(t)
	for line, want := range map[string]string{
		"lane show ": clitest.ContestedLane,
		"lane outcome " + clitest.SettledLane[:9]: clitest.SettledLane,
		"lane bind x ":                     clitest.BoundSession,
		"lane ":                            "explain",
		"":                                 "board",
		"help ":                            "lane",
		"help sch":                         "schema",
		"tools --state ":                   "denied",
		"lanes --state fin":                "finished_unverified",
		"sessions --session claude-code/c": clitest.BoundSession,
		"board --lane ":                    clitest.ContestedLane,
		"board --agent ":                   "claude-code",
		"board --branch ":                  "main",
		"errors --kind ":                   "denied",
		"errors --origin ":                 "provider",
		"search --kind tool.":              "tool.requested",
		"usage --by ":                      "model",
		"import --from ":                   "auto",
		"import --from g":                  "git",
		"log append --expect ":             "none",
		"log read --after ":                lastPosition(t, w),
		"schema show lane_":                "lane_outcome",
		"fixtures write wrong":             "wrong-workspace",
		"version --output-format ":         "json",
	} {
		offered, directive := offered(t, w, line)
		if !slices.Contains(offered, want) || directive != ":4" {
			t.Errorf("%q is offered %q with %s, want %q among them and no files", line, offered, directive, want)
		}
	}
}

// TestShellsAreOfferedFilesOnlyWhereFilesStand requests completions after every verb.
func TestShellsAreOfferedFilesOnlyWhereFilesStand(t *testing.T) {
	w := clitest.New(t)
	takeFiles := []string{"claw import", "claw ship prepare", "claw ship push", "claw ship scan", "claw ship hooks install", "claw ship hooks uninstall", "claw ship hooks status", "claw git status", "claw audit what", "claw audit gaps", "claw log append", "claw log import", "claw fixtures verify", "claw trust", "claw man",
		"claw policy adopt", "claw policy lint", "claw expect adopt", "claw log backup", "claw log compare", "claw log copy", "claw log restore", "claw state write", "claw state read", "claw report file", "claw redact lint", "claw prices update", "claw audit verify"}
	for verb := range good {
		_, directive := offered(t, w, strings.Join(strings.Fields(verb)[1:], " ")+" ")
		if files := directive == ":0"; files != slices.Contains(takeFiles, verb) {
			t.Errorf("%s offers files: %v", verb, files)
		}
	}
	for line, want := range map[string]string{"import one ": ":0", "fixtures write wrong-workspace ": ":0", "lane show x ": ":4", "version --log ": ":0"} {
		if _, directive := offered(t, w, line); directive != want {
			t.Errorf("%q: %s, want %s", line, directive, want)
		}
	}
}

// onlyThePersonKnows are the flags whose values only the person knows.
var onlyThePersonKnows = []string{"--owner", "--workflow", "--remote", "--forwards-log", "--pr", "--commit", "--pinpoint", "--as-of", "--cursor", "--limit", "--events", "--lines", "--reason", "--event", "--exclude", "--stream", "--tool",
	"--as", "--base", "--commit", "--delegate", "--executor", "--for", "--grant", "--head", "--log-id", "--patch", "--ref", "--rule",
	"--timeout", "--to", "--tree", "--uses", "--approval", "--command", "--name", "--root", "--source", "--worker", "--actor", "--main",
	"--owner", "--workflow", "--purpose", "--pull-request", "--result", "--test-timeout", "--rerun", "--junit", "--channel", "--checked", "--cycle", "--nudge", "--max-bytes", "--part-bytes", "--replaces", "--version", "--date",
	"--description", "--place", "--signature", "--reporter", "--report", "--item", "--url", "--preview", "--because", "--objective", "--verify", "--at", "--step", "--steps", "--ttl", "--topic", "--blocker", "--eta", "--consumer", "--view", "--filing"}

// TestEachFlagIsOfferedValuesOrKnownToHaveNone goes through the table of verbs, so that a
// new flag is thought about.
func TestEachFlagIsOfferedValuesOrKnownToHaveNone(t *testing.T) {
	w := clitest.New(t)
	for verb := range good {
		line := strings.Join(strings.Fields(verb)[1:], " ")
		for _, f := range clitest.Documents(t, w.Must(append([]string{"help", "--json"}, strings.Fields(line)...)...).Out)[0]["flags"].([]any) {
			flag := f.(map[string]any)
			if flag["type"] == "bool" {
				continue
			}
			all, directive := offered(t, w, line+" "+flag["flag"].(string)+" ")
			none := len(all) == 0 && directive == ":4" && flag["flag"] != "--repo" // no session of this world names one
			if none != slices.Contains(onlyThePersonKnows, flag["flag"].(string)) {
				t.Errorf("%s %s is offered %q with %s", verb, flag["flag"], all, directive)
			}
		}
	}
}

// TestCompletionsAreQuietWithoutALog holds that a shell gets no error, and no log is made.
func TestCompletionsAreQuietWithoutALog(t *testing.T) {
	w := clitest.Empty(t)
	if all, directive := offered(t, w, "lane show "); len(all) > 0 || directive != ":4" {
		t.Errorf("offered %q with %s", all, directive)
	}
	if a := w.Run("status", "--json"); !strings.Contains(a.Out, `"exists": false`) {
		t.Errorf("a log was made: %s", a.Out)
	}
}

// TestRecordedTextsCannotSteerAShell looks for control characters in what is offered.
func TestRecordedTextsCannotSteerAShell(t *testing.T) {
	w := clitest.New(t)
	w.File("evil.jsonl", `{"kind":"lane.started","stream":"lane-01KJSESXM0FXE8CX6BVXYZ3Z8R","subject":{"branch":"a\u001b[2Jb\nc"},"data":{"purpose":"fix"}}`+"\n")
	w.Must("log", "append", "evil.jsonl")
	for _, line := range []string{"lane show ", "board --branch ", "sessions --session "} {
		if out := w.Run(append([]string{"__complete"}, strings.Split(line, " ")...)...).Out; strings.ContainsAny(out, "\x1b\r") {
			t.Errorf("%q is offered %q", line, out)
		}
	}
}

// TestScriptsOfShellsAreScripts parses what a POSIX-like shell will read, and looks at
// the others for what calls claw.
func TestScriptsOfShellsAreScripts(t *testing.T) {
	w := clitest.Empty(t)
	script := w.Must("completion", "bash").Out
	if _, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(script), "bash"); err != nil {
		t.Error(err)
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if script := w.Must("completion", shell).Out; !strings.Contains(script, "__complete") || !strings.Contains(script, "claw") {
			t.Errorf("%s:\n%s", shell, script)
		}
	}
}

// offered are the words that a shell is offered at the end of a line, without what they
// are, and the directive.
// offered is what a shell that has time is offered.
func offered(t *testing.T, w *clitest.World, line string) (words []string, directive string) {
	t.Helper()
	w.Tune = func(p *app.Program) { p.Patience = time.Minute }
	out := w.Must(append([]string{"__complete"}, strings.Split(line, " ")...)...).Out
	rows := strings.Split(strings.TrimSpace(out), "\n")
	for _, row := range rows[:len(rows)-1] {
		word, _, _ := strings.Cut(row, "\t")
		words = append(words, word)
	}
	return words, rows[len(rows)-1]
}

func lastPosition(t *testing.T, w *clitest.World) string {
	t.Helper()
	out := w.Must("log", "stat").Out
	_, rest, _ := strings.Cut(out, "last position ")
	position, _, _ := strings.Cut(rest, "\n")
	return position
}

func TestAnUnknownShellIsAUsageError(t *testing.T) {
	w := clitest.Empty(t)
	if a := w.Run("completion", "foo"); a.Code != 2 || !strings.Contains(a.Err, "foo") {
		t.Errorf("exit %d, %s", a.Code, a.Err)
	}
	if a := w.Must("completion", "bash"); !strings.Contains(a.Out, "complete") {
		t.Errorf("no script: %.200s", a.Out)
	}
}

// TestAudiencesThatThePersonDeclaresAreOffered completes the audience of a view, also with a declaration
// that has a flaw.
func TestAudiencesThatThePersonDeclaresAreOffered(t *testing.T) {
	w := clitest.New(t)
	for text, want := range map[string]bool{"": false, "[[view]]\naudience = 'team'\nsections = ['lanes']\n": true, "[[view]]\naudience = 'team'\nsections = ['lanes']\ncolour = 'red'\n": false} {
		w.File("home/.config/claw/views.toml", text)
		all, _ := offered(t, w, "report view x --audience ")
		if slices.Contains(all, "team") != want || !slices.Contains(all, "ops_audit") {
			t.Errorf("with %q: %q", text, all)
		}
	}
}
