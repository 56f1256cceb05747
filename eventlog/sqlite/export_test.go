package sqlite

import "context"

// Settle does at once what an idle writer does after a while.
func (l *Log) Settle() { l.writer.Settle() }

// WhileWriting runs f while the writer cannot be disturbed.
func (l *Log) WhileWriting(f func()) error {
	return l.writer.InTurn(context.Background(), func() error {
		f()
		return nil
	})
}
