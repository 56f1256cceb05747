package layout

import (
	"math"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog/sqlite/fault"
)

const (
	sqlByID         = "SELECT " + Columns + ", data FROM events WHERE id = ?"
	sqlEnvelopeByID = "SELECT " + Columns + " FROM events WHERE id = ?"
	sqlEventAt      = "SELECT " + Columns + ", data FROM events WHERE position = ?"
	sqlEnvelopeAt   = "SELECT " + Columns + " FROM events WHERE position = ?"
	// The pages of a reader end where it stops: a limit that is bound has SQLite prepare the
	// statement again for every page.
	sqlReadEvents    = "SELECT " + Columns + ", data FROM events WHERE position > ? ORDER BY position"
	sqlReadEnvelopes = "SELECT " + Columns + " FROM events WHERE position > ? ORDER BY position"
)

// pick is the query for what r reads of an event.
func (r *Rows) pick(events, envelopes string) string {
	if r.NoData {
		return envelopes
	}
	return events
}

// After is the statement of the events after a position, in their order.
func (r *Rows) After(position uint64) (*sqlite.Stmt, error) {
	s, err := r.Conn.Prepare(r.pick(sqlReadEvents, sqlReadEnvelopes))
	if err != nil {
		return nil, err
	}
	s.BindInt64(1, int64(min(position, math.MaxInt64)))
	return s, nil
}

// At fills e with the event at a position, if there is one.
func (r *Rows) At(position uint64, e *domain.Event) (found bool, err error) {
	s, err := r.Conn.Prepare(r.pick(sqlEventAt, sqlEnvelopeAt))
	if err != nil {
		return false, err
	}
	s.BindInt64(1, int64(position))
	if found, err = s.Step(); sqlite.ErrCode(err).ToPrimary() == sqlite.ResultCorrupt {
		return false, fault.Corrupt(position, "the page that should hold it cannot be read")
	}
	if err != nil || !found {
		return false, err
	}
	err = r.Decode(s, position, e)
	if e := s.Reset(); err == nil {
		err = e
	}
	return true, err
}

// ByID fills e with the event of this id, if there is one.
func (r *Rows) ByID(id domain.EventID, e *domain.Event) (found bool, err error) {
	s, err := r.Conn.Prepare(r.pick(sqlByID, sqlEnvelopeByID))
	if err != nil {
		return false, err
	}
	s.BindBytes(1, id[:])
	if found, err = s.Step(); err != nil || !found {
		return false, err
	}
	if err := r.Decode(s, 0, e); err != nil {
		_ = s.Reset() // err says more
		return true, err
	}
	if e.ID != id {
		err = fault.Corrupt(e.Position.Number(), "it is found under another id than its own")
	}
	if e := s.Reset(); err == nil {
		err = e
	}
	return true, err
}

// LastRecorded is the log's time of the last event.
func (r *Rows) LastRecorded(position uint64) (time.Time, error) {
	var e domain.Event
	if position == 0 {
		return time.Time{}, nil
	}
	found, err := r.At(position, &e)
	if err == nil && !found {
		err = fault.Missing(position, position+1)
	}
	return e.RecordedAt, err
}
