package hooks

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"iter"

	"github.com/clawable/claw/producers"
)

// Source is the name of the recordings in emitters and channels.
const Source = "claude-hooks"

// Agent is the row of recorded hook payloads in the table of agents. They have no
// place of their own: whoever records them chooses one.
func Agent() producers.Agent {
	return producers.Agent{Title: "hook payloads", Reader: New(), Folders: func(func(string) string, string) []string { return nil },
		Silent: []string{noFact, repeatsCalls}}
}

// Why payloads say nothing that a log keeps.
const (
	noFact       = "no lifecycle fact"
	repeatsCalls = "repeats its calls"
)

// Reader reads recordings of hook payloads. It has no state: one may read many at once.
type Reader struct{}

var _ producers.Reader = Reader{}

// New returns a reader of recorded payloads.
func New() Reader { return Reader{} }

// Source implements [producers.Reader].
func (Reader) Source() string { return Source }

// Read implements [producers.Reader].
func (Reader) Read(ctx context.Context, input io.Reader) iter.Seq2[producers.Record, error] {
	in := bufio.NewReaderSize(input, 64<<10)
	head, _ := in.Peek(64 << 10) // reading reports what is wrong with the input
	if isLog(head) {
		return readLog(ctx, in)
	}
	return producers.Documents(ctx, in, func(d *producers.Document) {
		d.Walk(&visitor{document: d, recording: newRecording()})
	})
}

// visitor reports the payloads of a document.
type visitor struct {
	document  *producers.Document
	recording *recording
}

// list is the member of a wrapper that holds a sequence of payloads.
const list = "hook_payloads"

// Enter implements [producers.Visitor].
func (v *visitor) Enter(path string, rest []byte) bool {
	switch path {
	case "":
		return rest[0] == '[' || isSequence(rest)
	case list:
		return rest[0] == '['
	}
	return false
}

// Lead implements [producers.Visitor].
func (v *visitor) Lead(string, string) string { return "" }

// Visit implements [producers.Visitor].
func (v *visitor) Visit(path string, at int, value []byte) {
	switch path {
	case "", "*", list + "/*":
	default:
		return // a member of the wrapper
	}
	told := v.recording.tell(value, "")
	if len(told.Drafts) == 0 {
		v.document.Skip(at, told.Skipped)
		return
	}
	v.document.Tell(at, told.Drafts...)
}

// payloadMark precedes the payload in a line of a log.
var payloadMark = []byte("payload={")

// isLog reports whether the first line that is not blank is one of a log: a time in
// brackets, then words.
func isLog(head []byte) bool {
	line, _, _ := bytes.Cut(bytes.TrimLeft(head, " \t\r\n"), []byte("\n"))
	stamp, _ := stampOf(line)
	return stamp != ""
}

// stampOf splits "[TIME] words".
func stampOf(line []byte) (stamp string, words []byte) {
	rest, found := bytes.CutPrefix(line, []byte("["))
	if !found {
		return "", line
	}
	inner, words, found := bytes.Cut(rest, []byte("] "))
	if !found || len(inner) < len("2006-01-02") || len(inner) > 40 || inner[0] < '0' || inner[0] > '9' || inner[4] != '-' {
		return "", line
	}
	return string(inner), words
}

// readLog reads lines of a log, some of which hold a payload.
func readLog(ctx context.Context, in io.Reader) iter.Seq2[producers.Record, error] {
	return func(yield func(producers.Record, error) bool) {
		r := newRecording()
		for line, err := range producers.Lines(in) {
			if err == nil {
				err = ctx.Err()
			}
			if !yield(r.line(line), err) || err != nil {
				return
			}
		}
	}
}

func (r *recording) line(line producers.Line) producers.Record {
	out := producers.Record{Line: line.Number}
	stamp, words := stampOf(line.Text)
	at := bytes.Index(words, payloadMark)
	switch {
	case len(bytes.TrimSpace(line.Text)) == 0:
		out.Skipped = producers.BlankLine
	case at < 0:
		out.Skipped = "no payload"
	default:
		payload := bytes.TrimSpace(words[at+len(payloadMark)-1:])
		if !whole(payload) {
			out.Unreadable = "payload is not JSON"
			return out
		}
		told := r.tell(payload, stamp)
		out.Drafts, out.Skipped = told.Drafts, told.Skipped
	}
	return out
}
