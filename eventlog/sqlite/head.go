package sqlite

import (
	"context"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// Head implements [eventlog.Log].
func (l *Log) Head(ctx context.Context) (h eventlog.Head, err error) {
	err = l.read(ctx, "read head", func(c *conn) error {
		h, err = l.head(c)
		return err
	})
	return h, err
}

func (l *Log) head(c *conn) (eventlog.Head, error) {
	h, err := l.identity(c)
	if err != nil {
		return eventlog.Head{}, err
	}
	until, err := l.reaches(c)
	if err != nil {
		return eventlog.Head{}, err
	}
	last, err := l.lastEvent(c) // before until when the last rows are lost
	if err != nil {
		return eventlog.Head{}, err
	}
	h.Position = domain.PositionAt(until)
	r := rows{names: &l.names, conn: c, noData: true}
	var e domain.Event
	if _, err := r.at(sqlEnvelopeAt, last, &e); err != nil {
		return eventlog.Head{}, err
	}
	h.Recorded = e.RecordedAt
	return h, nil
}

// identity returns what position 1 says about the log.
func (l *Log) identity(c *conn) (eventlog.Head, error) {
	l.mu.Lock()
	known := l.first
	l.mu.Unlock()
	if known != nil {
		return *known, nil
	}
	r := rows{names: &l.names, conn: c}
	var e domain.Event
	found, err := r.at(sqlEventAt, 1, &e)
	if err != nil {
		return eventlog.Head{}, err
	}
	if !found {
		return eventlog.Head{}, missing(1, 2)
	}
	var opened domain.LogOpened
	if err := eventlog.Decode(e.Data, &opened); err != nil || e.Kind != opened.Kind() {
		return eventlog.Head{}, corrupt(1, "it is not log.opened")
	}
	h := &eventlog.Head{ID: e.Leaf().String(), Name: opened.Name, Replay: opened.Replay}
	l.mu.Lock()
	l.first = h
	l.mu.Unlock()
	return *h, nil
}

// at fills e with the event at a position, if there is one.
func (r *rows) at(query string, position uint64, e *domain.Event) (found bool, err error) {
	s, err := r.conn.prepare(query)
	if err != nil {
		return false, err
	}
	s.BindInt64(1, int64(position))
	if found, err = s.Step(); sqlite.ErrCode(err).ToPrimary() == sqlite.ResultCorrupt {
		return false, corrupt(position, "the page that should hold it cannot be read")
	}
	if err != nil || !found {
		return false, err
	}
	err = r.decode(s, position, e)
	if e := s.Reset(); err == nil {
		err = e
	}
	return true, err
}

// reaches is the last position of the log, as far as it is known.
func (l *Log) reaches(c *conn) (uint64, error) {
	if l.saved != nil {
		return l.saved.end, nil
	}
	return end(c)
}

// lastEvent is the position of the last event that is there.
func (l *Log) lastEvent(c *conn) (uint64, error) {
	if l.saved != nil {
		return l.saved.last, nil
	}
	last, err := c.number(sqlLast)
	return uint64(last), err
}

// end is the last position of the log: what two witnesses say, the later of them.
func end(c *conn) (uint64, error) {
	witness, err := c.number(sqlHead)
	if err != nil {
		return 0, err
	}
	last, err := c.number(sqlLast)
	return uint64(max(witness, last)), err
}

// lastRecorded is the log's time of the last event.
func (r *rows) lastRecorded(position uint64) (time.Time, error) {
	var e domain.Event
	if position == 0 {
		return time.Time{}, nil
	}
	found, err := r.at(sqlEnvelopeAt, position, &e)
	if err == nil && !found {
		err = missing(position, position+1)
	}
	return e.RecordedAt, err
}
