package insert

import (
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/db"
	"github.com/clawable/claw/eventlog/sqlite/layout"
	"github.com/clawable/claw/eventlog/sqlite/streams"
)

const (
	sqlInsertEvent  = "INSERT INTO events (position, stream, revision, id, header, sums, data) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING"
	sqlEraseEvent   = "UPDATE events SET header = ?, sums = ?, data = NULL WHERE position = ?"
	sqlUndoEvents   = "DELETE FROM events WHERE position > ?"
	sqlInsertStream = "INSERT INTO streams (number, name) VALUES (?, ?)"
	sqlLastStream   = "SELECT max(number) FROM streams"
)

// state is what an Inserter caches of the log: true until another
// connection changes the file.
type state struct {
	known    bool
	version  int64  // PRAGMA data_version
	last     uint64 // position
	recorded time.Time
	ahead    time.Duration // of recorded_at, see [eventlog.ClockAhead]
	streams  map[domain.StreamID]*head
	numbers  int64        // the largest number of a stream
	names    layout.Names // of this transaction too, so not the readers'
	index    streams.Index
	// shared says that others may write in turn with us: each would have to read what the
	// one before left behind the index.
	shared bool
}

// head is the state of one stream.
type head struct {
	number   int64 // 0 as long as the stream has no number
	revision uint64
	name     string
}

// maxHeads bounds the memory of the heads.
const maxHeads = 1 << 17

// refresh makes the state that of the transaction that has begun, and returns the last position.
func (s *state) refresh(c *db.Conn) (last uint64, err error) {
	version, err := c.DataVersion()
	if err != nil {
		return 0, err
	}
	if s.known && version == s.version && len(s.streams) < maxHeads {
		return s.last, nil
	}
	s.forget()
	if s.last, err = layout.End(c); err != nil {
		return 0, err
	}
	if s.numbers, err = c.Number(sqlLastStream); err != nil {
		return 0, err
	}
	r := layout.Rows{Names: &s.names, Conn: c, NoData: true}
	if s.recorded, err = r.LastRecorded(s.last); err != nil {
		return 0, err
	}
	if err := s.readClock(c); err != nil {
		return 0, err
	}
	if err := s.index.Load(&r, s.last); err != nil {
		return 0, err
	}
	s.version, s.known, s.shared = version, true, true
	return s.last, nil
}

// readClock looks how far recorded_at runs ahead of the wall clock. Only the format says
// whether that has to be looked for.
func (s *state) readClock(c *db.Conn) error {
	format, err := c.Number("PRAGMA user_version")
	if err != nil || format < layout.FormatResets {
		return err
	}
	var first domain.Event
	r := layout.Rows{Names: &s.names, Conn: c}
	if found, err := r.At(1, &first); err != nil || !found {
		return err
	}
	s.ahead, err = eventlog.ClockAhead(first.Stream, func(id domain.EventID) (*domain.Event, error) {
		var e domain.Event
		found, err := r.ByID(id, &e)
		if err != nil || !found {
			return nil, err
		}
		return &e, nil
	})
	return err
}

// save has head say how far the log and its index of streams go, at the end of a
// transaction before which the log's last position was before.
func (s *state) save(c *db.Conn, before uint64) error {
	if s.shared || s.index.Full() {
		if err := s.index.BringUp(c); err != nil {
			return err
		}
	}
	s.shared = false
	if s.last == before && !s.index.Untold() {
		return nil
	}
	return s.index.Tell(c, s.last)
}

func (s *state) forget() {
	s.index.Forget()
	*s = state{streams: map[domain.StreamID]*head{}, index: s.index}
}

// head returns the state of a stream.
func (s *state) head(c *db.Conn, id domain.StreamID) (*head, error) {
	if h, ok := s.streams[id]; ok {
		return h, nil
	}
	h := &head{name: id.String()}
	var err error
	if h.number, err = layout.StreamNumber(c, h.name); err != nil {
		return nil, err
	}
	if h.number != 0 {
		if h.revision, err = s.index.Revision(c, h.number); err != nil {
			return nil, err
		}
	}
	s.streams[id] = h
	return h, nil
}

// intern assigns a stream its number.
func (s *state) intern(c *db.Conn, h *head) error {
	if h.number != 0 {
		return nil
	}
	insert, err := c.Prepare(sqlInsertStream)
	if err != nil {
		return err
	}
	insert.BindInt64(1, s.numbers+1)
	insert.BindText(2, h.name)
	if _, err := insert.Step(); err != nil {
		return err
	}
	s.numbers++
	h.number = s.numbers
	return insert.Reset()
}
