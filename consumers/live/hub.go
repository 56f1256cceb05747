package live

import (
	"fmt"
	"sync"

	"github.com/clawable/claw/domain"
)

// Limits bound what waits for one reader.
type Limits struct {
	Frames int // from 1
	Bytes  int // which one frame may exceed
}

// DefaultLimits let a reader fall behind by some seconds of a busy log.
func DefaultLimits() Limits { return Limits{Frames: 8192, Bytes: 16 << 20} }

// Hub hands each frame that its follower publishes to every reader that joined. It is safe for
// concurrent use.
type Hub struct {
	limits  Limits
	mu      sync.Mutex
	head    uint64 // of the last frame that was published
	readers map[*Reader]struct{}
	cut     uint64 // readers that were cut off
	failed  error  // why the follower ended
}

// NewHub makes a hub whose follower publishes the frames after a number.
func NewHub(after uint64, limits Limits) *Hub {
	return &Hub{limits: limits, head: after, readers: map[*Reader]struct{}{}}
}

// Publish queues frames, in their order, for each reader. It never waits: a reader whose queue is full
// is cut off.
func (h *Hub) Publish(frames ...Frame) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for i := range frames {
		h.head = max(h.head, frames[i].Number)
	}
	for r := range h.readers {
		if r.queue(frames, h.limits) {
			h.cut++
			h.end(r, tooSlow(h.limits))
		}
	}
}

// Fail ends every reader with an error, later ones too: the follower ended.
func (h *Hub) Fail(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.failed = err
	for r := range h.readers {
		h.end(r, err)
	}
}

// end takes a reader out and lets its next Take return err.
func (h *Hub) end(r *Reader, err error) {
	delete(h.readers, r)
	r.ended, r.waiting, r.bytes = err, nil, 0
	r.wake()
}

// join adds a reader unless frames after its last one were published, which it must read first.
func (h *Hub) join(r *Reader) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.failed != nil {
		h.end(r, h.failed)
		return true
	}
	if h.head > r.last {
		return false
	}
	h.readers[r] = struct{}{}
	return true
}

// Head is the number of the last frame that was published.
func (h *Hub) Head() uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.head
}

// Readers counts those that joined.
func (h *Hub) Readers() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.readers)
}

// CutOff counts the readers that were too slow.
func (h *Hub) CutOff() uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.cut
}

// tooSlow is the reason that a slow reader is told.
func tooSlow(l Limits) error {
	return &domain.Error{Kind: domain.ErrDelivery, Operation: "stream",
		Message:   fmt.Sprintf("this reader is too slow: more than %d frames or %d bytes wait for it", l.Frames, l.Bytes),
		Hint:      "connect again with the last id that you have: nothing is lost",
		Retryable: true}
}
