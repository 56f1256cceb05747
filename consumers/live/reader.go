package live

import "context"

// Source holds the frames that a feed had. Its methods may be called by several goroutines at once.
type Source interface {
	// After returns frames after a number, in their order: at most limit, none where there are no more.
	//
	// Errors: those of what holds them.
	After(ctx context.Context, after uint64, limit int) ([]Frame, error)
}

// Reader reads one feed. It is not safe for concurrent use, apart from what its hub does.
type Reader struct {
	hub    *Hub
	source Source
	last   uint64 // number of the last frame that was taken, or is not wanted
	joined bool
	ready  chan struct{}
	taken  []Frame // of the last Take, whose room the queue uses next

	// Of the hub, under its lock.
	waiting []Frame
	bytes   int
	ended   error
}

// Read makes a reader of the frames after a number. The caller closes it.
func (h *Hub) Read(source Source, after uint64) *Reader {
	r := &Reader{hub: h, source: source, last: after, ready: make(chan struct{}, 1)}
	r.wake()
	return r
}

// Ready receives when there may be something to take.
func (r *Reader) Ready() <-chan struct{} { return r.ready }

// page is how many frames are read from a source at once.
const page = 256

// Take returns the frames that are there, in their order; none where there are none yet. They are valid
// until the next call, and the caller must not change them.
//
// Errors: why the reader was cut off; those of the source. The reader is of no use then.
func (r *Reader) Take(ctx context.Context) ([]Frame, error) {
	if r.joined {
		return r.dequeue()
	}
	frames, err := r.source.After(ctx, r.last, page)
	if err != nil {
		return nil, err
	}
	if n := len(frames); n > 0 {
		r.last = frames[n-1].Number
	}
	if r.joined = r.hub.join(r); !r.joined {
		r.wake()
	}
	return frames, nil
}

// mostRoom is for how many frames room is kept while a reader waits.
const mostRoom = 256

// dequeue empties the queue.
func (r *Reader) dequeue() ([]Frame, error) {
	r.hub.mu.Lock()
	defer r.hub.mu.Unlock()
	frames, room := r.waiting, r.taken
	clear(room) // frames that were sent are not held
	if cap(room) > mostRoom {
		room = nil
	}
	r.waiting, r.bytes, r.taken = room[:0], 0, frames
	if n := len(frames); n > 0 {
		r.last = frames[n-1].Number
	}
	return frames, r.ended
}

// Last is the number of the last frame that was taken.
func (r *Reader) Last() uint64 { return r.last }

// Close takes the reader out of its hub.
func (r *Reader) Close() {
	r.hub.mu.Lock()
	defer r.hub.mu.Unlock()
	delete(r.hub.readers, r)
}

// queue adds frames that the reader does not have, and reports whether they do not fit. It is called
// under the lock of the hub.
func (r *Reader) queue(frames []Frame, limits Limits) (full bool) {
	for i := range frames {
		if frames[i].Number <= r.last {
			continue
		}
		if len(r.waiting) >= limits.Frames || r.bytes >= limits.Bytes {
			return true
		}
		r.waiting = append(r.waiting, frames[i])
		r.bytes += len(frames[i].Text)
	}
	r.wake()
	return false
}

func (r *Reader) wake() {
	select {
	case r.ready <- struct{}{}:
	default:
	}
}
