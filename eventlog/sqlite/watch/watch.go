package watch

import (
	"sync"
	"time"

	"github.com/clawable/claw/eventlog/sqlite/db"
)

// Watcher looks for the commits of other processes while the log has followers.
type Watcher struct {
	// Open returns a separate connection; nil where nothing is ever added.
	Open func() (*db.Conn, error)
	Path string // of the file that is touched after each commit
	Wake func() // is called when there may be new events

	mu        sync.Mutex
	followers int
	quit      chan struct{} // closed to end the watcher; nil when there is none
	ended     sync.WaitGroup
}

// Begin starts a watcher for the first follower.
func (w *Watcher) Begin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.followers++; w.followers > 1 || w.Open == nil {
		return
	}
	quit := make(chan struct{})
	w.quit = quit
	w.ended.Go(func() { w.look(quit) })
}

// End stops the watcher after the last follower.
func (w *Watcher) End() {
	w.mu.Lock()
	if w.followers--; w.followers == 0 && w.quit != nil {
		close(w.quit)
		w.quit = nil
	}
	w.mu.Unlock()
}

// Stop ends the watcher and waits for it.
func (w *Watcher) Stop() {
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
func (w *Watcher) look(quit <-chan struct{}) {
	c, err := w.Open()
	if err != nil {
		return // followers still see what this process appends
	}
	defer func() { _ = c.Close() }() // it only read
	ticks, every, stop := watchTicks(w.Path)
	defer stop()
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	var version int64
	for {
		select {
		case <-quit:
			return
		case <-ticks:
			w.Wake()
		case <-ticker.C:
			if v, err := c.DataVersion(); err == nil && v != version {
				version = v
				w.Wake()
			}
		}
	}
}
