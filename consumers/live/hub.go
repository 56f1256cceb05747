package live

import (
	"context"
	"fmt"
	"sync"

	"github.com/clawable/claw/domain"
)

// Limits bound what waits for one reader.
type Limits struct {
	Frames int // from 1, which one batch may exceed
	Bytes  int // which one batch may exceed
}

// DefaultLimits let a reader fall behind by some seconds of a busy log.
func DefaultLimits() Limits { return Limits{Frames: 8192, Bytes: 16 << 20} }

// Hub hands each frame that its follower publishes to every reader that joined. It is safe for
// concurrent use.
type Hub struct {
	limits    Limits
	mu        sync.Mutex
	head      uint64 // of the last frame that was handed over
	gathered  []Frame
	size      int // bytes of what is gathered
	published chan struct{}
	readers   map[*Reader]struct{}
	cut       uint64 // readers that were cut off
	failed    error  // why the follower ended
}

// NewHub makes a hub whose follower publishes the frames after a number.
func NewHub(after uint64, limits Limits) *Hub {
	return &Hub{limits: limits, head: after, published: make(chan struct{}, 1), readers: map[*Reader]struct{}{}}
}

// A batch ends at so many frames, and after so many bytes.
const (
	mostGathered = 256
	mostBytes    = 256 << 10
)

// Publish gathers frames, in their order, until [Hub.Flush] hands them over. It never waits.
func (h *Hub) Publish(frames ...Frame) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for i := range frames {
		if h.size > 0 && (len(h.gathered) >= mostGathered || h.size+len(frames[i].Text) > mostBytes) {
			h.flush()
		}
		h.gathered = append(h.gathered, frames[i])
		h.size += len(frames[i].Text)
	}
	select {
	case h.published <- struct{}{}:
	default:
	}
}

// Flush queues the frames that were gathered for each reader, as one batch that all of them share. It
// never waits: a reader whose queue is full is cut off.
func (h *Hub) Flush() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.flush()
}

func (h *Hub) flush() {
	if len(h.gathered) == 0 {
		return
	}
	b := newBatch(h.gathered, h.size)
	h.gathered, h.size = make([]Frame, 0, len(h.gathered)), 0
	h.head = max(h.head, b.last())
	for r := range h.readers {
		if r.queue(b, h.limits) {
			h.cut++
			h.end(r, tooSlow(h.limits))
		}
	}
}

// Run flushes what is published until ctx ends; rest waits between two flushes.
//
// Errors: ctx's; that of rest.
func (h *Hub) Run(ctx context.Context, rest func(context.Context) error) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-h.published:
		}
		h.Flush()
		if err := rest(ctx); err != nil {
			return err
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
	r.ended, r.waiting, r.frames, r.bytes = err, nil, 0, 0
	r.wake()
}

// join adds a reader unless frames after its last one were handed over, which it must read first.
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
	if n := len(h.gathered); n > 0 {
		return max(h.head, h.gathered[n-1].Number)
	}
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

// tooSlow returns the reason that a slow reader receives.
func tooSlow(l Limits) error {
	return &domain.Error{Kind: domain.ErrDelivery, Operation: "stream",
		Message:   fmt.Sprintf("this reader is too slow: more than %d frames or %d bytes wait for it", l.Frames, l.Bytes),
		Hint:      "connect again with the last id that you have: nothing is lost",
		Retryable: true}
}
