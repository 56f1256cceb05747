package claudecode

import (
	"context"
	"io"
	"iter"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// StreamSource is the name of recorded streams in emitters and channels.
const StreamSource = "claude-stream"

// StreamAgent is the row of Claude Code's output in the table of agents. It has no place
// of its own: whoever stores the output chooses one.
func StreamAgent() producers.Agent {
	return producers.Agent{Title: "Claude Code output", Reader: NewStream(), Folders: func(func(string) string, string) []string { return nil }}
}

// StreamReader reads what Claude Code prints for programs: its output with
// --output-format stream-json, and with json, which is the last line of the same. Its
// facts belong to the transcript's session and use the transcript's items.
type StreamReader struct{}

var _ producers.Reader = StreamReader{}

// NewStream returns a reader of streams. It has no state: one may read many at once.
func NewStream() StreamReader { return StreamReader{} }

// Source implements [producers.Reader].
func (StreamReader) Source() string { return StreamSource }

// Read implements [producers.Reader].
func (StreamReader) Read(ctx context.Context, input io.Reader) iter.Seq2[producers.Record, error] {
	return producers.Objects(ctx, input, newStream().tell)
}

// stream is what the lines read so far say to the ones that follow.
type stream struct {
	*transcript
	said   map[string]uint64 // uuid → hash of its line: a repeated line adds nothing
	others map[namesake]bool // other lines under such a uuid
	runs   map[string]*run   // by own id of the session
	prompt string            // what the client sent last and no recorded turn began with
	asked  map[string]*permission
}

func newStream() *stream {
	return &stream{transcript: newTranscript(StreamSource, new(streamClock).number), said: map[string]uint64{}, others: map[namesake]bool{}, runs: map[string]*run{},
		asked: map[string]*permission{}}
}

// tell returns the events of one line.
func (s *stream) tell(w *wrapped, raw []byte) producers.Told {
	l, client := w.line()
	if uuid := producers.ID(l.UUID); uuid != "" {
		again, another := s.again(uuid, w.text(raw))
		if again {
			return producers.Told{Skipped: "said before"}
		}
		if another {
			l.UUID = "" // the line is named by its content
		}
	}
	s.drafts = nil
	skipped := s.line(l, client, raw)
	return producers.Told{Drafts: s.drafts, Skipped: skipped}
}

// streamClock numbers the events of a stream, of which few lines have a time: an event
// without a time comes right after the one before it, so that the end of a session's
// later run follows that of an earlier run. Before the first time there is no number.
type streamClock struct{ last uint64 }

func (c *streamClock) number(at domain.Instant, kind domain.Kind) (uint64, domain.SeqKind) {
	n, _ := producers.ClockSeq(at, kind)
	if n <= c.last && c.last > 0 {
		n = c.last + 1
	}
	if c.last = n; n == 0 {
		return 0, ""
	}
	return n, domain.SeqClock
}
