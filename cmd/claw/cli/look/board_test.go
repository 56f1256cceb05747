package lookcmd_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mattn/go-runewidth"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestTheBoardFitsTheTerminal draws the board at several widths.
func TestTheBoardFitsTheTerminal(t *testing.T) {
	for _, width := range []int{0, 40, 60, 80, 120, 200} {
		w := clitest.New(t)
		w.Tune = func(p *app.Program) { p.Width, p.OutTerminal = width, width > 0 }
		w.Env["NO_COLOR"], w.Env["TZ"] = "1", "UTC"
		var text strings.Builder
		for _, verb := range []string{"board", "lanes", "sessions", "errors", "usage", "lane show " + clitest.ContestedLane, "timeline " + clitest.ContestedLane, "lane explain " + clitest.ContestedLane + " outcome"} {
			out := w.Must(strings.Fields(verb)...).Out
			fmt.Fprintf(&text, "$ claw %s\n%s\n", verb, out)
			for line := range strings.Lines(out) {
				if n := runewidth.StringWidth(strings.TrimSuffix(line, "\n")); width > 0 && n > width {
					t.Errorf("%s at %d columns has a line of %d: %s", verb, width, n, line)
				}
			}
		}
		clitest.Golden(t, filepath.Join("testdata", fmt.Sprintf("columns-%d.txt", width)), text.String())
	}
}

// TestWhatIsToldAsideFitsTheTerminal prints a warning and an error on a terminal.
func TestWhatIsToldAsideFitsTheTerminal(t *testing.T) {
	w := clitest.New(t)
	w.Tune = func(p *app.Program) { p.Width, p.OutTerminal, p.ErrTerminal = 40, true, true }
	for _, line := range []string{"import home/.codex repo.git --dry-run", "lane show 7ZZZ", "lanes --agent codx"} {
		said := w.Run(strings.Fields(line)...).Err
		said = said[strings.LastIndexByte(said, '\r')+1:] // of progress, which was taken off
		said = strings.TrimPrefix(said, "\x1b[K")
		if !strings.HasPrefix(said, "warning: ") && !strings.HasPrefix(said, "error: ") {
			t.Errorf("claw %s says %q", line, said)
		}
		for one := range strings.Lines(said) {
			if n := runewidth.StringWidth(strings.TrimSuffix(one, "\n")); n > 40 {
				t.Errorf("claw %s has a line of %d: %s", line, n, one)
			}
		}
	}
}

// TestColorIsForTerminals checks where escape sequences are printed.
func TestColorIsForTerminals(t *testing.T) {
	for name, test := range map[string]struct {
		terminal bool
		env      map[string]string
		want     bool
	}{
		"a terminal":            {true, nil, true},
		"a pipe":                {false, nil, false},
		"NO_COLOR":              {true, map[string]string{"NO_COLOR": "1"}, false},
		"a terminal without it": {true, map[string]string{"TERM": "dumb"}, false},
	} {
		w := clitest.New(t)
		w.Tune = func(p *app.Program) { p.OutTerminal, p.Width = test.terminal, 80 }
		for name, value := range test.env {
			w.Env[name] = value
		}
		for _, verb := range []string{"board", "lane show " + clitest.ContestedLane, "timeline " + clitest.ContestedLane, "doctor"} {
			if got := strings.Contains(w.Must(strings.Fields(verb)...).Out, "\x1b["); got != test.want {
				t.Errorf("%s, %s: colored %v", name, verb, got)
			}
		}
	}
}

// TestEveryVerbFitsANarrowTerminal holds what is not drawn above to the width.
func TestEveryVerbFitsANarrowTerminal(t *testing.T) {
	w := clitest.New(t)
	w.Tune = func(p *app.Program) { p.Width, p.OutTerminal = 40, true }
	w.Env["NO_COLOR"] = "1"
	for _, verb := range []string{"board", "lanes", "sessions", "tools", "errors", "usage --by lane", "lane show " + clitest.ContestedLane, "timeline " + clitest.ContestedLane,
		"lane outcome " + clitest.ContestedLane, "lane explain " + clitest.ContestedLane, "log stat", "log verify", "status", "doctor"} {
		for line := range strings.Lines(w.Must(strings.Fields(verb)...).Out) {
			if n := runewidth.StringWidth(strings.TrimSuffix(line, "\n")); n > 40 {
				t.Errorf("%s has a line of %d: %s", verb, n, line)
			}
		}
	}
}

// steering are texts that would steer a terminal, as JSON writes them.
var steering = []string{`\u001b[2Jgone\u0007`, `one\nline`, `\u202eright to left\u2066\u2069`, `\u200e\u200f\u061cmarks`,
	`\u007f\u0085\u009b31mC1`, strings.Repeat("月の満ち引き", 9)}

