package logcmd_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestEventsThatNothingHasAreSaid selects events by values that the log has and by others;
// the output stays events alone.
func TestEventsThatNothingHasAreSaid(t *testing.T) {
	w := clitest.New(t)
	const noStream = "lane-01KT1GW6G0FXE8CX6BVXYZ3Z6R"
	for name, test := range map[string]struct{ flags, want string }{
		"a source that spoke":            {"--source import:codex", ""},
		"a source that did not":          {"--source import:codx", "--source import:codx: nothing in this log has it; others are "},
		"a kind that the log has not":    {"--kind worker.restarted", "--kind worker.restarted: nothing in this log has it; others are "},
		"a session":                      {"--session codex/none", "--session codex/none: nothing in this log has it\n"},
		"a stream":                       {"--stream " + noStream, "--stream " + noStream + ": nothing in this log has it\n"},
		"both of two":                    {"--session codex/none --source nobody", "--session codex/none: nothing in this log has it\nwarning: --source nobody: nothing in this log has it; others are "},
		"what two filters select none":   {"--source import:codex --session " + clitest.BoundSession, ""},
		"what a time selects none":       {"--source import:codex --since 2100-01-01", ""},
		"a place after which nothing is": {"--source import:codex --after 999999", ""},
	} {
		for _, verb := range []string{"log read", "log tail", "log export", "log read --json"} {
			t.Run(verb+" "+name, func(t *testing.T) {
				a := w.Must(strings.Fields(verb + " " + test.flags)...)
				if test.want == "" && a.Err != "" || test.want != "" && !strings.HasPrefix(a.Err, "warning: "+test.want) {
					t.Errorf("it says %q, want %q", a.Err, test.want)
				}
				if test.want != "" && a.Out != "" {
					t.Errorf("it prints %s", a.Out)
				}
			})
		}
	}
}

// onWrite calls then at each write.
type onWrite struct {
	bytes.Buffer
	then func()
}

func (o *onWrite) Write(b []byte) (int, error) {
	n, err := o.Buffer.Write(b)
	o.then()
	return n, err
}

// TestAStreamThatIsToComeIsAwaited follows a stream that has no event: that is said once,
// and the stream's first event is appended only then.
func TestAStreamThatIsToComeIsAwaited(t *testing.T) {
	w := clitest.New(t)
	const stream = "lane-01KT1GW6G0FXE8CX6BVXYZ3Z6R"
	w.File("first.jsonl", `{"kind":"lane.started","stream":"`+stream+`","data":{"purpose":"fix"}}`+"\n")
	other := *w
	ctx, cancel := context.WithCancel(t.Context())
	w.Ctx = ctx
	said := &onWrite{then: func() { other.Must("log", "append", "first.jsonl") }}
	told := &onWrite{then: cancel}
	w.Tune = func(p *app.Program) { p.Err, p.Out = said, told }
	if a := w.Run("log", "tail", "-f", "--stream", stream); a.Code != 0 {
		t.Errorf("exit %d", a.Code)
	}
	if want := "warning: --stream " + stream + ": nothing in this log has it\n"; said.String() != want {
		t.Errorf("it says %q, want %q", said.String(), want)
	}
	if !strings.Contains(told.String(), `"kind":"lane.started"`) {
		t.Errorf("it prints %q", told.String())
	}
}
