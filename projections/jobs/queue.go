// Package jobs does jobs one after the other beside the work of the caller. It knows nothing
// of what a job does, and its goroutine ends with [Queue.Settle].
package jobs

// Queue does jobs in the order in which they are given. Between Open and Settle a goroutine
// of its own does them, so that events are folded on one core while what they came to
// is written on another; else the caller does each at once. The zero Queue is ready.
// Not safe for concurrent use.
type Queue struct {
	jobs chan func() error // nil: the caller does them
	ends chan struct{}     // closed after the last job
	fail chan struct{}     // closed after the first error
	err  error             // the first; set before fail is closed
}

// jobsWaiting is how many jobs may wait: each is some thousands of entities.
const jobsWaiting = 2

// Open starts the goroutine; Settle ends it.
func (a *Queue) Open() {
	a.jobs, a.ends, a.fail, a.err = make(chan func() error, jobsWaiting), make(chan struct{}), make(chan struct{}), nil
	go func() {
		defer close(a.ends)
		for job := range a.jobs {
			if a.err != nil {
				continue
			}
			if a.err = job(); a.err != nil {
				close(a.fail)
			}
		}
	}()
}

// Do runs a job, now or later; none after an error. Its error is that of the job or of an
// earlier one, as far as it is known; Settle returns it in any case.
func (a *Queue) Do(job func() error) error {
	if a.jobs == nil {
		return job()
	}
	select {
	case <-a.fail:
		return a.err
	case a.jobs <- job:
		return nil
	}
}

// Ask has a job done and waits for its end.
func (a *Queue) Ask(job func() error) error {
	if a.jobs == nil {
		return job()
	}
	done := make(chan error, 1)
	err := a.Do(func() error {
		err := job()
		done <- err
		return err
	})
	if err != nil {
		return err
	}
	select {
	case <-a.fail:
		return a.err
	case err := <-done:
		return err
	}
}

// Settle waits for all jobs, ends the goroutine and returns the first error.
func (a *Queue) Settle() error {
	if a.jobs == nil {
		return nil
	}
	close(a.jobs)
	<-a.ends
	a.jobs = nil
	return a.err
}
