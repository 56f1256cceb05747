package sqlite

// borrowConn gives conn to a reader until [writer.returnConn]: a second connection has a schema to
// parse and a cache to fill, as long as a commit takes, and a process that reads and
// appends one after the other needs none. It never waits. Once two are found beside each
// other, readers have connections of their own for good. A nil writer has none to give.
func (w *writer) borrowConn() bool {
	if w == nil || w.apart.Load() {
		return false
	}
	if w.underway.Load() > 0 || !w.busy.TryLock() {
		w.apart.Store(true)
		return false
	}
	if !w.conn.AutocommitEnabled() { // of a transaction that could not be undone
		w.returnConn()
		return false
	}
	return true
}

// returnConn ends what borrowConn began. An append that came meanwhile has waited, the only one.
func (w *writer) returnConn() {
	if w.underway.Load() > 0 {
		w.apart.Store(true)
	}
	w.busy.Unlock()
}
