package top_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/clawable/claw/consumers/top"
)

// TestKeysMoveAndSelect presses keys on a board of six lanes, five of which the screen can show.
func TestKeysMoveAndSelect(t *testing.T) {
	for _, c := range []struct{ says, keys, shown string }{
		{"at first the cursor is on the first lane", "", "[ann] bob cat dan eve"},
		{"j goes down", "j", "ann [bob] cat dan eve"},
		{"an arrow goes down", "Down Down", "ann bob [cat] dan eve"},
		{"k goes up again", "j j k", "ann [bob] cat dan eve"},
		{"nothing is above the first lane", "k Up PgUp", "[ann] bob cat dan eve"},
		{"the screen follows the cursor", "j j j j j", "bob cat dan eve [fay]"},
		{"nothing is below the last lane", "G j", "bob cat dan eve [fay]"},
		{"a screen down", "PgDn", "bob cat dan eve [fay]"},
		{"and back to the first", "End Home", "[ann] bob cat dan eve"},
		{"n shows what needs a person", "n", "[ann] cat"},
		{"n again shows all", "n n", "[ann] bob cat dan eve"},
		{"f shows what failed", "f", "[dan]"},
		{"both show what is both", "f n", ""},
		{"Esc shows all again, and the cursor is on the lane that it was on", "f Esc", "bob cat [dan] eve fay"},
		{"words filter while they are typed", "/ a", "[ann] cat dan fay"},
		{"each word is to be in the row", "/ a Space n", "[ann] dan"},
		{"capitals do not matter", "/ FAY Enter", "[fay]"},
		{"keys are keys again after Enter", "/ a Enter j", "ann [cat] dan fay"},
		{"Esc and a key that arrive as one", "/ fay Alt-n", "ann [cat]"},
		{"Esc twice that arrives as one", "f Enter Alt-Esc", "bob cat [dan] eve fay"},
		{"Esc and a capital that arrive as one", "f Alt-G", "bob cat dan eve [fay]"},
		{"Esc ends the filter", "/ fay Esc", "bob cat dan eve [fay]"},
		{"Backspace takes a character back", "/ anx Backspace Enter", "[ann] dan"},
		{"Ctrl-U takes all back", "/ xyz Ctrl-U Enter", "[ann] bob cat dan eve"},
		{"Ctrl-W takes a word back", "/ fay Space b Ctrl-W Enter", "[fay]"},
		{"a letter that is no key does nothing", "z", "[ann] bob cat dan eve"},
		{"keys of a page do nothing on the board", "s", "[ann] bob cat dan eve"},
	} {
		t.Run(c.says, func(t *testing.T) {
			s := newScreen(t, 80, 9, "ann!", "bob", "cat!", "dan-", "eve", "fay.")
			s.press(c.keys)
			if got := s.shown(); got != c.shown {
				t.Errorf("%q shows %q, want %q", c.keys, got, c.shown)
			}
		})
	}
}

// TestTheCursorStaysOnItsLane changes the board below the cursor.
func TestTheCursorStaysOnItsLane(t *testing.T) {
	for _, c := range []struct {
		says, keys string
		then       []string
		shown      string
	}{
		{"a lane comes above", "j j", []string{"new", "ann", "bob", "cat", "dan", "eve", "fay"}, "ann bob [cat] dan eve"},
		{"the lane moves up", "j j j", []string{"dan", "ann", "bob", "cat", "eve", "fay"}, "[dan] ann bob cat eve"},
		{"the lane moves to the end", "j", []string{"ann", "cat", "dan", "eve", "fay", "bob"}, "cat dan eve fay [bob]"},
		{"the lane goes, and the cursor keeps its place", "j j", []string{"ann", "bob", "dan", "eve", "fay"}, "ann bob [dan] eve fay"},
		{"the last lane goes", "G", []string{"ann", "bob"}, "ann [bob]"},
		{"all lanes go", "j", nil, ""},
	} {
		t.Run(c.says, func(t *testing.T) {
			s := newScreen(t, 80, 9, "ann", "bob", "cat", "dan", "eve", "fay")
			s.press(c.keys)
			s.lanes.put(c.then...)
			s.do(s.m.Init())
			if got := s.shown(); got != c.shown {
				t.Errorf("the screen shows %q, want %q", got, c.shown)
			}
		})
	}
}

