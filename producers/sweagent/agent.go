package sweagent

import (
	"bytes"
	"context"
	"io"
	"iter"

	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// The names of the agents in session ids, emitters and channels.
const (
	Source     = "swe-agent"
	MiniSource = "mini-swe-agent"
)

// Agent is the row of SWE-agent in the table of agents.
func Agent() producers.Agent {
	return producers.Agent{Title: "SWE-agent", Reader: New(), Folders: nowhere}
}

// MiniAgent is the row of mini-swe-agent in the table of agents.
func MiniAgent() producers.Agent {
	return producers.Agent{Title: "mini-swe-agent", Reader: NewMini(), Folders: nowhere}
}

// nowhere: both write to the place that the user who runs them chooses.
func nowhere(func(string) string, string) []string { return nil }

// Reader reads trajectories of SWE-agent. It has no state: one may be used by many at once.
type Reader struct{}

// MiniReader reads trajectories of mini-swe-agent. It has no state: one may be used by many at once.
type MiniReader struct{}

var (
	_ producers.Reader = Reader{}
	_ producers.Reader = MiniReader{}
)

// New returns a reader of SWE-agent's trajectories.
func New() Reader { return Reader{} }

// NewMini returns a reader of mini-swe-agent's trajectories.
func NewMini() MiniReader { return MiniReader{} }

// Source implements [producers.Reader].
func (Reader) Source() string { return Source }

// Source implements [producers.Reader].
func (MiniReader) Source() string { return MiniSource }

// Read implements [producers.Reader].
func (Reader) Read(ctx context.Context, input io.Reader) iter.Seq2[producers.Record, error] {
	return producers.Documents(ctx, input, func(d *producers.Document) {
		t := &trajectory{run: newRun(d, Source)}
		t.finish(d.Walk(t))
	})
}

// Read implements [producers.Reader].
func (MiniReader) Read(ctx context.Context, input io.Reader) iter.Seq2[producers.Record, error] {
	return producers.Documents(ctx, input, func(d *producers.Document) {
		m := &mini{run: newRun(d, MiniSource)}
		m.finish(d.Walk(m))
	})
}

// Sniff implements [producers.Reader]. It recognizes a trajectory by the members of its first step
// or message.
func (Reader) Sniff(head []byte) bool {
	for name, value := range lenient.Members(head) {
		first := bytes.TrimLeft(bytes.TrimPrefix(value, []byte("[")), " \t\r\n")
		h := members(first)
		switch {
		case name == "trajectory" && h["action"] && h["observation"] && h["response"]:
			return true
		case name == "history" && h["role"] && h["content"] && (h["agent"] || h["message_type"]):
			return true
		}
	}
	return false
}

// Sniff implements [producers.Reader]. The older form is a bare list of messages, which
// is known by the words that the agent's prompts have.
func (MiniReader) Sniff(head []byte) bool {
	text := bytes.TrimSpace(head)
	if bytes.HasPrefix(text, []byte("{")) {
		info := map[string]bool{}
		for name, value := range lenient.Members(text) {
			if name == "trajectory_format" && bytes.HasPrefix(value, []byte(`"mini-swe-agent`)) {
				return true
			}
			if name == "info" {
				info = members(value)
			}
		}
		return info["mini_version"] && info["model_stats"]
	}
	if !bytes.HasPrefix(text, []byte("[")) {
		return false
	}
	h := members(bytes.TrimLeft(text[1:], " \t\r\n"))
	return h["role"] && h["content"] && (bytes.Contains(text, []byte("mswea_bash_command")) ||
		bytes.Contains(text, []byte("COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT")) || bytes.Contains(text, []byte("MINI_SWE_AGENT_FINAL_OUTPUT")))
}

// members are the names in an object as far as it goes.
func members(object []byte) map[string]bool {
	names := map[string]bool{}
	for name := range lenient.Members(object) {
		names[name] = true
	}
	return names
}
