package sqlite

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// apply decides one append and inserts its events. Most appends are new and
// expected: it inserts first and asks only when an id turns out to be held.
//
// What concerns this append alone is left in j.err; then the transaction is as
// it was before. An error concerns the transaction.
func (w *writer) apply(j *job) error {
	h, err := w.state.head(w.conn, j.stream)
	if err != nil {
		return err
	}
	if j.erases {
		return w.erase(j, h)
	}
	if j.want.Met(domain.Revision(h.revision)) {
		all, err := w.insertAll(j, h)
		if all || err != nil {
			return err
		}
	}
	return w.admit(j, h)
}

// insertAll inserts all events of j or, when the log holds an id, none.
func (w *writer) insertAll(j *job, h *head) (all bool, err error) {
	last, recorded, ahead, revision := w.state.last, w.state.recorded, w.state.ahead, h.revision
	for i := range j.batch {
		fresh, err := w.insert(&j.batch[i], &j.rows[i], h)
		if err != nil {
			return false, err
		}
		if !fresh {
			inserted := w.state.last != last
			w.state.last, w.state.recorded, w.state.ahead, h.revision = last, recorded, ahead, revision
			w.state.index.undo(last)
			if inserted {
				err = w.conn.run(sqlUndoEvents, int64(last))
			}
			return false, err
		}
	}
	j.events = j.batch
	return true, nil
}

// insert places e at the end of the log; fresh is false when the log holds its id.
func (w *writer) insert(e *domain.Event, r *row, h *head) (fresh bool, err error) {
	if err := w.state.intern(w.conn, h); err != nil {
		return false, err
	}
	if err := w.mark(e); err != nil {
		return false, err
	}
	at, behind := eventlog.Stamp(w.now().Add(w.state.ahead), w.state.recorded)
	eventlog.StampHeader(r.header, at, behind)
	position, revision := w.state.last+1, h.revision+1
	fresh, err = w.place(e, r, h, position, revision)
	if err != nil || !fresh {
		return fresh, err
	}
	e.Position, e.Revision, e.RecordedAt, e.ClockBehind = domain.PositionAt(position), domain.Revision(revision), at, behind
	w.state.last, w.state.recorded, h.revision = position, at, revision
	if e.Kind == (domain.LogClockReset{}).Kind() {
		err = w.state.readClock(w.conn)
	}
	return true, err
}

// place inserts the row of e; fresh is false when the log holds its id.
func (w *writer) place(e *domain.Event, r *row, h *head, position, revision uint64) (fresh bool, err error) {
	s, err := w.insertion.get(w.conn, sqlInsertEvent)
	if err != nil {
		return false, err
	}
	s.BindInt64(1, int64(position))
	s.BindInt64(2, h.number)
	s.BindInt64(3, int64(revision))
	s.BindBytes(4, e.ID[:])
	s.BindBytes(5, r.header)
	sum, buf := envelopeSum(append(w.summed[:0], r.header...), &e.ID, position, revision, h.name)
	w.summed = buf
	s.BindInt64(6, joinSums(sum, r.data))
	if e.Erased {
		s.BindNull(7)
	} else {
		s.BindBytes(7, e.Data)
	}
	if _, err := s.Step(); err != nil {
		return false, err
	}
	if fresh = w.conn.Changes() > 0; fresh {
		w.state.index.add(place{h.number, revision, position})
	}
	return fresh, s.Reset()
}

// admit decides an append by the whole rule of repeated ids.
func (w *writer) admit(j *job, h *head) error {
	held, err := w.lookUp(j)
	if err != nil || j.err != nil {
		return err
	}
	write, same, err := eventlog.Admit(j.stream, j.want, domain.Revision(h.revision), j.batch, func(i int) *domain.Event { return held[i] })
	if err != nil {
		j.err = err
		return nil
	}
	j.events, j.repeated = make([]domain.Event, len(j.batch)), make([]bool, len(j.batch))
	for i := range j.batch {
		if write[i] {
			if fresh, err := w.insert(&j.batch[i], &j.rows[i], h); err != nil {
				return err
			} else if !fresh {
				return eventlog.CorruptIndex("the index of ids names an event that is not there")
			}
		}
		if first := same[i]; held[first] != nil {
			j.events[i], j.repeated[i] = *held[first], true
		} else {
			j.events[i], j.repeated[i] = j.batch[first], first != i
		}
	}
	return nil
}

// lookUp returns what the log holds under the ids of j's events. A held event
// that does not verify is the error of this append.
func (w *writer) lookUp(j *job) ([]*domain.Event, error) {
	held := make([]*domain.Event, len(j.batch))
	r := rows{names: &w.state.names, conn: w.conn, noData: true}
	for i := range j.batch {
		var e domain.Event
		found, err := r.byID(sqlEnvelopeByID, j.batch[i].ID, &e)
		if isCorruptRow(err) {
			j.err = err
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
