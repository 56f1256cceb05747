package sqlite

import (
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
)

// state is what the writer knows of the log without asking: true until another
// connection changes the file.
type state struct {
	known    bool
	version  int64  // PRAGMA data_version
	last     uint64 // position
	recorded time.Time
	streams  map[domain.StreamID]*head
	numbers  int64 // the largest number of a stream
	names    names // of this transaction too, so not the readers'
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
	s.version, s.known = version, true
	return s.last, nil
}

func (s *state) forget() {
	*s = state{streams: map[domain.StreamID]*head{}}
}

// head returns the state of a stream.
func (s *state) head(c *conn, id domain.StreamID) (*head, error) {
	if h, ok := s.streams[id]; ok {
		return h, nil
	}
	h := &head{name: id.String()}
	find, err := c.prepare(sqlStreamNumber)
	if err != nil {
		return nil, err
	}
	find.BindText(1, h.name)
	found, err := find.Step()
	if err != nil {
		return nil, err
	}
	if found {
		h.number = find.ColumnInt64(0)
		if err := find.Reset(); err != nil {
			return nil, err
		}
		revision, err := c.number(sqlRevision, h.number)
		if err != nil {
			return nil, err
		}
		h.revision = uint64(revision)
	}
	s.streams[id] = h
	return h, nil
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