// TestPagesAndWords presses keys that say something.
func TestPagesAndWords(t *testing.T) {
	for _, c := range []struct {
		says, keys string
		holds      []string
		lacks      string
	}{
		{"the next step of the lane under the cursor", "j", []string{"check: look at bob", "2 lanes"}, "ann: "},
		{"Enter opens the story", "j Enter", []string{"the story of lane bob", "story of 01bob, 80 columns", "Esc back"}, "ann"},
		{"e explains", "e", []string{"explain of 01ann, 80 columns"}, "bob"},
		{"x shows what failed", "x", []string{"errors of 01ann"}, "bob"},
		{"s is the story again", "e s", []string{"story of 01ann"}, "explain of"},
		{"Esc goes back to the board", "Enter Esc", []string{"> ann"}, "story of"},
		{"? shows the keys", "?", []string{"PgUp", "accept the outcome"}, "ann"},
		{"y says the id", "y", []string{"copied, where the terminal allows it: 01ann"}, ""},
		{"o says what it opened", "o", []string{"opened /src/ann"}, ""},
		{"g without a request", "g", []string{"nothing of lane ann waits for a grant"}, ""},
		{"a asks why", "a", []string{"accept ann, because:"}, ""},
		{"no reason is no acceptance", "a Enter", []string{"say why in a few words"}, "recorded"},
		{"a reason is recorded", "a fine Enter", []string{"recorded"}, "because"},
		{"q in a reason is a letter", "a q", []string{"because: q"}, ""},
		{"Esc accepts nothing", "a fine Esc", []string{"check: look at ann"}, "recorded"},
		{"a filter that nothing passes", "/ zzz Enter", []string{"no lane is like that; Esc shows all", "only /zzz: 0"}, "> "},
		{"keys about a lane do nothing without one", "/ zzz Enter e a o y Enter", []string{"no lane is like that"}, "because"},
	} {
		t.Run(c.says, func(t *testing.T) {
			s := newScreen(t, 80, 24, "ann", "bob")
			s.press(c.keys)
			all := strings.Join(s.lines(), "\n")
			for _, part := range c.holds {
				if !strings.Contains(all, part) {
					t.Errorf("%q is not on the screen\n%s", part, all)
				}
			}
			if c.lacks != "" && strings.Contains(all, c.lacks) {
				t.Errorf("%q is on the screen\n%s", c.lacks, all)
			}
		})
	}
}

// TestAcceptanceIsThatOfTheLane accepts the lane that the question named, also when the rows move meanwhile.
func TestAcceptanceIsThatOfTheLane(t *testing.T) {
	s := newScreen(t, 80, 24, "ann", "bob")
	s.press("j a good Space enough")
	s.lanes.put("new", "ann")
	s.do(s.m.Init())
	s.press("Enter")
	if got := fmt.Sprint(s.lanes.accepted); got != "[01bob: good enough]" {
		t.Errorf("accepted: %s", got)
	}
	s.lanes.refusal = errRefused
	s.press("a again Enter")
	if all := strings.Join(s.lines(), "\n"); !strings.Contains(all, "error: refused") {
		t.Errorf("the refusal is not on the screen\n%s", all)
	}
}

// TestOthersOfTheProgram holds the clipboard and the ways out.
func TestOthersOfTheProgram(t *testing.T) {
	for _, keys := range []string{"q", "Ctrl-C", "Enter q", "a Ctrl-C", "? q"} {
		if s := newScreen(t, 80, 24, "ann"); !s.quit {
			if s.press(keys); !s.quit {
				t.Errorf("%q does not leave", keys)
			}
		}
	}
	s := newScreen(t, 80, 24, "ann")
	if s.press("y"); len(s.other) != 1 || fmt.Sprint(s.other[0]) != "01ann" {
		t.Errorf("to the clipboard: %v", s.other)
	}
}

