package sqlite

import (
	"errors"
	"os"
	"time"
)

// errTimeout says that others held a lock for the whole time allowed.
var errTimeout = errors.New("sqlite: lock not free in time")

// turns is the lock that writers of all processes take turns on. SQLite's own
// waiting is not fair.
type turns struct {
	file *os.File
	// late gets the lock that take gave up waiting for.
	late chan error
}

func openTurns(path string) (*turns, error) {
	f, err := openBeside(path, "-lock")
	if err != nil {
		return nil, err
	}
	return &turns{file: f}, nil
}

// take waits for the turn, at most for the given time.
//
// Errors: errTimeout; what the operating system gives.
func (t *turns) take(patience time.Duration) error {
	if t.late == nil {
		if ok, err := tryLock(t.file, true); ok || err != nil {
			return err
		}
		t.late = make(chan error, 1)
		go func() { t.late <- waitLock(t.file, true) }()
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case err := <-t.late:
		t.late = nil
		return err
	case <-timer.C:
		return errTimeout
	}
}

func (t *turns) release() error { return unlock(t.file) }

// close ends a wait that is still under way, too.
func (t *turns) close() error {
	if t.late != nil {
		go func(late chan error, f *os.File) { <-late; _ = f.Close() }(t.late, t.file)
		return nil
	}
	return t.file.Close()
}
