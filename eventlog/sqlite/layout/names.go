package layout

import (
	"sync"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/db"
)

const (
	sqlStreamName   = "SELECT name FROM streams WHERE number = ?"
	sqlStreamNumber = "SELECT number FROM streams WHERE name = ?"
	sqlSeekStream   = "SELECT number FROM streams NOT INDEXED WHERE name = ?"
)

// StreamName is a stream as text and parsed.
type StreamName struct {
	Text string
	ID   domain.StreamID
}

// Names remembers the streams by number. Numbers are never used again, so what
// is remembered stays true.
type Names struct {
	mu       sync.RWMutex
	byNumber map[int64]StreamName
}

// maxNames bounds the memory of the cache; beyond it, it begins anew.
const maxNames = 1 << 17

// Name returns the stream with this number; false when the file holds none or
// one that cannot be read.
func (n *Names) Name(c *db.Conn, number int64) (StreamName, bool, error) {
	n.mu.RLock()
	known, ok := n.byNumber[number]
	n.mu.RUnlock()
	if ok {
		return known, true, nil
	}
	s, err := c.Prepare(sqlStreamName)
	if err != nil {
		return StreamName{}, false, err
	}
	s.BindInt64(1, number)
	found, err := s.Step()
	if err != nil || !found {
		return StreamName{}, false, err
	}
	text := s.ColumnText(0)
	if err := s.Reset(); err != nil {
		return StreamName{}, false, err
	}
	id, err := domain.ParseStreamID(text)
	if err != nil {
		return StreamName{}, false, nil
	}
	known = StreamName{text, id}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.byNumber == nil || len(n.byNumber) >= maxNames {
		n.byNumber = map[int64]StreamName{}
	}
	n.byNumber[number] = known
	return known, true, nil
}

// StreamNumber is the number of the stream of this name; 0 when there is none.
func StreamNumber(c *db.Conn, name string) (int64, error) { return numberBy(c, sqlStreamNumber, name) }

// SeekStream is StreamNumber by reading the whole table: a damaged index does not hide a stream
// from a reader.
func SeekStream(c *db.Conn, name string) (int64, error) { return numberBy(c, sqlSeekStream, name) }

func numberBy(c *db.Conn, query, name string) (number int64, err error) {
	s, err := c.Prepare(query)
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