// steered makes a world in which titles, models, tools and prompts would steer a terminal.
func steered(t *testing.T) *clitest.World {
	w := clitest.New(t)
	for i, title := range steering {
		line := fmt.Sprintf(`{"kind":"lane.started","stream":"lane-01KT1GW6G000000000000000%02[1]d","data":{"purpose":"fix"}}
{"kind":"session.created","stream":"session-0000000000M3J04M3D8PHGC%03[1]d","data":{"agent":"codex","workspace":"/w","title":"%[2]s","purpose":{"unknown":"not_recorded"}},"subject":{"session":"codex/%[1]d"}}
{"kind":"message.recorded","stream":"session-0000000000M3J04M3D8PHGC%03[1]d","data":{"role":"user","text":"%[2]s"},"subject":{"session":"codex/%[1]d"}}
{"kind":"tool.failed","stream":"session-0000000000M3J04M3D8PHGC%03[1]d","data":{"name":"%[2]s","error_kind":"unknown"},"subject":{"session":"codex/%[1]d"}}
{"kind":"usage.recorded","stream":"session-0000000000M3J04M3D8PHGC%03[1]d","data":{"model":"%[2]s","input_tokens":1,"output_tokens":1,"cache_read_tokens":0,"cache_creation_tokens":0,"reasoning_tokens":0},"subject":{"session":"codex/%[1]d"}}
`, i, title)
		w.File("titles.jsonl", line)
		w.Must("log", "append", "titles.jsonl")
	}
	return w
}

var shown = []string{"board", "lanes", "sessions", "tools", "errors", "usage", "lane show " + clitest.ContestedLane, "timeline " + clitest.ContestedLane, "log stat", "status"}

// TestRecordedTextsCannotSteerATerminal records what would, and looks at every list.
func TestRecordedTextsCannotSteerATerminal(t *testing.T) {
	w := steered(t)
	w.Tune = func(p *app.Program) { p.Width = 100 }
	for _, verb := range shown {
		holdStill(t, verb, w.Must(strings.Fields(verb)...).Out)
		holdStill(t, verb+" --json", w.Must(append(strings.Fields(verb), "--json")...).Out)
	}
	if out := w.Must("sessions").Out; !strings.Contains(out, "gone") {
		t.Errorf("the titles are not there\n%s", out)
	}
	a := w.Run("lane", "show", "\u202e\x1b[2J\u009b")
	holdStill(t, "an error", a.Err)
}

func holdStill(t *testing.T, what, out string) {
	t.Helper()
	for _, r := range out {
		if r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 ||
			r == 0x200e || r == 0x200f || r == 0x061c {
			t.Errorf("%s prints %U", what, r)
		}
	}
}

// TestEscapedTextsMeanTheSame reads titles back from JSON, and events from a terminal
// and from a pipe.
func TestEscapedTextsMeanTheSame(t *testing.T) {
	w := steered(t)
	got := map[string]bool{}
	for _, s := range clitest.Documents(t, w.Must("sessions", "--json").Out)[0]["sessions"].([]any) {
		title, _ := s.(map[string]any)["title"].(string)
		got[title] = true
	}
	for _, text := range steering {
		if want := clitest.Documents(t, `{"title":"`+text+`"}`)[0]["title"].(string); !got[want] {
			t.Errorf("%s is not among the titles", text)
		}
	}
	piped, stored := w.Must("log", "read").Out, w.Must("log", "export").Out
	w.Tune = func(p *app.Program) { p.OutTerminal = true }
	read, tail := w.Must("log", "read").Out, w.Must("log", "tail", "--lines", "100000").Out
	if piped != stored || w.Must("log", "export").Out != stored {
		t.Error("the bytes of the log are not those of the log")
	}
	for _, seen := range []string{read, tail} {
		holdStill(t, "log read on a terminal", seen)
		if diff := cmp.Diff(clitest.Documents(t, stored), clitest.Documents(t, seen)); diff != "" {
			t.Errorf("on a terminal the events are others (-stored +seen)\n%s", diff)
		}
	}
}

// TestUsageNamesLanesAsTheyAreTyped takes a lane from the table to another verb.
func TestUsageNamesLanesAsTheyAreTyped(t *testing.T) {
	w := clitest.New(t)
	table, _, _ := strings.Cut(w.Must("usage", "--by", "lane").Out, "\ntotal ")
	for _, line := range strings.Split(table, "\n")[1:] {
		name, _, _ := strings.Cut(line, " ")
		if len(name) > 12 {
			t.Errorf("%s is more than a person types", name)
		}
		w.Must("lane", "show", name)
	}
}
