package httpapi

import (
	"sync"
	"time"
)

const (
	memoTime    = 100 * time.Millisecond // for which an answer is given again while the log does not change
	memoIsAged  = 75 * time.Millisecond  // from when the next caller makes a new answer, while others are given this one
	mostMemo    = 16 << 20               // bytes of all answers
	mostInMemo  = 1 << 20                // bytes of one: a page of 100 rows, and no page of the greatest length
	sizeOfOne   = 512                    // bytes of an answer beside its question and its body
	memoIsStale = -time.Second           // a clock that was set back
)

// memo remembers the answers of the last moment, for callers that ask the same at once: a dashboard in
// several windows. An answer is given again while the log has the same head, for memoTime at most, so that
// what time decides is that old at most. Safe for concurrent use.
type memo struct {
	mu   sync.Mutex
	all  map[string]remembered
	size int // bytes of them
}

// remembered is an answer with what HTTP states about it.
type remembered struct {
	head uint64 // position of the log
	at   time.Time
	said head
	etag string
	body []byte // never changed
	aged bool   // somebody makes the next one
}

// find is the answer to a question at a head of the log and a time. The first caller that comes when it is aged gets
// none, so that there is a new one before all have to wait for it.
func (m *memo) find(question string, head uint64, now time.Time) (remembered, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, is := m.all[question]
	age := now.Sub(r.at)
	if !is || r.head != head || age >= memoTime || age <= memoIsStale {
		return r, false
	}
	if age >= memoIsAged && !r.aged {
		r.aged = true
		m.all[question] = r
		return r, false
	}
	return r, true
}

// keep remembers an answer.
func (m *memo) keep(question string, r remembered) {
	if len(r.body) > mostInMemo {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	own := len(question) + len(r.body) + sizeOfOne
	if m.all == nil || m.size+own > mostMemo {
		m.all, m.size = map[string]remembered{}, 0
	}
	if before, is := m.all[question]; is {
		m.size -= len(question) + len(before.body) + sizeOfOne
	}
	m.all[question] = r
	m.size += own
}
