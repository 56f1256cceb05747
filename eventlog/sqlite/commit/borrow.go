package commit

import "github.com/clawable/claw/eventlog/sqlite/db"

// Borrow gives its connection to a reader until [Writer.Return]: a second connection has a schema to
// parse and a cache to fill, as long as a commit takes, and a process that reads and
// appends one after the other needs none. It never waits. Once two are found beside each
// other, readers have separate connections for good. A nil writer has none to give.
func (w *Writer) Borrow() (*db.Conn, bool) {
	if w == nil || w.apart.Load() {
		return nil, false
	}
	if w.underway.Load() > 0 || !w.busy.TryLock() {
		w.apart.Store(true)
		return nil, false
	}
	if !w.log.Conn.AutocommitEnabled() { // of a transaction that could not be undone
		w.Return()
		return nil, false
	}
	return w.log.Conn, true
}

// Return ends what Borrow began. An append that came meanwhile has waited, the only one.
func (w *Writer) Return() {
	if w.underway.Load() > 0 {
		w.apart.Store(true)
	}
	w.busy.Unlock()
}
