package forward

import (
	"context"

	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/consumers/forward/cursor"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

const (
	mostEvents = 2000    // of a batch
	mostBytes  = 4 << 20 // of the lines of a batch: the server takes 8 MiB
	mostRead   = 20_000  // events looked at for one batch
)

// batch is what is sent at once.
type batch struct {
	lines    []byte
	events   int // in lines
	looked   int
	withheld map[cursor.Reason]int
	position uint64 // of the last event that was looked at
	event    domain.EventID
	last     domain.EventID // in lines, that the team keeps under its id: an erasure is recorded there anew
	err      error          // why nothing comes after the batches before this one
}

func (b *batch) isFull() bool {
	return b.events == mostEvents || len(b.lines) >= mostBytes || b.looked == mostRead
}

// read makes batches of what comes after the cursor, and closes the channel at the end of the log. It reads
// one while another is sent; the lines of a batch are reused when two more were requested.
func (f *forwarder) read(ctx context.Context, to chan<- *batch) {
	defer close(to)
	var lines [2][]byte
	b, made := &batch{withheld: map[cursor.Reason]int{}}, 0
	give := func() bool {
		lines[made%2], made = b.lines, made+1
		select {
		case to <- b:
		case <-ctx.Done():
			return false
		}
		b = &batch{withheld: map[cursor.Reason]int{}, lines: lines[made%2][:0]}
		return true
	}
	for e, err := range f.Log.Read(ctx, eventlog.Query{After: domain.PositionAt(f.cursor.Position)}) {
		if err == nil {
			err = f.look(e, b)
		} else {
			err = errors.Wrap(err, "read the log")
		}
		b.err = err
		if err == nil && !b.isFull() {
			continue
		}
		if !give() || err != nil {
			return
		}
	}
	if b.looked > 0 {
		give()
	}
}

// look adds an event to a batch, or counts why it does not leave.
func (f *forwarder) look(e domain.Event, b *batch) (err error) {
	if b.looked++; len(f.Policy.Repos) > 0 {
		f.places.learn(&e)
	}
	b.position, b.event = e.Position.Number(), e.ID
	if why := f.Policy.withheld(&e, f.places); why != "" {
		b.withheld[why]++
		return nil
	}
	if b.events++; e.Kind != domain.KindLogDataErased {
		b.last = e.ID
	}
	b.lines, err = f.Policy.line(e, b.lines)
	return err
}
