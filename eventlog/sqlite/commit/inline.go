package commit

import "time"

// inlineCommit has the jobs of one caller written by its own goroutine, as one transaction,
// where nobody else appends in this process and nobody anywhere is in the way: waking the
// writer's goroutine, and being woken by it, takes as long as much of the commit. It never
// waits for a lock; it reports false, with nothing done, where it would have to, or where
// something is wrong that the writer will meet as well.
func (w *Writer) inlineCommit(group ...*job) bool {
	if len(group) == 0 || len(group) > maxGroup || w.underway.Load() > int64(len(group)) || !w.busy.TryLock() {
		return false
	}
	defer w.busy.Unlock()
	if ours, err := w.log.Turns.Try(); !ours || err != nil {
		return false
	}
	if w.beginInline() != nil {
		_ = w.log.Turns.Release() // what is still ours is so for the writer too
		return false
	}
	answer(group, w.inTransaction(group, nil))
	w.idle.Reset(idleAfter)
	return true
}

// beginInline begins a transaction unless another connection is in one that writes.
func (w *Writer) beginInline() error {
	w.log.Conn.SetBusyTimeout(0)
	defer w.log.Conn.SetBusyTimeout(max(w.log.Patience, time.Millisecond))
	return w.begin.Do(w.log.Conn, sqlBegin)
}
