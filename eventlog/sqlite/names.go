package sqlite

import (
	"sync"

	"github.com/clawable/claw/domain"
)

// name is a stream as text and parsed.
type name struct {
	text string
	id   domain.StreamID
}

// names remembers the streams by number. Numbers are never used again, so what
// is remembered stays true.
type names struct {
	mu       sync.RWMutex
	byNumber map[int64]name
}

// maxNames bounds the memory of the cache; beyond it, it begins anew.
const maxNames = 1 << 17

// name returns the stream with this number; false when the file holds none or
// one that cannot be read.
func (n *names) name(c *conn, number int64) (name, bool, error) {
	n.mu.RLock()
	known, ok := n.byNumber[number]
	n.mu.RUnlock()
	if ok {
		return known, true, nil
	}
	s, err := c.prepare(sqlStreamName)
	if err != nil {
		return name{}, false, err
	}
	s.BindInt64(1, number)
	found, err := s.Step()
	if err != nil || !found {
		return name{}, false, err
	}
	text := s.ColumnText(0)
	if err := s.Reset(); err != nil {
		return name{}, false, err
	}
	id, err := domain.ParseStreamID(text)
	if err != nil {
		return name{}, false, nil
	}
	known = name{text, id}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.byNumber == nil || len(n.byNumber) >= maxNames {
		n.byNumber = map[int64]name{}
	}
	n.byNumber[number] = known
	return known, true, nil
}
