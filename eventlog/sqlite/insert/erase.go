package insert

import (
	"errors"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/layout"
)

// erase does what the records of b say and inserts those that say something new, in
// the transaction that has begun. What concerns b alone is found before anything is
// written.
func (ins *Inserter) erase(b *Batch, h *head) error {
	r := layout.Rows{Names: &ins.state.names, Conn: ins.conn, NoData: true}
	var broken error
	todo, err := eventlog.Erasures(b.events, func(id domain.EventID) (e domain.Event, err error) {
		found, err := r.ByID(id, &e)
		switch {
		case err != nil && !errors.Is(err, eventlog.ErrCorrupt):
			broken = err
		case err == nil && !found:
			err = eventlog.NotFound(id)
		}
		return e, err
	})
	if err != nil || broken != nil {
		b.Err = err
		return broken
	}
	if err := ins.conn.Run("PRAGMA secure_delete=1"); err != nil {
		return err
	}
	row := make(map[*domain.Event]*row, len(b.events))
	for i := range b.events {
		row[&b.events[i]] = &b.rows[i]
	}
	b.repeated = make([]bool, len(todo))
	for i := range todo {
		if err := ins.overwrite(&todo[i].Event); err != nil {
			return err
		}
		if fresh, err := ins.insert(todo[i].Record, row[todo[i].Record], h); err != nil {
			return err
		} else if !fresh {
			return eventlog.CorruptIndex("the index of ids names an event that is not there")
		}
		b.held = append(b.held, *todo[i].Record)
	}
	return nil
}

// overwrite removes data and salt from the row of e, which is erased. It removes the
// checksum of the data with them: with the checksum, a guess at the data could be
// confirmed.
func (ins *Inserter) overwrite(e *domain.Event) error {
	header := eventlog.AppendHeader(nil, e)
	both, _ := layout.Sums(header, &e.ID, e.Position.Number(), uint64(e.Revision), e.Stream.String(), 0)
	s, err := ins.conn.Prepare(sqlEraseEvent)
	if err != nil {
		return err
	}
	s.BindBytes(1, header)
	s.BindInt64(2, both)
	s.BindInt64(3, int64(e.Position.Number()))
	if _, err := s.Step(); err != nil {
		return err
	}
	return s.Reset()
}
