package commit

import "time"

// inlineCommit writes the jobs of one caller on the caller's own goroutine, as one
// transaction, where nothing else appends in this process and no process is in the way:
// waking the writer's goroutine, and being woken by it, takes as long as much of the
// commit. It never waits for a lock. It reports false, with nothing done, where it would
// have to wait, or where something is wrong that the writer will encounter as well.
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
