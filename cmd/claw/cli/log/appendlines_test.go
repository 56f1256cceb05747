package logcmd_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// typist gives one part of its text a read, and none before all lines so far are answered.
type typist struct {
	t     *testing.T
	parts []string
	said  int // lines
	heard *bytes.Buffer
}

func (p *typist) Read(b []byte) (int, error) {
	if got := bytes.Count(p.heard.Bytes(), []byte(`"type":"receipt"`)); got != p.said {
		p.t.Errorf("after %d lines the next is waited for with %d receipts", p.said, got)
	}
	if len(p.parts) == 0 {
		return 0, io.EOF
	}
	n := copy(b, p.parts[0])
	p.said += strings.Count(p.parts[0], "}\n")
	p.parts = p.parts[1:]
	return n, nil
}

func TestWhatIsThereIsAnsweredBeforeMoreIsWaitedFor(t *testing.T) {
	beat := func(n int) string {
		return fmt.Sprintf(`{"kind":"lane.heartbeat","stream":"lane-01KJSESXM0FXE8CX6BVXYZ3Z%dR","data":{}}`+"\n", n)
	}
	rows := []struct {
		name  string
		parts []string
	}{
		{"a line at a time", []string{beat(1), beat(1), beat(1)}},
		{"lines of one stream at once", []string{beat(1) + beat(1) + beat(1), beat(1)}},
		{"lines of two streams at once", []string{beat(1) + beat(2) + beat(2) + beat(1), beat(1)}},
		{"a line and half of the next", []string{beat(1) + beat(1) + beat(1)[:20], beat(1)[20:] + beat(2)}},
		{"a line and an empty one", []string{beat(1) + "\n", beat(1) + "\n\n", beat(2)}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			w, out := clitest.Empty(t), &bytes.Buffer{}
			in := &typist{t: t, parts: row.parts, heard: out}
			w.Tune = func(p *app.Program) { p.In, p.Out = in, out }
			w.Must("log", "append")
			want := strings.Count(strings.Join(row.parts, ""), "}\n")
			if len(in.parts) > 0 || in.said != want {
				t.Errorf("read %d lines of %d", in.said, want)
			}
		})
	}
}

// canceling gives its first line, and cancels before it gives the second.
type canceling struct {
	lines  []string
	cancel func()
}

func (c *canceling) Read(b []byte) (int, error) {
	if len(c.lines) == 1 {
		c.cancel()
	}
	n := copy(b, c.lines[0])
	c.lines = c.lines[1:]
	return n, nil
}

// TestAnInterruptedAppendCanBeRepeatedWithIDsOnly interrupts between two lines:
// without ids the first would be there twice.
func TestAnInterruptedAppendCanBeRepeatedWithIDsOnly(t *testing.T) {
	for name, row := range map[string]struct {
		id        string
		retryable bool
	}{
		"without ids": {"", false},
		"with ids":    {`"id":"01KT1GW6G0AAAAAAAAAAAAAAA%d",`, true},
	} {
		t.Run(name, func(t *testing.T) {
			w := clitest.Empty(t)
			ctx, cancel := context.WithCancel(w.Ctx)
			w.Ctx = ctx
			var lines []string
			for n := 1; n <= 2; n++ {
				id := row.id
				if id != "" {
					id = fmt.Sprintf(id, n)
				}
				lines = append(lines, `{`+id+`"kind":"lane.heartbeat","stream":"lane-01KJSESXM0FXE8CX6BVXYZ3Z6R","data":{}}`+"\n")
			}
			w.Tune = func(p *app.Program) { p.In = &canceling{lines: lines, cancel: cancel} }
			said := clitest.Documents(t, w.Run("log", "append").Out)
			last := said[len(said)-1]
			if len(said) != 2 || last["type"] != "error" {
				t.Fatalf("said %v, want a receipt and an error", said)
			}
			if got := last["error"].(map[string]any)["retryable"]; got != row.retryable {
				t.Errorf("retryable %v, want %v", got, row.retryable)
			}
			if !row.retryable {
				return
			}
			w.Ctx, w.Tune, w.In = context.Background(), nil, strings.Join(lines, "")
			w.Now = func() time.Time { return clitest.Now.Add(time.Minute) }
			if again := w.Must("log", "append").Out; strings.Count(again, `"repeated":true`) != 1 || strings.Count(again, `"type":"receipt"`) != 2 {
				t.Errorf("again: %s", again)
			}
		})
	}
}

