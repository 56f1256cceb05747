package lookcmd_test

import (
	"context"
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// terminal is a terminal that a program draws on.
type terminal struct {
	columns, rows int
	writes        chan string
	resized       chan struct{}
}

func (s *terminal) Write(b []byte) (int, error) {
	s.writes <- string(b)
	return len(b), nil
}

// lines are those of what is drawn next; it must be a whole drawing.
func (s *terminal) lines(t *testing.T) []string {
	t.Helper()
	frame := <-s.writes
	frame, ok := strings.CutPrefix(frame, "\x1b[H")
	frame, whole := strings.CutSuffix(frame, "\x1b[K\x1b[J")
	if !ok || !whole {
		t.Fatalf("no drawing: %q", frame)
	}
	return strings.Split(frame, "\x1b[K\n")
}

// liveWorld is a world whose terminal is drawn on.
func liveWorld(t *testing.T, rows int) (*clitest.World, *terminal) {
	w := clitest.New(t)
	w.Env["NO_COLOR"] = "1"
	s := &terminal{columns: 100, rows: rows, writes: make(chan string), resized: make(chan struct{})}
	return w, s
}

// TestALiveListIsDrawnAnewWhenTheLogGoesOn follows a list over an append and a change of
// the terminal's size, to its end by Ctrl-C.
func TestALiveListIsDrawnAnewWhenTheLogGoesOn(t *testing.T) {
	for _, verb := range []string{"board", "lanes"} {
		t.Run(verb, func(t *testing.T) {
			w, s := liveWorld(t, 12)
			var interrupt context.CancelFunc
			live := *w
			live.Ctx, interrupt = context.WithCancel(t.Context())
			live.Tune = func(p *app.Program) {
				p.Out, p.OutTerminal = s, true
				p.Size = func() (int, int) { return s.columns, s.rows }
				p.Resizes = func(context.Context) <-chan struct{} { return s.resized }
			}
			ended := make(chan clitest.Answer)
			go func() { ended <- live.Run(verb, "--watch", "--limit", "5") }()
			if enter := <-s.writes; enter != "\x1b[?1049h\x1b[?25l" {
				t.Fatalf("it begins with %q", enter)
			}
			before := s.lines(t)
			if !strings.Contains(before[0], "claw "+verb) || !strings.Contains(before[0], "Ctrl-C ends") {
				t.Errorf("the title is %q", before[0])
			}
			w.File("new.jsonl", `{"kind":"lane.failed","stream":"lane-01KT1GW6G0FXE8CX6BVXYZ3Z9R","data":{"failure_class":"compile"}}`+"\n")
			w.Must("log", "append", "new.jsonl")
			after := strings.Join(s.lines(t), "\n")
			if strings.Contains(strings.Join(before, "\n"), "compile") || !strings.Contains(after, "failed compile") {
				t.Errorf("before\n%s\nafter\n%s", strings.Join(before, "\n"), after)
			}
			s.columns, s.rows = 40, 5
			s.resized <- struct{}{}
			small := s.lines(t)
			if len(small) != 5 || small[4] != "… more below" {
				t.Errorf("%d lines on 5 rows: %q", len(small), small)
			}
			for _, line := range small {
				if runewidth.StringWidth(line) > 40 {
					t.Errorf("on 40 columns: %q", line)
				}
			}
			interrupt()
			if leave := <-s.writes; leave != "\x1b[?25h\x1b[?1049l" {
				t.Errorf("it ends with %q", leave)
			}
			if a := <-ended; a.Code != 0 || a.Err != "" {
				t.Errorf("%+v", a)
			}
		})
	}
}

// TestALiveListThatFailsLeavesTheTerminalAsItWas requests a page that does not exist.
func TestALiveListThatFailsLeavesTheTerminalAsItWas(t *testing.T) {
	w, s := liveWorld(t, 30)
	w.Tune = func(p *app.Program) { p.Out, p.OutTerminal = s, true }
	ended := make(chan clitest.Answer)
	go func() { ended <- w.Run("board", "--watch", "--cursor", "nonsense") }()
	for _, want := range []string{"\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"} {
		if got := <-s.writes; got != want {
			t.Errorf("it writes %q, want %q", got, want)
		}
	}
	if a := <-ended; a.Code != 2 || !strings.Contains(a.Err, "cursor") {
		t.Errorf("%+v", a)
	}
}

// TestAListIsLiveOnlyInFrontOfAPerson checks what is refused, and that the error names the
// verb for programs.
func TestAListIsLiveOnlyInFrontOfAPerson(t *testing.T) {
	for says, test := range map[string]struct {
		args     []string
		terminal bool
		term     string
		hint     string
	}{
		"a pipe":          {nil, false, "", "claw watch --json"},
		"JSON":            {[]string{"--json"}, true, "", "claw watch --json"},
		"a dumb terminal": {nil, true, "dumb", "claw watch --json"},
		"another time":    {[]string{"--as-of", "2026-01-02T03:04:05Z"}, true, "", "leave one of them out"},
	} {
		w := clitest.New(t)
		w.Env["TERM"] = test.term
		w.Tune = func(p *app.Program) { p.OutTerminal = test.terminal }
		for _, verb := range []string{"board", "lanes"} {
			a := w.Run(append([]string{verb, "--watch"}, test.args...)...)
			if a.Code != 2 || !strings.Contains(a.Out+a.Err, test.hint) {
				t.Errorf("%s, %s: %+v", verb, says, a)
			}
		}
	}
}
