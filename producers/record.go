package producers

import (
	"context"
	"io"
	"iter"

	"github.com/clawable/claw/domain"
)

// Record is what a reader made of one line of its input. Exactly one of Drafts, Known,
// Skipped and Unreadable is set, but a line with several records may have both
// drafts and Unreadable.
type Record struct {
	Line int // counted from 1
	// Row names the row that the line is in a database, such as "part 7", its table and
	// its rowid; "" elsewhere.
	Row    string
	Drafts []domain.Draft
	// Changed are events that an earlier record of the input said otherwise under the same ids. They
	// are not among Drafts; a line has them beside its one fate.
	Changed []domain.EventID
	// Known says that the log was seen to hold what the line says; for sources that are
	// read beside the log.
	Known bool
	// Skipped says in one or two words why the line says nothing that a log keeps, such as "blank line".
	Skipped string
	// Unreadable says what is wrong with the line.
	Unreadable string
}

// Reader reads the recordings of one agent.
type Reader interface {
	// Source is the name in session ids, emitters and channels, such as "claude-code".
	Source() string
	// Sniff reports whether a head is in this format, see [Head].
	Sniff(head []byte) bool
	// Read yields one Record per line, in order. What it says of a line depends on
	// this and earlier lines only. An error ends it: the input could not be read.
	Read(ctx context.Context, input io.Reader) iter.Seq2[Record, error]
}

// Envelope returns a draft of an imported session's event with everything that
// all its events share: stream, emitter, epoch, correlation, source. Trust is left
// to the recorder.
func Envelope(source string, session domain.SessionID) domain.Draft {
	_, own := session.Split()
	return domain.Draft{
		Version:     1,
		Stream:      session.Stream(),
		Emitter:     domain.EmitterID("import/" + source + "/" + own),
		Epoch:       session.Epoch(),
		Correlation: session.Correlation(),
		Subject:     domain.Subject{Session: domain.Known(session)},
		Source:      domain.Source{Kind: domain.SourceLive, Channel: domain.ImportChannel + source},
	}
}