// TestALineWithAnIDIsAppendedOnce appends lines without an emitter and a time again, later
// and as another user: the answer is their first receipts.
func TestALineWithAnIDIsAppendedOnce(t *testing.T) {
	beat := func(n int, rest string) string {
		return fmt.Sprintf(`{"id":"01KT1GW6G0AAAAAAAAAAAAAAA%d","kind":"lane.heartbeat","stream":"lane-01KJSESXM0FXE8CX6BVXYZ3Z6R","data":{}%s}`+"\n", n, rest)
	}
	for name, test := range map[string]struct {
		first, again string
		args         []string
		receipts     int // all of them repeated; 0 is a conflict
	}{
		"a line":                        {beat(1, ""), beat(1, ""), nil, 1},
		"several":                       {beat(1, "") + beat(2, ""), beat(1, "") + beat(2, ""), nil, 2},
		"several that are one append":   {beat(1, "") + beat(2, ""), beat(1, "") + beat(2, ""), []string{"--expect", "none"}, 2},
		"one that stands there twice":   {beat(1, ""), beat(1, "") + beat(1, ""), nil, 2},
		"one that says who":             {beat(1, `,"emitter":"e"`), beat(1, `,"emitter":"e"`), nil, 1},
		"one that says who now":         {beat(1, ""), beat(1, `,"emitter":"e"`), nil, 0},
		"one that says who no longer":   {beat(1, `,"emitter":"e"`), beat(1, ""), nil, 0},
		"one that says when now":        {beat(1, ""), beat(1, `,"observed_at":"2026-01-01T00:00:00Z"`), nil, 0},
		"one that says something else":  {beat(1, ""), strings.Replace(beat(1, ""), "heartbeat", "ready", 1), nil, 0},
		"one whose cause is told later": {beat(1, ""), beat(1, `,"causes":["01KT1GW6G0AAAAAAAAAAAAAAA9"]`), nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			w := clitest.Empty(t)
			w.In = test.first
			w.Must(append([]string{"log", "append"}, test.args...)...)
			before := w.Must("log", "export").Out
			w.In, w.Now = test.again, func() time.Time { return clitest.Now.Add(time.Hour) }
			w.Tune = func(p *app.Program) { p.User = "other" }
			a := w.Run(append([]string{"log", "append"}, test.args...)...)
			if got := strings.Count(a.Out, `"repeated":true`); got != test.receipts || (a.Code == 0) != (test.receipts > 0) {
				t.Errorf("%d receipts, exit %d, want %d receipts: %s", got, a.Code, test.receipts, a.Out)
			}
			if after := w.Must("log", "export").Out; after != before {
				t.Errorf("the log changed:\n%s", after)
			}
		})
	}
}

// TestARefusedDraftIsFoundByItsLine holds what people read of it.
func TestARefusedDraftIsFoundByItsLine(t *testing.T) {
	const good = `{"kind":"lane.heartbeat","stream":"lane-01KJSESXM0FXE8CX6BVXYZ3Z7R","data":{}}` + "\n"
	for name, test := range map[string]struct{ bad, want string }{
		"no stream":            {`{"kind":"lane.heartbeat","data":{}}`, ": no stream\n  at: line 2 of the input\n  kind: usage, not retryable\n  hint: its streams are lane- and a ULID\n"},
		"another's stream":     {`{"kind":"turn.started","stream":"lane-01KJSESXM0FXE8CX6BVXYZ3Z7R","data":{}}`, " is not of the kind's family\n  at: line 2 of the input\n"},
		"no object":            {`[1]`, "error: parse draft: is no JSON object\n  at: line 2 of the input\n"},
		"no text that is read": {"{\"kind\":\"\xff\"}", "\n  at: line 2 of the input\n"},
	} {
		t.Run(name, func(t *testing.T) {
			w := clitest.New(t)
			w.File("drafts.jsonl", good+test.bad+"\n")
			if a := w.Run("log", "append", "drafts.jsonl"); a.Code == 0 || !strings.Contains(a.Err, test.want) {
				t.Errorf("exit %d, error stream %q, want %q", a.Code, a.Err, test.want)
			}
		})
	}
}

// TestARefusedDraftIsNotRepeatedWithItsSecrets checks that no error repeats a secret that
// is where a line has none.
func TestARefusedDraftIsNotRepeatedWithItsSecrets(t *testing.T) {
	token := "ghp_" + strings.Repeat("aB3dE6", 6)
	const stream = `,"stream":"lane-01KJSESXM0FXE8CX6BVXYZ3Z7R","data":{}}`
	for name, line := range map[string]string{
		"kind":        `{"kind":"` + token + `"` + stream,
		"stream":      `{"kind":"lane.ready","stream":"` + token + `","data":{}}`,
		"time":        `{"kind":"lane.ready","observed_at":"` + token + `"` + stream,
		"field":       `{"kind":"lane.ready","` + token + `":1` + stream,
		"source kind": `{"kind":"lane.ready","source":{"kind":"` + token + `"}` + stream,
		"payload":     `{"kind":"lane.started","stream":"lane-01KJSESXM0FXE8CX6BVXYZ3Z7R","data":{"expects":["` + token + `"]}}`,
	} {
		t.Run(name, func(t *testing.T) {
			w := clitest.Empty(t)
			w.In = line + "\n"
			a := w.Run("log", "append")
			if said := a.Out + a.Err; a.Code == 0 || strings.Contains(said, token) || !strings.Contains(said, "scrubbed") {
				t.Errorf("exit %d: %s", a.Code, said)
			}
		})
	}
}

// TestTheExampleOfHelpIsAppended checks that the example, when copied, gets a receipt.
func TestTheExampleOfHelpIsAppended(t *testing.T) {
	w := clitest.Empty(t)
	_, rest, _ := strings.Cut(w.Must("log", "append", "--help").Out, "  echo '")
	line, verb, found := strings.Cut(rest, "' | claw ")
	if !found || !strings.HasPrefix(verb, "log append\n") {
		t.Fatalf("help has no example: %q", rest)
	}
	w.In = line + "\n"
	if a := w.Must("log", "append"); !strings.Contains(a.Out, `"type":"receipt"`) {
		t.Errorf("said %s", a.Out)
	}
}
