package lock

import (
	"context"
	"os"
	"sync"
	"time"

	"github.com/clawable/claw/eventlog/sqlite/fault"
	"github.com/clawable/claw/eventlog/sqlite/place"
	"github.com/clawable/claw/internal/files"
)

// Turns is the lock that writers of all processes take turns on. SQLite's own waiting is not
// fair; the system's is: its waiters queue. Only one goroutine at a time takes and releases.
type Turns struct {
	file *os.File

	mu     sync.Mutex
	line   chan error // of the wait that is under way; nil: none is
	wanted bool       // a caller takes what that wait gets
	closed bool
}

// OpenTurns opens the file PATH-lock, which it makes if need be.
func OpenTurns(path string) (*Turns, error) {
	f, err := place.OpenBeside(path, "-lock")
	if err != nil {
		return nil, err
	}
	return &Turns{file: f}, nil
}

// Take waits for the turn, at most for the given time.
//
// Errors: [fault.ErrTimeout], ctx's, what the operating system gives. The turn is not taken.
func (t *Turns) Take(ctx context.Context, patience time.Duration) error {
	if ok, err := t.Try(); ok || err != nil {
		return err
	}
	line := t.wait()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case err := <-line:
		return err
	case <-ctx.Done():
		return t.giveUp(line, ctx.Err())
	case <-timer.C:
		return t.giveUp(line, fault.ErrTimeout)
	}
}

// Try takes the turn if it is free and nothing in this process waits for it.
func (t *Turns) Try() (bool, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.line != nil {
		return false, nil
	}
	return files.TryLock(t.file, true)
}

// wait starts to wait for the turn, or resumes the wait that was given up.
func (t *Turns) wait() <-chan error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.wanted = true
	if t.line == nil {
		t.line = make(chan error, 1)
		go t.stand(t.line)
	}
	return t.line
}

// stand waits in a system call, which cannot be interrupted. A turn that comes when no caller
// wants it any more is given back at once: an idle process that kept it would prevent all
// others from writing.
func (t *Turns) stand(line chan<- error) {
	err := files.WaitLock(t.file)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.line = nil
	if t.wanted {
		t.wanted = false
		line <- err
	} else if err == nil {
		_ = files.Unlock(t.file) // closing the file would do
	}
	if t.closed {
		_ = t.file.Close() // nothing was written to it
	}
}

// giveUp returns why, unless the turn has come meanwhile.
func (t *Turns) giveUp(line <-chan error, why error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.line == nil {
		return <-line
	}
	t.wanted = false
	return why
}

// Release ends the turn.
func (t *Turns) Release() error { return files.Unlock(t.file) }

// Close leaves a wait that is still under way to end by itself.
func (t *Turns) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed = true; t.line != nil {
		return nil
	}
	return t.file.Close()
}
