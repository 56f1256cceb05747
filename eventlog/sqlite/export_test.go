package sqlite

import "time"

// Settle does at once what an idle writer does after a while.
func (l *Log) Settle() { l.writer.settle() }

// SetDeadline changes how long an append waits for its turn.
func (l *Log) SetDeadline(d time.Duration) {
	l.writer.busy.Lock()
	defer l.writer.busy.Unlock()
	l.writer.patience = d
}

// WhileWriting runs f while the writer cannot be disturbed.
func (l *Log) WhileWriting(f func()) {
	l.writer.busy.Lock()
	defer l.writer.busy.Unlock()
	f()
}
