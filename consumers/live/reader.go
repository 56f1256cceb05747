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
	taken  []Batch // of the last Take, whose room the queue uses next

	// Of the hub, under its lock.
	waiting []Batch
	frames  int // of what waits
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

// Take returns the available frames in order, none where there are none yet. They are valid until the
// next call, and the caller must not change them.
//
// Errors: why the reader was cut off; those of the source. The reader must not be used afterwards.
func (r *Reader) Take(ctx context.Context) ([]Batch, error) {
	if r.joined {
		return r.dequeue()
	}
	frames, err := r.source.After(ctx, r.last, page)
	if err != nil {
		return nil, err
	}
	var batches []Batch
	if n := len(frames); n > 0 {
		r.last = frames[n-1].Number
		size := 0
		for i := range frames {
			size += len(frames[i].Text)
		}
		batches = []Batch{newBatch(frames, size)}
	}
	if r.joined = r.hub.join(r); !r.joined {
		r.wake()
	}
	return batches, nil
}

// Joined reports whether the reader is at the head of its feed: what it takes is what is flushed.
func (r *Reader) Joined() bool { return r.joined }

// dequeue empties the queue.
func (r *Reader) dequeue() ([]Batch, error) {
	r.hub.mu.Lock()
	defer r.hub.mu.Unlock()
	batches, room := r.waiting, r.taken
	clear(room) // what was sent is not held
	r.waiting, r.frames, r.bytes, r.taken = room[:0], 0, 0, batches
	if n := len(batches); n > 0 {
		r.last = batches[n-1].last()
	}
	return batches, r.ended
}

// Last is the number of the last frame that was taken.
func (r *Reader) Last() uint64 { return r.last }

// Close takes the reader out of its hub.
func (r *Reader) Close() {
	r.hub.mu.Lock()
	defer r.hub.mu.Unlock()
	delete(r.hub.readers, r)
}

// Stalled counts a reader that took nothing for so long that what sends to it gave up, whether it had joined
// or not. The reader must not be used afterwards.
func (r *Reader) Stalled() {
	r.hub.mu.Lock()
	defer r.hub.mu.Unlock()
	if r.ended == nil { // else it is counted, or its hub failed
		r.hub.cut++
		r.hub.end(r, tooSlow(r.hub.limits))
	}
}

// queue adds what the reader does not have, and reports whether it does not fit. It is called under the
// lock of the hub.
func (r *Reader) queue(b Batch, limits Limits) (full bool) {
	if b = b.after(r.last); len(b.Frames) == 0 {
		return false
	}
	if r.frames >= limits.Frames || r.bytes >= limits.Bytes {
		return true
	}
	r.waiting = append(r.waiting, b)
	r.frames += len(b.Frames)
	r.bytes += len(b.Text)
	r.wake()
	return false
}

func (r *Reader) wake() {
	select {
	case r.ready <- struct{}{}:
	default:
	}
}
