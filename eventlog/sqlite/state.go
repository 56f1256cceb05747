package sqlite

import (
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// state is what the writer knows of the log without asking: true until another
// connection changes the file.
type state struct {
	known    bool
	version  int64  // PRAGMA data_version
	last     uint64 // position
	recorded time.Time
	ahead    time.Duration // of recorded_at, see [eventlog.ClockAhead]
	streams  map[domain.StreamID]*head
	numbers  int64 // the largest number of a stream
	names    names // of this transaction too, so not the readers'
	index    streamIndex
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
func (s *state) refresh(c *conn) (last uint64, err error) {
	version, err := c.number(sqlDataVersion)
	if err != nil {
		return 0, err
	}
	if s.known && version == s.version && len(s.streams) < maxHeads {
		return s.last, nil
	}
	s.forget()
	if s.last, err = end(c); err != nil {
		return 0, err
	}
	if s.numbers, err = c.number(sqlLastStream); err != nil {
		return 0, err
	}
	r := rows{names: &s.names, conn: c, noData: true}
	if s.recorded, err = r.lastRecorded(s.last); err != nil {
		return 0, err
	}
	if err := s.readClock(c); err != nil {
		return 0, err
	}
	if err := s.index.load(&r, s.last); err != nil {
		return 0, err
	}
	s.version, s.known, s.shared = version, true, true
	return s.last, nil
}

// readClock looks how far recorded_at runs ahead of the wall clock. Only the format says
// whether that has to be looked for.
func (s *state) readClock(c *conn) error {
	format, err := c.number("PRAGMA user_version")
	if err != nil || format < formatResets {
		return err
	}
	var first domain.Event
	r := rows{names: &s.names, conn: c}
	if found, err := r.at(sqlEventAt, 1, &first); err != nil || !found {
		return err
	}
	s.ahead, err = eventlog.ClockAhead(first.Stream, func(id domain.EventID) (*domain.Event, error) {
		var e domain.Event
		found, err := r.byID(sqlByID, id, &e)
		if err != nil || !found {
			return nil, err
		}
		return &e, nil
	})
	return err
}

// save has head say how far the log and its index of streams go, at the end of a
// transaction before which the log's last position was before.
func (s *state) save(c *conn, before uint64) error {
	if s.shared || len(s.index.behind) > maxBehind {
		if err := s.index.bringUp(c); err != nil {
			return err
		}
	}
	s.shared = false
	if s.last == before && s.index.indexed == s.index.told {
		return nil
	}
	s.index.told = s.index.indexed
	if s.index.kept {
		return c.run(sqlSetHead1, int64(s.last))
	}
	return c.run(sqlSetHead, int64(s.last), int64(s.index.indexed), int64(indexedSum(s.index.indexed)))
}

func (s *state) forget() {
	*s = state{streams: map[domain.StreamID]*head{}, index: streamIndex{kept: s.index.kept, behind: s.index.behind[:0]}}
}

// head returns the state of a stream.
func (s *state) head(c *conn, id domain.StreamID) (*head, error) {
	if h, ok := s.streams[id]; ok {
		return h, nil
	}
	h := &head{name: id.String()}
	var err error
	if h.number, err = c.streamNumber(sqlStreamNumber, h.name); err != nil {
		return nil, err
	}
	if h.number != 0 {
		if h.revision, err = s.index.revision(c, h.number); err != nil {
			return nil, err
		}
	}
	s.streams[id] = h
	return h, nil
}

// streamNumber is the number of the stream of this name; 0 when there is none.
func (c *conn) streamNumber(query, name string) (number int64, err error) {
	s, err := c.prepare(query)
	if err != nil {
		return 0, err
	}
	s.BindText(1, name)
	found, err := s.Step()
	if err != nil || !found {
		return 0, err
	}
	if number = s.ColumnInt64(0); number <= 0 {
		err = eventlog.CorruptIndex("the stream " + name + " has no number")
	}
	if e := s.Reset(); err == nil {
		err = e
	}
	return number, err
}

// intern gives a stream its number.
func (s *state) intern(c *conn, h *head) error {
	if h.number != 0 {
		return nil
	}
	insert, err := c.prepare(sqlInsertStream)
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

// statement is a statement kept at hand, without the search by text.
type statement struct{ stmt *sqlite.Stmt }

func (s *statement) get(c *conn, query string) (*sqlite.Stmt, error) {
	if s.stmt == nil {
		stmt, err := c.prepare(query)
		if err != nil {
			return nil, err
		}
		s.stmt = stmt
	}
	return s.stmt, nil
}

func (s *statement) do(c *conn, query string) error {
	stmt, err := s.get(c, query)
	if err != nil {
		return err
	}
	if _, err := stmt.Step(); err != nil {
		return err
	}
	return stmt.Reset()
}
