package cli_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"

	"github.com/clawable/claw/cmd/claw/cli"
)

// TestTheBoardFitsTheTerminal draws the board at several widths.
func TestTheBoardFitsTheTerminal(t *testing.T) {
	for _, width := range []int{0, 40, 60, 80, 120, 200} {
		w := newWorld(t)
		w.tune = func(p *cli.Program) { p.Width, p.OutTerminal = width, width > 0 }
		w.env["NO_COLOR"] = "1"
		var text strings.Builder
		for _, verb := range []string{"board", "lanes", "sessions", "errors", "usage", "lane show " + contestedLane, "lane explain " + contestedLane + " outcome"} {
			out := w.must(strings.Fields(verb)...).Out
			fmt.Fprintf(&text, "$ claw %s\n%s\n", verb, out)
			for line := range strings.Lines(out) {
				if n := runewidth.StringWidth(strings.TrimSuffix(line, "\n")); width > 0 && n > width {
					t.Errorf("%s at %d columns has a line of %d: %s", verb, width, n, line)
				}
			}
		}
		golden(t, filepath.Join("testdata", fmt.Sprintf("columns-%d.txt", width)), text.String())
	}
}

// TestColorIsForTerminals holds who sees escape sequences.
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
		w := newWorld(t)
		w.tune = func(p *cli.Program) { p.OutTerminal, p.Width = test.terminal, 80 }
		for name, value := range test.env {
			w.env[name] = value
		}
		for _, verb := range []string{"board", "lane show " + contestedLane, "doctor"} {
			if got := strings.Contains(w.must(strings.Fields(verb)...).Out, "\x1b["); got != test.want {
				t.Errorf("%s, %s: colored %v", name, verb, got)
			}
		}
	}
}

// TestRecordedTextsCannotSteerATerminal records what would, and looks at every verb for people.
func TestRecordedTextsCannotSteerATerminal(t *testing.T) {
	w := newWorld(t)
	for i, title := range []string{`\u001b[2Jgone\u0007`, `one\nline`, `\u202eright to left`, strings.Repeat("月の満ち引き", 9)} {
		line := fmt.Sprintf(`{"kind":"lane.started","stream":"lane-01KT1GW6G000000000000000%02d","data":{"purpose":"fix"}}
{"kind":"session.created","stream":"session-0000000000M3J04M3D8PHGC%03d","data":{"agent":"codex","workspace":"/w","title":"%s","purpose":{"unknown":"not_recorded"}},"subject":{"session":"codex/%d"}}
`, i, i, title, i)
		w.file("titles.jsonl", line)
		w.must("log", "append", "titles.jsonl")
	}
	w.tune = func(p *cli.Program) { p.Width = 100 }
	for _, verb := range []string{"board", "lanes", "sessions", "tools", "errors", "lane show " + contestedLane} {
		for _, r := range w.must(strings.Fields(verb)...).Out {
			if r < ' ' && r != '\n' || r == 0x7f || r >= 0x202a && r <= 0x202e {
				t.Errorf("%s prints %U", verb, r)
			}
		}
	}
	if out := w.must("sessions").Out; !strings.Contains(out, "gone") {
		t.Errorf("the titles are not there\n%s", out)
	}
}
