package sqlite

import (
	"context"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// Erase implements [eventlog.Eraser].
func (l *Log) Erase(ctx context.Context, drafts []domain.Draft) ([]eventlog.Receipt, error) {
	if err := l.enter(ctx, "erase"); err != nil {
		return nil, err
	}
	defer l.calls.Done()
	if err := l.refused(); err != nil || len(drafts) == 0 {
		return nil, err
	}
	j, err := newJob(drafts[0].Stream, eventlog.Any, drafts, l.options.Random)
	if err != nil {
		return nil, err
	}
	j.erases = true
	if err := l.writer.do(ctx, j); err != nil {
		return nil, l.fail("erase", err)
	}
	return j.receipts(), nil
}

// erase does what the records of j say and inserts those that say something new, in
// the transaction that has begun. What concerns j alone is found before anything is
// written.
func (w *writer) erase(j *job, h *head) error {
	r := rows{names: &w.state.names, conn: w.conn, noData: true}
	var broken error
	todo, err := eventlog.Erasures(j.batch, func(id domain.EventID) (e domain.Event, err error) {
		found, err := r.byID(sqlEnvelopeByID, id, &e)
		switch {
		case err != nil && !isCorruptRow(err):
			broken = err
		case err == nil && !found:
			err = eventlog.NotFound(id)
		}
		return e, err
	})
	if err != nil || broken != nil {
		j.err = err
		return broken
	}
	if err := w.conn.run("PRAGMA secure_delete=1"); err != nil {
		return err
	}
	row := make(map[*domain.Event]*row, len(j.batch))
	for i := range j.batch {
		row[&j.batch[i]] = &j.rows[i]
	}
	j.repeated = make([]bool, len(todo))
	for i := range todo {
		if err := w.overwrite(&todo[i].Event); err != nil {
			return err
		}
		if fresh, err := w.insert(todo[i].Record, row[todo[i].Record], h); err != nil {
			return err
		} else if !fresh {
			return eventlog.CorruptIndex("the index of ids names an event that is not there")
		}
		j.events = append(j.events, *todo[i].Record)
	}
	return nil
}

// overwrite takes data and salt out of the row of e, which is erased. The checksum of
// the data goes with them: it would tell a guess from another.
func (w *writer) overwrite(e *domain.Event) error {
	header := eventlog.AppendHeader(nil, e)
	sum, _ := envelopeSum(header, &e.ID, e.Position.Number(), uint64(e.Revision), e.Stream.String())
	s, err := w.conn.prepare(sqlEraseEvent)
	if err != nil {
		return err
	}
	s.BindBytes(1, header)
	s.BindInt64(2, joinSums(sum, 0))
	s.BindInt64(3, int64(e.Position.Number()))
	if _, err := s.Step(); err != nil {
		return err
	}
	return s.Reset()
}
