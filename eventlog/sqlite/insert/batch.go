package insert

import (
	"io"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/layout"
)

// Batch is one append: what it is to write, and its outcome.
type Batch struct {
	Stream domain.StreamID
	Want   eventlog.Expect
	Erases bool // the events are the records of what is to be erased
	// NoLeaves is that of [eventlog.Batch].
	NoLeaves bool
	events   []domain.Event
	rows     []row // of events

	// The outcome. For each event what the log holds now, and whether it held it
	// before; repeated is nil when it held none.
	held     []domain.Event
	repeated []bool
	// Err is what concerns this append alone; nothing of it was written then.
	Err error
}

// row is what of an event is known before the writer places it.
type row struct {
	header []byte
	data   uint32 // checksum
}

const headerGuess = 512 // bytes, enough for most headers

// Prepare does all that needs no lock: it checks, canonicalises, salts, hashes
// and encodes the drafts.
//
// Errors: those of [eventlog.CheckBatch] and [eventlog.Prepare].
func Prepare(stream domain.StreamID, want eventlog.Expect, drafts []domain.Draft, random io.Reader) (Batch, error) {
	if err := eventlog.CheckBatch(stream, drafts); err != nil {
		return Batch{}, err
	}
	b := Batch{Stream: stream, Want: want, events: make([]domain.Event, len(drafts)), rows: make([]row, len(drafts))}
	for i := range drafts {
		e, err := eventlog.Prepare(&drafts[i], random)
		if err != nil {
			return Batch{}, err
		}
		b.events[i] = e
		b.rows[i] = row{eventlog.AppendHeader(make([]byte, 0, headerGuess), &e), layout.DataSum(e.Data)}
	}
	return b, nil
}

// Receipts are those of a batch that was applied and committed.
func (b *Batch) Receipts() []eventlog.Receipt {
	receipts := make([]eventlog.Receipt, len(b.held))
	for i := range b.held {
		e := &b.held[i]
		receipts[i] = eventlog.Receipt{ID: e.ID, Stream: e.Stream, Revision: e.Revision, Position: e.Position,
			Repeated: b.repeated != nil && b.repeated[i]}
		if !b.NoLeaves {
			receipts[i].Leaf = seal.Leaf(e)
		}
	}
	return receipts
}
