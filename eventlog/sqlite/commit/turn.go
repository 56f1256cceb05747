package commit

import "context"

// task is something that the writer does in its turn, beside appends.
type task struct {
	do   func() error
	done chan error
}

// InTurn has the writer do something while no other process writes.
func (w *Writer) InTurn(ctx context.Context, do func() error) error {
	t := &task{do: do, done: make(chan error, 1)}
	select {
	case w.tasks <- t:
		return <-t.done
	case <-ctx.Done():
		return ctx.Err()
	}
}

// alone does something while it is our turn.
func (w *Writer) alone(do func() error) error {
	w.busy.Lock()
	defer w.busy.Unlock()
	if err := w.log.Turns.Take(context.Background(), w.log.Patience); err != nil {
		return err
	}
	err := do()
	if e := w.log.Turns.Release(); err == nil {
		err = e
	}
	return err
}
