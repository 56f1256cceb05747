package logcmd_test

import (
	"os"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// meanwhile does something once, when a text is written that holds a word.
type meanwhile struct {
	word string
	do   func()
}

func (m *meanwhile) Write(text []byte) (int, error) {
	if m.do != nil && strings.Contains(string(text), m.word) {
		do := m.do
		m.do = nil
		do()
	}
	return len(text), nil
}

const (
	recordings = "home/.claude/projects/-home-dev/"
	garbage    = "garbage\n"
)

// TestRecordingsChangeWhileTheyAreImported deletes, cuts and lengthens recordings after
// they were found and before they are read. What can be read is imported, the rest is
// named; when they are whole again, the log comes out as of one import.
func TestRecordingsChangeWhileTheyAreImported(t *testing.T) {
	want := clitest.New(t).Must("lanes", "--json", "--agent", "claude-code").Out
	w := clitest.New(t)
	for _, file := range []string{w.Log(), w.Log() + "-wal", w.Log() + "-shm"} {
		if err := os.Remove(file); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	whole := map[string]string{}
	for _, name := range []string{"session", "inline", "subagent"} {
		whole[name] = clitest.Read(t, w.Path(recordings+name+".jsonl"))
	}
	w.Tune = func(p *app.Program) {
		p.Err = &meanwhile{"found Claude Code", func() {
			if err := os.Remove(w.Path(recordings + "inline.jsonl")); err != nil {
				t.Error(err)
			}
			w.File(recordings+"session.jsonl", whole["session"][:len(whole["session"])/2])
			w.File(recordings+"subagent.jsonl", whole["subagent"]+`{"type":"us`)
		}}
	}
	first := w.Run("import", "--yes")
	for _, says := range []string{"inline.jsonl: open", "session.jsonl:", "subagent.jsonl:", "3 unreadable"} {
		if first.Code != 1 || !strings.Contains(first.Out, says) {
			t.Errorf("exit %d, without %q:\n%s", first.Code, says, first.Out)
		}
	}
	w.Tune = nil
	for name, text := range whole {
		w.File(recordings+name+".jsonl", text)
	}
	w.Must("import", "--yes")
	if again := w.Must("import", "--yes", "--json"); !strings.Contains(again.Out, `"events": 0,`) {
		t.Errorf("the third import adds something:\n%s", again.Out)
	}
	w.Must("log", "import", "run.jsonl")
	if got := w.Must("lanes", "--json", "--agent", "claude-code").Out; withoutPositions(got) != withoutPositions(want) {
		t.Errorf("want\n%s\ngot\n%s", want, got)
	}
}

// withoutPositions removes the lines that state how far the log was read.
func withoutPositions(document string) string {
	var kept strings.Builder
	for line := range strings.Lines(document) {
		if !strings.Contains(line, `"as_of_position"`) {
			kept.WriteString(line)
		}
	}
	return kept.String()
}

// TestAFileOfGarbageIsToldInAFewLines imports more lines of garbage than a person reads.
func TestAFileOfGarbageIsToldInAFewLines(t *testing.T) {
	w := clitest.New(t)
	w.File(recordings+"session.jsonl", clitest.Read(t, w.Path(recordings+"session.jsonl"))+strings.Repeat(garbage, 50_000))
	text := w.Run("import", "--yes").Out
	before, _, _ := strings.Cut(text, "OUTCOME")
	if n := strings.Count(before, "\n"); n > 40 || !strings.Contains(text, "session.jsonl: 49900 lines unreadable") {
		t.Errorf("%d lines above the board:\n%s", n, text)
	}
	document := clitest.Documents(t, w.Run("import", "--yes", "--json").Out)[0]
	if n := len(document["unreadable"].([]any)); n != 100 {
		t.Errorf("%d lines are named, want 100", n)
	}
	left := document["left_out"].([]any)[0].(map[string]any)
	if left["lines"] != 49900.0 || left["fate"] != "unreadable" {
		t.Errorf("left out: %v", left)
	}
}
