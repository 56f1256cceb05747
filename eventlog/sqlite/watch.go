package sqlite

import (
	"sync"
	"time"
)

// watch looks for the commits of other processes while somebody follows.
type watch struct {
	mu        sync.Mutex
	followers int
	quit      chan struct{} // closed to end the watcher; nil when there is none
	ended     sync.WaitGroup
}

// begin starts a watcher for the first follower.
func (w *watch) begin(l *Log) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.followers++; w.followers > 1 || l.still {
		return
	}
	quit := make(chan struct{})
	w.quit = quit
	w.ended.Go(func() { l.look(quit) })
}

// end stops the watcher after the last follower.
func (w *watch) end() {
	w.mu.Lock()
	if w.followers--; w.followers == 0 && w.quit != nil {
		close(w.quit)
		w.quit = nil
	}
	w.mu.Unlock()
}

// stop ends the watcher and waits for it.
func (w *watch) stop() {
	w.mu.Lock()
	if w.quit != nil {
		close(w.quit)
		w.quit = nil
	}
	w.mu.Unlock()
	w.ended.Wait()
}

// look wakes the followers when the tick file or, looked at from time to time,
// the database changes.
func (l *Log) look(quit <-chan struct{}) {
	c, err := l.readers.open()
	if err != nil {
		return // followers still see what this process appends
	}
	defer func() { _ = c.Close() }() // it only read
	ticks, every, stop := watchTicks(l.path + "-tick")
	defer stop()
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	var version int64
	for {
		select {
		case <-quit:
			return
		case <-ticks:
			l.wake()
		case <-ticker.C:
			if v, err := c.number(sqlDataVersion); err == nil && v != version {
				version = v
				l.wake()
			}
		}
	}
}
