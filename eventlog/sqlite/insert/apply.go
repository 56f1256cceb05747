package insert

import (
	"errors"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/db"
	"github.com/clawable/claw/eventlog/sqlite/layout"
)

// Apply decides one append and inserts its events. Most appends are new and
// expected: it inserts first and asks only when an id turns out to be held.
//
// What concerns this append alone is left in b.Err; then the transaction is as
// it was before. An error concerns the transaction.
func (ins *Inserter) Apply(b *Batch) error {
	h, err := ins.state.head(ins.conn, b.Stream)
	if err != nil {
		return err
	}
	if b.Erases {
		return ins.erase(b, h)
	}
	if b.Want.Met(domain.Revision(h.revision)) {
		all, err := ins.insertAll(b, h)
		if all || err != nil {
			return err
		}
	}
	return ins.admit(b, h)
}

// insertAll inserts all events of b or, when the log holds an id, none.
func (ins *Inserter) insertAll(b *Batch, h *head) (all bool, err error) {
	last, recorded, ahead, revision := ins.state.last, ins.state.recorded, ins.state.ahead, h.revision
	for i := range b.events {
		fresh, err := ins.insert(&b.events[i], &b.rows[i], h)
		if err != nil {
			return false, err
		}
		if !fresh {
			inserted := ins.state.last != last
			ins.state.last, ins.state.recorded, ins.state.ahead, h.revision = last, recorded, ahead, revision
			ins.state.index.Undo(last)
			if inserted {
				err = ins.conn.Run(sqlUndoEvents, int64(last))
			}
			return false, err
		}
	}
	b.held = b.events
	return true, nil
}

// insert places e at the end of the log; fresh is false when the log holds its id.
func (ins *Inserter) insert(e *domain.Event, r *row, h *head) (fresh bool, err error) {
	if err := ins.state.intern(ins.conn, h); err != nil {
		return false, err
	}
	if err := ins.mark(e); err != nil {
		return false, err
	}
	at, behind := eventlog.Stamp(ins.now().Add(ins.state.ahead), ins.state.recorded)
	eventlog.StampHeader(r.header, at, behind)
	position, revision := ins.state.last+1, h.revision+1
	fresh, err = ins.place(e, r, h, position, revision)
	if err != nil || !fresh {
		return fresh, err
	}
	e.Position, e.Revision, e.RecordedAt, e.ClockBehind = domain.PositionAt(position), domain.Revision(revision), at, behind
	ins.state.last, ins.state.recorded, h.revision = position, at, revision
	if e.Kind == (domain.LogClockReset{}).Kind() {
		err = ins.state.readClock(ins.conn)
	}
	return true, err
}

// place inserts the row of e; fresh is false when the log holds its id.
func (ins *Inserter) place(e *domain.Event, r *row, h *head, position, revision uint64) (fresh bool, err error) {
	s, err := ins.insertion.Get(ins.conn, sqlInsertEvent)
	if err != nil {
		return false, err
	}
	s.BindInt64(1, int64(position))
	s.BindInt64(2, h.number)
	s.BindInt64(3, int64(revision))
	s.BindBytes(4, e.ID[:])
	s.BindBytes(5, r.header)
	both, buf := layout.Sums(append(ins.summed[:0], r.header...), &e.ID, position, revision, h.name, r.data)
	ins.summed = buf
	s.BindInt64(6, both)
	if e.Erased {
		s.BindNull(7)
	} else {
		s.BindBytes(7, e.Data)
	}
	if _, err := s.Step(); err != nil {
		return false, err
	}
	if fresh = ins.conn.Changes() > 0; fresh {
		ins.state.index.Add(h.number, revision, position)
	}
	return fresh, s.Reset()
}

// admit decides an append by the whole rule of repeated ids.
func (ins *Inserter) admit(b *Batch, h *head) error {
	held, err := ins.lookUp(b)
	if err != nil || b.Err != nil {
		return err
	}
	write, same, err := eventlog.Admit(b.Stream, b.Want, domain.Revision(h.revision), b.events, func(i int) *domain.Event { return held[i] })
	if err != nil {
		b.Err = err
		return nil
	}
	b.held, b.repeated = make([]domain.Event, len(b.events)), make([]bool, len(b.events))
	for i := range b.events {
		if write[i] {
			if fresh, err := ins.insert(&b.events[i], &b.rows[i], h); err != nil {
				return err
			} else if !fresh {
				return eventlog.CorruptIndex("the index of ids names an event that is not there")
			}
		}
		if first := same[i]; held[first] != nil {
			b.held[i], b.repeated[i] = *held[first], true
		} else {
			b.held[i], b.repeated[i] = b.events[first], first != i
		}
	}
	return nil
}

// lookUp returns what the log holds under the ids of b's events. A held event
// that does not verify is the error of this append.
func (ins *Inserter) lookUp(b *Batch) ([]*domain.Event, error) {
	held := make([]*domain.Event, len(b.events))
	r := layout.Rows{Names: &ins.state.names, Conn: ins.conn, NoData: true}
	for i := range b.events {
		var e domain.Event
		found, err := r.ByID(b.events[i].ID, &e)
		if errors.Is(err, eventlog.ErrCorrupt) {
			b.Err = err
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if found {
			held[i] = &e
		}
	}
	return held, nil
}

// mark gives the log a format of which programs that misunderstand e know that they do.
func (ins *Inserter) mark(e *domain.Event) error {
	least := layout.LeastFormat(e)
	if ins.format >= least {
		return nil
	}
	format, err := ins.conn.Number("PRAGMA user_version")
	if err == nil && format < least {
		format = least + 1 - format%2
		err = ins.conn.Each(db.Pragma("user_version", int(format)))
	}
	if err == nil {
		ins.format = format
	}
	return err
}
