package top_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/clawable/claw/consumers/top"
)

// lanes is a board in memory. It implements [top.Source].
type lanes struct {
	mu       sync.Mutex
	rows     []top.Row
	position uint64
	read     []int    // the limits of the boards that were read
	accepted []string // lane: reason
	refusal  error    // of Accept and Browse
	lost     error    // of Board
	moved    error    // of Await
	counts   string   // of outcomes, in the title
	page     string   // what each page says; "": its name and width
}

func (l *lanes) Board(_ context.Context, limit int) (top.Board, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.read = append(l.read, limit)
	rows := append([]top.Row{}, l.rows[:min(limit, len(l.rows))]...)
	return top.Board{Limit: limit, Rows: rows, Total: len(l.rows), Summary: fmt.Sprint(len(l.rows), " lanes", l.counts), Position: l.position, Empty: "nothing here",
		Table: func(width int, some []int) []string {
			lines := []string{"LANE  WORDS"}
			for _, i := range some {
				lines = append(lines, ansi.Truncate(rows[i].Short+"  "+rows[i].Words, width, ""))
			}
			return lines
		}}, l.lost
}

func (l *lanes) Await(context.Context, uint64) error { return l.moved }

func (l *lanes) Text(_ context.Context, what top.Page, row top.Row, width int) (string, error) {
	if l.page != "" {
		return l.page, nil
	}
	return fmt.Sprintf("%s of %s, %d columns\n", what, row.Lane, width), nil
}

func (l *lanes) Accept(_ context.Context, lane, reason string) (string, error) {
	l.accepted = append(l.accepted, lane+": "+reason)
	return "recorded", l.refusal
}

func (l *lanes) Browse(_ context.Context, row top.Row) (string, error) {
	return "opened " + row.PullRequest + row.Folder, l.refusal
}

// put makes the rows of the board those of some names, at a later position of the log. A name that ends with
// ! needs a person, one with - failed, one with . is settled.
func (l *lanes) put(names ...string) {
	l.rows = nil
	for _, name := range names {
		bare := strings.TrimRight(name, "!-.")
		l.rows = append(l.rows, top.Row{Lane: "01" + bare, Short: bare, Words: strings.ToLower(bare) + " row", NeedsPerson: strings.HasSuffix(name, "!"),
			Failed: strings.HasSuffix(name, "-"), Settled: strings.HasSuffix(name, "."), Next: "check", Command: "look at " + bare, Folder: "/src/" + bare})
	}
	l.position++
}

// screen is a model with what its commands do at once.
type screen struct {
	t      *testing.T
	m      tea.Model
	lanes  *lanes
	quit   bool
	paused []tea.Msg // that come after a pause
	other  []tea.Msg // that no model takes, such as the clipboard
}

// newScreen is a screen over lanes of some names.
func newScreen(t *testing.T, width, height int, names ...string) *screen {
	t.Helper()
	l := &lanes{}
	l.put(names...)
	first, err := l.Board(t.Context(), 60)
	if err != nil {
		t.Fatal(err)
	}
	s := &screen{t: t, lanes: l}
	s.m = top.New(t.Context(), l, first, top.Look{}, func(_ time.Duration, then tea.Msg) tea.Cmd {
		s.paused = append(s.paused, then)
		return nil
	})
	s.send(tea.WindowSizeMsg{Width: width, Height: height})
	return s
}

// send gives the model a message, and runs the resulting command.
func (s *screen) send(msg tea.Msg) {
	next, cmd := s.m.Update(msg)
	s.m = next
	s.do(cmd)
}

func (s *screen) do(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, one := range msg {
			s.do(one)
		}
	case tea.QuitMsg:
		s.quit = true
	default:
		if strings.HasPrefix(fmt.Sprintf("%T", msg), "tea.") {
			s.other = append(s.other, msg)
			return
		}
		s.send(msg)
	}
}

// keysOf are keys that are no characters.
var keysOf = map[string]rune{"Enter": tea.KeyEnter, "Esc": tea.KeyEscape, "Down": tea.KeyDown, "Up": tea.KeyUp, "PgDn": tea.KeyPgDown, "PgUp": tea.KeyPgUp,
	"Home": tea.KeyHome, "End": tea.KeyEnd, "Left": tea.KeyLeft, "Backspace": tea.KeyBackspace, "Space": tea.KeySpace}

// press types keys, separated by spaces.
func (s *screen) press(keys string) {
	for _, key := range strings.Fields(keys) {
		if code, named := keysOf[key]; named {
			k := tea.KeyPressMsg{Code: code}
			if key == "Space" {
				k.Text = " "
			}
			s.send(k)
			continue
		}
		if alt, ok := strings.CutPrefix(key, "Alt-"); ok {
			s.send(withAlt(alt))
			continue
		}
		if ctrl, ok := strings.CutPrefix(key, "Ctrl-"); ok {
			s.send(tea.KeyPressMsg{Code: rune(strings.ToLower(ctrl)[0]), Mod: tea.ModCtrl})
			continue
		}
		for _, r := range key {
			s.send(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
	}
}

// withAlt is Esc and a key as terminals report the two when they arrive together.
func withAlt(key string) tea.KeyPressMsg {
	if code, named := keysOf[key]; named {
		return tea.KeyPressMsg{Code: code, Mod: tea.ModAlt}
	}
	if small := strings.ToLower(key); small != key {
		return tea.KeyPressMsg{Code: rune(small[0]), ShiftedCode: rune(key[0]), Mod: tea.ModAlt | tea.ModShift}
	}
	return tea.KeyPressMsg{Code: rune(key[0]), Mod: tea.ModAlt}
}

// resume ends the pauses of the screen, which reads the log again.
func (s *screen) resume() {
	paused := s.paused
	s.paused = nil
	for _, msg := range paused {
		s.send(msg)
	}
}

// lines are the lines of the screen, without what styles them and without trailing spaces.
func (s *screen) lines() []string {
	lines := strings.Split(ansi.Strip(s.m.View().Content), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return lines
}

// shown are the names of the rows on the screen; the one under the cursor is in brackets.
func (s *screen) shown() string {
	var names []string
	for _, line := range s.lines() {
		if name, _, isRow := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(line, "> "), "  "), "  "); isRow && strings.HasSuffix(line, " row") {
			if strings.HasPrefix(line, "> ") {
				name = "[" + name + "]"
			}
			names = append(names, name)
		}
	}
	return strings.Join(names, " ")
}

var errRefused = errors.New("refused")
