package insert

import (
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/db"
	"github.com/clawable/claw/eventlog/sqlite/fault"
	"github.com/clawable/claw/eventlog/sqlite/layout"
)

// Inserter writes events of one log by one connection, in transactions that its user begins and
// ends: Refresh comes first in each, Save last, and Forget after one that was undone. It is for
// one goroutine at a time.
type Inserter struct {
	conn      *db.Conn
	now       func() time.Time
	state     state
	format    int64 // that the log is known to have at least, see mark
	insertion db.Statement
	summed    []byte // used again for each row
}

// Init makes ins one for the log that c leads to. format is that of the log, 0 for a new one; now
// is the log's clock, and may be nil where events are only copied.
func (ins *Inserter) Init(c *db.Conn, now func() time.Time, format int64) {
	ins.conn, ins.now, ins.format = c, now, format
	ins.state.index.Kept = layout.IndexKept(format)
}

// Refresh makes what is known of the log that of the transaction that has begun, and returns the
// last position.
func (ins *Inserter) Refresh() (last uint64, err error) { return ins.state.refresh(ins.conn) }

// Last is the position of the last event.
func (ins *Inserter) Last() uint64 { return ins.state.last }

// Save has the log say how far it and its index of streams go, at the end of a transaction
// before which its last position was before.
func (ins *Inserter) Save(before uint64) error { return ins.state.save(ins.conn, before) }

// Forget forgets what a transaction that was undone made us believe.
func (ins *Inserter) Forget() {
	ins.state.forget()
	ins.format = 0
}

// Behind is how many events the index of streams does not lead to.
func (ins *Inserter) Behind() int { return ins.state.index.Left() }

// Share has the next Save bring up the index of streams: others may come to write.
func (ins *Inserter) Share() { ins.state.shared = true }

// Copy inserts e at the position and revision that it has.
func (ins *Inserter) Copy(e *domain.Event) error {
	h, err := ins.state.head(ins.conn, e.Stream)
	if err == nil {
		err = ins.state.intern(ins.conn, h)
	}
	if err == nil {
		err = ins.mark(e)
	}
	if err != nil {
		return err
	}
	r := row{header: eventlog.AppendHeader(nil, e)}
	if !e.Erased {
		r.data = layout.DataSum(e.Data)
	}
	fresh, err := ins.place(e, &r, h, e.Position.Number(), uint64(e.Revision))
	if err == nil && !fresh {
		err = fault.Corrupt(e.Position.Number(), "its id is there twice")
	}
	ins.state.last, h.revision = e.Position.Number(), uint64(e.Revision)
	if err == nil && ins.state.index.Left() == copiedBehind {
		err = ins.state.index.BringUp(ins.conn)
	}
	return err
}

// copiedBehind is how many events a copy leaves behind the index before it updates it: nothing
// reads the copy yet, and the places of the events are in memory.
const copiedBehind = 1 << 16
