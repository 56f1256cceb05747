package sqlite

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// writer is the goroutine that writes. It takes all appends that wait and commits
// them as one transaction, so that they share an fsync; they stay atomic one by one.
// Who appends alone writes in its place, see [writer.inlineCommit].
type writer struct {
	busy     sync.Mutex // held by who uses conn, turns and what is between here and jobs
	conn     *conn
	turns    *turns
	patience time.Duration
	now      func() time.Time
	state    state
	format   int64 // that the log is known to have at least, see [writer.mark]
	// committed is called after each commit that wrote something, as long as it
	// is our turn; wake when others may have theirs.
	committed func(last uint64)
	// inPlace and noted are why nothing may be written: the log is not where it was, or is damaged.
	inPlace, noted func() error
	wake           func()

	idle     *time.Timer // until settle
	joining  *time.Timer // until a group waits no longer
	jobs     chan *job
	tasks    chan *task
	underway atomic.Int64 // appends that are being prepared or wait
	apart    atomic.Bool  // readers have connections of their own, see borrowConn
	stopped  sync.WaitGroup

	begin, commit, insertion statement
	summed                   []byte // used again for each row
	guard                    allocGuard
}

const (
	maxGroup = 512 // appends of one transaction
	// joinWithin is how long a transaction stays open for others to join.
	joinWithin = 100 * time.Microsecond
	// idleAfter is when a writer without work moves the write-ahead log into the file.
	idleAfter = 2 * time.Second
)

func (w *writer) start() {
	w.jobs = make(chan *job, maxGroup)
	w.tasks = make(chan *task)
	w.idle = time.NewTimer(idleAfter)
	w.idle.Stop()
	w.joining = time.NewTimer(joinWithin)
	w.joining.Stop()
	w.stopped.Go(w.run)
}

func (w *writer) run() {
	group := make([]*job, 0, maxGroup)
	for {
		select {
		case j, ok := <-w.jobs:
			if !ok {
				return
			}
			group = w.serve(append(group[:0], j))
			clear(group)
			w.idle.Reset(idleAfter)
		case t := <-w.tasks:
			t.done <- w.alone(t.do)
		case <-w.idle.C:
			w.settle()
		}
	}
}

// gather takes the appends that wait, and lets those that are being prepared
// join: they share the fsync. It does not wait long for them, and not at all for
// a single appender. Where yielding brings nobody, who prepares may stand in line
// on another core; while this goroutine sleeps, its own core takes from that line.
func (w *writer) gather(group []*job) []*job {
	group = w.drain(group)
	for start := time.Now(); len(group) < maxGroup && int64(len(group)) < w.underway.Load(); {
		had := len(group)
		runtime.Gosched()
		if group = w.drain(group); len(group) > had {
			continue
		}
		left := joinWithin - time.Since(start)
		if left <= 0 {
			break
		}
		w.joining.Reset(left)
		select {
		case j, ok := <-w.jobs:
			if !ok {
				return group
			}
			group = append(group, j)
		case <-w.joining.C:
			return group
		}
	}
	return group
}

func (w *writer) drain(group []*job) []*job {
	for len(group) < maxGroup {
		select {
		case j, ok := <-w.jobs:
			if !ok {
				return group
			}
			group = append(group, j)
		default:
			return group
		}
	}
	return group
}

// serve commits a group, with those who join it, and answers each of its appends.
func (w *writer) serve(group []*job) []*job {
	w.busy.Lock()
	defer w.busy.Unlock()
	w.guard.hold(w.conn)
	group = w.gather(group)
	answer(group, w.transact(group))
	return group
}

// answer tells the callers the outcome; err is that of all jobs.
func answer(group []*job, err error) {
	for _, j := range group {
		if !j.take() {
			continue
		}
		if err != nil {
			j.err = err
		}
		close(j.done)
	}
}

// transact applies jobs in one transaction. An error is that of all jobs, and
// nothing was written unless the commit itself failed; what concerns one job
// alone is in the job.
func (w *writer) transact(jobs []*job) error {
	if err := w.turns.take(context.Background(), w.patience); err != nil {
		return err
	}
	return w.inTransaction(jobs, w.begin.do(w.conn, sqlBegin))
}

// inTransaction is transact once it is our turn; begun is the error of the begin.
func (w *writer) inTransaction(jobs []*job, begun error) error {
	wrote, err := false, begun
	if err == nil {
		wrote, err = w.write(jobs)
	}
	if wrote && err == nil {
		err = w.inPlace() // else it is beside a name that nobody knows
	}
	if wrote {
		w.committed(w.state.last)
	}
	if e := w.turns.release(); err == nil {
		err = e
	}
	if wrote {
		w.wake()
	}
	return err
}

// write applies jobs in the transaction that has begun, and commits it.
func (w *writer) write(jobs []*job) (wrote bool, err error) {
	if err := w.inPlace(); err != nil {
		return false, w.rollback(err)
	}
	if err := w.noted(); err != nil {
		return false, w.rollback(err)
	}
	before, err := w.state.refresh(w.conn)
	for i := 0; i < len(jobs) && err == nil; i++ {
		if jobs[i].take() && !jobs[i].passedOver() {
			err = w.apply(jobs[i])
		}
	}
	if err == nil {
		wrote = w.state.last != before
		err = w.state.save(w.conn, before)
	}
	if err == nil {
		err = w.commit.do(w.conn, "COMMIT")
	}
	if err != nil {
		return false, w.rollback(err)
	}
	return wrote, nil
}

// rollback undoes what is left of a transaction after err, and forgets what it made us believe.
func (w *writer) rollback(err error) error {
	w.state.forget()
	w.format = 0
	if w.conn.AutocommitEnabled() {
		return err
	}
	if e := w.conn.run("ROLLBACK"); e != nil {
		err = errors.Join(err, e)
	}
	return err
}

// close waits for the jobs that were handed in. No more are handed in after it.
func (w *writer) close() error {
	close(w.jobs)
	w.stopped.Wait()
	w.catchUp(fewBehind)
	if w.inPlace() != nil { // what is beside the old name would stay there
		_ = w.conn.run("PRAGMA wal_checkpoint(TRUNCATE)")
	}
	err := w.conn.Close()
	if e := w.turns.close(); err == nil {
		err = e
	}
	return err
}

// detach is close, but the connection stays open until the process ends.
func (w *writer) detach() error {
	close(w.jobs)
	w.stopped.Wait()
	return w.turns.close()
}

// catchUp brings the index of streams up if more than some events are behind it, and
// nobody is in the way. The next one to write would, else.
func (w *writer) catchUp(some int) {
	if len(w.state.index.behind) <= some {
		return
	}
	if ours, err := w.turns.try(); !ours || err != nil {
		return
	}
	w.state.shared = true // others may come
	_ = w.inTransaction(nil, w.beginInline())
}

// settle brings the index of streams up, moves the write-ahead log into the file and
// empties it, when nobody is in the way.
func (w *writer) settle() {
	w.busy.Lock()
	defer w.busy.Unlock()
	w.catchUp(0)
	if ours, err := w.turns.try(); !ours || err != nil {
		return
	}
	_ = w.conn.run("PRAGMA wal_checkpoint(TRUNCATE)") // next time, else
	_ = w.turns.release()
}
