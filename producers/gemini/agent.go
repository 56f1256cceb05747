package gemini

import (
	"context"
	"io"
	"iter"
	"path/filepath"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// Source is the name of the agent in session ids, emitters and channels.
const Source = "gemini-cli"

// Agent is the row of Gemini CLI in the table of agents.
func Agent() producers.Agent {
	return producers.Agent{Title: "Gemini CLI", Reader: New(), Folders: folders}
}

// folders: each project has a folder with a folder chats in it.
func folders(env func(string) string, home string) []string {
	if dir := env("GEMINI_CLI_HOME"); dir != "" {
		home = dir
	}
	if home == "" {
		return nil
	}
	return []string{filepath.Join(home, ".gemini", "tmp")}
}

// Reader reads chat recordings. It has no state: one may be used by many at once.
type Reader struct{}

var _ producers.Reader = Reader{}

// New returns a reader.
func New() Reader { return Reader{} }

// Source implements [producers.Reader].
func (Reader) Source() string { return Source }

// Sniff implements [producers.Reader]. A recording begins with whose it is.
func (Reader) Sniff(head []byte) bool {
	h := lenient.HeadOf(head)
	return h.Is("sessionId", '"') && h.Is("projectHash", '"') && h.Is("startTime", '"')
}

// Read implements [producers.Reader].
func (Reader) Read(ctx context.Context, input io.Reader) iter.Seq2[producers.Record, error] {
	return producers.Documents(ctx, input, func(d *producers.Document) {
		d.Walk(&reading{d: d, told: map[domain.EventID][]byte{}, within: map[string]domain.TurnID{}})
	})
}
