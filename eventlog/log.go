package eventlog

import (
	"context"
	"iter"
	"time"

	"github.com/clawable/claw/domain"
)

// Log is one append-only log of events. Every engine passes eventlog/logtest.
//
// All methods may be called at once from many goroutines. Several processes may
// hold the same log open.
type Log interface {
	// Append records drafts at the end of stream and returns a receipt for each, in order.
	//
	// want is the stream's state before the append. All drafts name this stream.
	// The append is atomic: all of it is in the log or none. When Append returns
	// nil, every event is durable. A draft whose id the log already holds with the
	// same core is answered with its first receipt and not written again:
	//
	//	all ids held   the first receipts; want is not looked at
	//	none held      want decides
	//	some held      under Any the rest is appended, else ErrConflict
	//
	// The same id with another core, or in another stream, is ErrConflict. An
	// erased event is not compared. Without drafts nothing happens: no receipts, no
	// error. The caller may reuse drafts.
	//
	// Errors: [ErrConflict], [ErrInvalid], [ErrReadOnly], [ErrFull] and [ErrClosed]
	// mean that nothing was written. After any other error the outcome is unknown:
	// retry with the same ids.
	Append(ctx context.Context, stream domain.StreamID, want Expect, drafts []domain.Draft) ([]Receipt, error)

	// Read yields events in log order as of some moment during the call; it never
	// waits for later ones and never skips a position. An event is valid after the
	// next one is yielded; its slices are never changed again.
	//
	// Errors, yielded last: [ErrCorrupt] for an event whose bytes do not verify, with the
	// position; reading can continue After it. ctx's error, [ErrClosed].
	Read(ctx context.Context, q Query) iter.Seq2[domain.Event, error]

	// Follow yields what Read yields and then waits for later events, those of
	// other processes too. It ends when the caller breaks, after Limit events and
	// after position Until; else with an error, yielded last: ctx's, or [ErrClosed]
	// when the log is closed meanwhile.
	Follow(ctx context.Context, q Query) iter.Seq2[domain.Event, error]

	// Get returns the event with this id.
	//
	// Errors: [ErrNotFound], [ErrCorrupt], [ErrClosed].
	Get(ctx context.Context, id domain.EventID) (domain.Event, error)

	// Head describes the log as it is now.
	Head(ctx context.Context) (Head, error)

	// Capabilities says what this engine can do; constant over its life.
	Capabilities() Capabilities

	// Close releases the log. Appends under way end first; later calls give
	// [ErrClosed]. Closing again is no error.
	Close() error
}

// Query selects events. The zero Query selects the whole log.
type Query struct {
	After  domain.Position // exclusive; zero: from the start
	Until  domain.Position // inclusive; zero: to the end
	Stream domain.StreamID // zero: all streams
	// AfterRevision is exclusive and counts with Stream only.
	AfterRevision domain.Revision
	Limit         int // 0: no limit
	// EnvelopeOnly leaves Data and Salt nil; faster where the data are not looked at.
	EnvelopeOnly bool
}

// Head is the state of a log at a moment.
type Head struct {
	ID       string          // the leaf of position 1, hex; "" for an empty log
	Name     string          // from log.opened
	Replay   bool            // from log.opened
	Position domain.Position // of the last event; zero for an empty log
	Recorded time.Time       // of the last event
}

// Capabilities describes what an engine promises beyond the contract.
type Capabilities struct {
	Gapless   bool // positions count from 1 without gaps
	GlobalIDs bool // a repeated id is found in any stream, not only in the same
	Erasure   bool // data can be overwritten for good
	Salts     bool // a draft keeps a salt that it has already, as copies of events do; else it is refused
}

// Receipt proves an append: where the event is, and its leaf.
type Receipt struct {
	ID       domain.EventID
	Stream   domain.StreamID
	Revision domain.Revision
	Position domain.Position
	Leaf     domain.Digest
	// Repeated says that the log held the event already; the receipt is the first one's.
	Repeated bool
}

// Expect is what a stream must be before an append.
type Expect struct {
	kind     expectKind
	revision domain.Revision
}

type expectKind uint8

const (
	expectAny expectKind = iota
	expectNone
	expectExists
	expectExact
)

// The expectations of a stream. Facts are appended under Any, decisions at the
// revision they were made at.
var (
	Any    = Expect{kind: expectAny}    // whatever it is
	None   = Expect{kind: expectNone}   // it has no event
	Exists = Expect{kind: expectExists} // it has at least one
)

// At expects the stream to be exactly at revision r; At(0) is None.
func At(r domain.Revision) Expect {
	if r == 0 {
		return None
	}
	return Expect{kind: expectExact, revision: r}
}

// Met reports whether a stream at revision r fits.
func (e Expect) Met(r domain.Revision) bool {
	switch e.kind {
	case expectAny:
		return true
	case expectNone:
		return r == 0
	case expectExists:
		return r > 0
	case expectExact:
		return r == e.revision
	}
	return false
}

// IsAny reports whether nothing is expected.
func (e Expect) IsAny() bool { return e.kind == expectAny }

// String returns "any", "none", "exists" or the revision.
func (e Expect) String() string {
	switch e.kind {
	case expectAny:
		return "any"
	case expectNone:
		return "none"
	case expectExists:
		return "exists"
	case expectExact:
	}
	return formatUint(uint64(e.revision))
}