// TestPagesScrollAndFollow scrolls a page of thirty lines on a screen of seven.
func TestPagesScrollAndFollow(t *testing.T) {
	s := newScreen(t, 80, 10, "ann")
	var page strings.Builder
	for n := range 30 {
		fmt.Fprintf(&page, "line %d\n", n+1)
	}
	s.lanes.page = page.String()
	s.press("Enter")
	for _, c := range []struct{ keys, first, title string }{
		{"", "line 1", "lines 1 to 7 of 30"}, {"j", "line 2", "lines 2 to 8"}, {"PgDn", "line 9", "lines 9 to 15"}, {"k k", "line 7", "lines 7 to 13"},
		{"Home", "line 1", "lines 1 to 7"}, {"k", "line 1", "lines 1 to 7"}, {"G", "line 24", "lines 24 to 30"}, {"j Space", "line 24", "lines 24 to 30"},
	} {
		s.press(c.keys)
		if lines := s.lines(); lines[1] != c.first || !strings.Contains(lines[0], c.title) {
			t.Errorf("after %q: %q below %q, want %q", c.keys, lines[1], lines[0], c.first)
		}
	}
	s.lanes.page += "line 31\n"
	s.lanes.position++
	s.do(s.m.Init())
	if lines := s.lines(); lines[7] != "line 31" {
		t.Errorf("at the end, and something is added: %q", lines)
	}
	s.press("Home")
	s.lanes.page += "line 32\n"
	s.lanes.position++
	s.do(s.m.Init())
	if lines := s.lines(); lines[1] != "line 1" || !strings.Contains(lines[0], "of 32") {
		t.Errorf("at the beginning, and something is added: %q", lines)
	}
}

// TestMoreLanesAreReadWhenNeeded has more lanes than are read at once.
func TestMoreLanesAreReadWhenNeeded(t *testing.T) {
	names := make([]string, 450)
	for i := range names {
		names[i] = fmt.Sprintf("l%d.", i)
	}
	names[0], names[1], names[400] = "l0!", "l1-", "needle."
	for _, c := range []struct {
		says, keys, shown string
		limit             int
	}{
		{"none are read without need", "j j", "", 0},
		{"the cursor nears the end", strings.Repeat("PgDn ", 9), "", 120},
		{"the last lane is that of the log, not of those that were read", "G", "l444 l445 l446 l447 l448 [l449]", 10_000},
		{"after it went back, the next reading is small", "G Home a because Enter", "", 60},
		{"words are looked for in all", "/ needle", "[needle]", 10_000},
		{"those who need a person stand first", "n", "[l0]", 0},
		{"those that failed stand before the settled", "f", "[l1]", 0},
	} {
		t.Run(c.says, func(t *testing.T) {
			s := newScreen(t, 80, 10, names...)
			s.lanes.read = nil
			s.press(c.keys)
			limit := 0
			if n := len(s.lanes.read); n > 0 {
				limit = s.lanes.read[n-1]
			}
			if limit != c.limit || c.shown != "" && s.shown() != c.shown {
				t.Errorf("it reads %d lanes and shows %q, want %d and %q", limit, s.shown(), c.limit, c.shown)
			}
		})
	}
}

