package store

import (
	"sync"

	"zombiezen.com/go/sqlite"
)

// desk does what touches the tables, in the order in which it is told. Between
// open and settle a goroutine of its own does it, so that a rebuild folds on one
// core while it writes on another; else the caller does it at once.
type desk struct {
	conn *sqlite.Conn
	jobs chan func() error // nil: the caller does them
	ends chan struct{}     // closed after the last job
	fail chan struct{}     // closed after the first error
	err  error             // the first; set before fail is closed
	turn sync.Mutex        // of who uses conn while lanes are derived
}

// waiting is how many jobs may wait: each is some thousands of rows.
const waiting = 2

// open starts the goroutine; settle ends it.
func (d *desk) open() {
	d.jobs, d.ends, d.fail = make(chan func() error, waiting), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(d.ends)
		for job := range d.jobs {
			if d.err != nil {
				continue
			}
			if d.err = job(); d.err != nil {
				close(d.fail)
			}
		}
	}()
}

// do has a job done, now or later. Its error is that of the job or of an earlier one.
func (d *desk) do(job func() error) error {
	if d.jobs == nil {
		return job()
	}
	select {
	case <-d.fail:
		return d.err
	case d.jobs <- job:
		return nil
	}
}

// ask has a job done and waits for its end.
func (d *desk) ask(job func() error) error {
	if d.jobs == nil {
		return job()
	}
	done := make(chan error, 1)
	err := d.do(func() error {
		err := job()
		done <- err
		return err
	})
	if err != nil {
		return err
	}
	select {
	case <-d.fail:
		return d.err
	case err := <-done:
		return err
	}
}

// alone runs f while nobody else that asks like this uses the connection.
func (d *desk) alone(f func() error) error {
	d.turn.Lock()
	defer d.turn.Unlock()
	return f()
}

// settle waits for all jobs and ends the goroutine.
func (d *desk) settle() error {
	if d.jobs == nil {
		return nil
	}
	close(d.jobs)
	<-d.ends
	d.jobs = nil
	return d.err
}