// TestWhatIsLeftOutIsSeen holds that a narrow screen shows which lanes it leaves out, that a cut line says that it is
// cut, and that the end of what is typed stays in sight.
func TestWhatIsLeftOutIsSeen(t *testing.T) {
	for _, c := range []struct {
		says, keys string
		line       int
		want       string
	}{
		{"the filter precedes the counts", "f", 0, "only failed: 1 of 2 lanes: 1 failed, 1 done b…"},
		{"a next step that is cut", "j", 22, "check: look at bob" + strings.Repeat("b", 29) + "…"},
		{"the end of a long reason", "a " + strings.Repeat("abcdefghij", 5), 22, "accept ann, because: …" + strings.Repeat("abcdefghij", 5)[25:]},
	} {
		t.Run(c.says, func(t *testing.T) {
			s := newScreen(t, 48, 24, "ann-", "bob"+strings.Repeat("b", 40))
			s.lanes.counts = ": 1 failed, 1 done by somebody"
			s.lanes.position++
			s.do(s.m.Init())
			s.press(c.keys)
			if got := strings.TrimSpace(s.lines()[c.line]); got != c.want {
				t.Errorf("line %d is %q, want %q", c.line, got, c.want)
			}
		})
	}
}

// TestALogThatMovedIsSaid shows why nothing new is seen, though the board can be read, until it is seen again.
func TestALogThatMovedIsSaid(t *testing.T) {
	s := newScreen(t, 80, 24, "ann", "bob")
	s.lanes.moved = errRefused
	s.do(s.m.Init())
	shown := func() bool { return strings.Contains(strings.Join(s.lines(), "\n"), "error: refused") }
	if !shown() {
		t.Error("the error is not on the screen")
	}
	if s.resume(); !shown() {
		t.Error("the error is not on the screen after the board was read again")
	}
	s.lanes.moved = nil
	if s.resume(); shown() {
		t.Error("the error is on the screen though the log is back")
	}
}

// TestATroubledLogIsSaid keeps the board while the log cannot be read.
func TestATroubledLogIsSaid(t *testing.T) {
	s := newScreen(t, 80, 24, "ann", "bob")
	s.lanes.lost = errRefused
	s.do(s.m.Init())
	if all := strings.Join(s.lines(), "\n"); !strings.Contains(all, "error: refused") || s.shown() != "[ann] bob" {
		t.Errorf("the screen is\n%s", all)
	}
}

// TestNothingLeavesTheScreen draws hostile rows at every size, with and without UTF-8 and colors.
func TestNothingLeavesTheScreen(t *testing.T) {
	hostile := []string{"漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字", "e\u0301\u0301\u0301\u0301\u0301", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", strings.Repeat("long ", 100)}
	for _, look := range []top.Look{{}, {Color: true}, {ASCII: true}, {Color: true, ASCII: true}} {
		for width := 1; width <= 220; width += 7 {
			for _, height := range []int{1, 2, 3, 4, 5, 24} {
				l := &lanes{}
				l.put(hostile...)
				first, _ := l.Board(context.Background(), 60)
				s := &screen{t: t, lanes: l, m: top.New(t.Context(), l, first, look, func(time.Duration, tea.Msg) tea.Cmd { return nil })}
				s.send(tea.WindowSizeMsg{Width: width, Height: height})
				for _, keys := range []string{"", "j j", "/ 漢", "Esc a \u202eabc", "Esc Enter", "?", "Esc y"} {
					s.press(keys)
					fits(t, s, width, height, look.ASCII)
				}
			}
		}
	}
}

// fits holds that the screen has no more lines and columns than the terminal.
func fits(t *testing.T, s *screen, width, height int, isASCII bool) {
	t.Helper()
	content := s.m.View().Content
	lines := strings.Split(content, "\n")
	if len(lines) != height {
		t.Fatalf("%d lines on a screen of %d", len(lines), height)
	}
	for _, line := range lines {
		if w := ansi.StringWidth(line); w > width {
			t.Fatalf("%d columns on a screen of %d: %q", w, width, line)
		}
	}
	if at := strings.IndexFunc(content, func(r rune) bool { return r > '~' || r < ' ' && r != '\n' && r != '\x1b' }); isASCII && at >= 0 {
		t.Fatalf("not ASCII at byte %d of %q", at, content)
	}
}
