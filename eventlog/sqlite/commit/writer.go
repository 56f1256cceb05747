package commit

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/clawable/claw/eventlog/sqlite/db"
	"github.com/clawable/claw/eventlog/sqlite/insert"
	"github.com/clawable/claw/eventlog/sqlite/lock"
)

// Log is what a writer needs of its log.
type Log struct {
	Conn     *db.Conn    // is closed with the writer
	Turns    *lock.Turns // the same
	Format   int64
	Patience time.Duration // how long an append waits for its turn among processes
	Now      func() time.Time
	// Committed is called after each commit that wrote something, as long as it
	// is our turn; Wake when others may have theirs.
	Committed func(last uint64)
	Wake      func()
	// InPlace and Noted are why nothing may be written: the log is not where it was, or is damaged.
	InPlace, Noted func() error
}

// Writer is the goroutine that writes. It takes all appends that wait and commits
// them as one transaction, so that they share an fsync; they stay atomic one by one.
// Who appends alone writes in its place, see [Writer.inlineCommit].
type Writer struct {
	log    Log
	busy   sync.Mutex // held while the connection, the turns and the fields between here and jobs are in use
	insert insert.Inserter

	idle     *time.Timer // until Settle
	joining  *time.Timer // until a group waits no longer
	jobs     chan *job
	tasks    chan *task
	underway atomic.Int64 // appends that are being prepared or wait
	apart    atomic.Bool  // readers have separate connections, see Borrow
	stopped  sync.WaitGroup

	begin, commit db.Statement
	guard         db.AllocGuard
}

const (
	maxGroup = 2048 // appends of one transaction
	// joinWithin is how long a transaction stays open for others to join.
	joinWithin = 100 * time.Microsecond
	// idleAfter is when a writer without work moves the write-ahead log into the file.
	idleAfter = 2 * time.Second
	// fewBehind is how many events behind the index of streams are not worth a commit of their
	// own when the log is closed.
	fewBehind = 32
	sqlBegin  = "BEGIN IMMEDIATE"
)

// Start starts the writer of a log.
func Start(log Log) *Writer {
	w := &Writer{log: log, jobs: make(chan *job, maxGroup), tasks: make(chan *task)}
	w.insert.Init(log.Conn, log.Now, log.Format)
	w.idle = time.NewTimer(idleAfter)
	w.idle.Stop()
	w.joining = time.NewTimer(joinWithin)
	w.joining.Stop()
	w.stopped.Go(w.run)
	return w
}

// run does what is handed in until the writer is closed, and settles when it is idle.
func (w *Writer) run() {
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
			w.Settle()
		}
	}
}

// gather takes the appends that wait, and lets those that are being prepared
// join: they share the fsync. It does not wait long for them, and not at all for
// a single appender. Where yielding brings no appends, their goroutines may be queued on another
// core; while this goroutine sleeps, its own core takes from that queue.
func (w *Writer) gather(group []*job) []*job {
	group = drain(w.jobs, group)
	for start := time.Now(); len(group) < maxGroup && int64(len(group)) < w.underway.Load(); {
		had := len(group)
		runtime.Gosched()
		if group = drain(w.jobs, group); len(group) > had {
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

// drain takes the jobs that are there.
func drain(jobs <-chan *job, group []*job) []*job {
	for len(group) < maxGroup {
		select {
		case j, ok := <-jobs:
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

// serve commits a group, with the appends that join it, and answers each of its appends.
func (w *Writer) serve(group []*job) []*job {
	w.busy.Lock()
	defer w.busy.Unlock()
	w.guard.Hold(w.log.Conn)
	group = w.gather(group)
	answer(group, w.transact(group))
	return group
}

// answer returns the outcome to the callers; err is that of all jobs.
func answer(group []*job, err error) {
	for _, j := range group {
		if !j.take() {
			continue
		}
		if err != nil {
			j.batch.Err = err
		}
		close(j.done)
	}
}

// transact applies jobs in one transaction. An error is that of all jobs, and
// nothing was written unless the commit itself failed; what concerns one job
// alone is in the job.
func (w *Writer) transact(jobs []*job) error {
	if err := w.log.Turns.Take(context.Background(), w.log.Patience); err != nil {
		return err
	}
	return w.inTransaction(jobs, w.begin.Do(w.log.Conn, sqlBegin))
}

// inTransaction is transact once it is our turn; begun is the error of the begin.
func (w *Writer) inTransaction(jobs []*job, begun error) error {
	wrote, err := false, begun
	if err == nil {
		wrote, err = w.write(jobs)
	}
	if wrote && err == nil {
		err = w.log.InPlace() // otherwise it is beside a name that no other process uses
	}
	if wrote {
		w.log.Committed(w.insert.Last())
	}
	if e := w.log.Turns.Release(); err == nil {
		err = e
	}
	if wrote {
		w.log.Wake()
	}
	return err
}

// write applies jobs in the transaction that has begun, and commits it.
func (w *Writer) write(jobs []*job) (wrote bool, err error) {
	if err := w.log.InPlace(); err != nil {
		return false, w.rollback(err)
	}
	if err := w.log.Noted(); err != nil {
		return false, w.rollback(err)
	}
	before, err := w.insert.Refresh()
	for i := 0; i < len(jobs) && err == nil; i++ {
		if jobs[i].take() && !jobs[i].passedOver() {
			err = w.insert.Apply(&jobs[i].batch)
		}
	}
	if err == nil {
		wrote = w.insert.Last() != before
		err = w.insert.Save(before)
	}
	if err == nil {
		err = w.commit.Do(w.log.Conn, "COMMIT")
	}
	if err != nil {
		return false, w.rollback(err)
	}
	return wrote, nil
}

// rollback undoes what is left of a transaction after err, and forgets what it made us believe.
func (w *Writer) rollback(err error) error {
	w.insert.Forget()
	if w.log.Conn.AutocommitEnabled() {
		return err
	}
	if e := w.log.Conn.Run("ROLLBACK"); e != nil {
		err = errors.Join(err, e)
	}
	return err
}

// Close waits for the jobs that were handed in. No more are handed in after it.
func (w *Writer) Close() error {
	close(w.jobs)
	w.stopped.Wait()
	w.catchUp(fewBehind)
	if w.log.InPlace() != nil { // what is beside the old name would stay there
		_ = w.log.Conn.Run("PRAGMA wal_checkpoint(TRUNCATE)")
	}
	err := w.log.Conn.Close()
	if e := w.log.Turns.Close(); err == nil {
		err = e
	}
	return err
}

// Detach is Close, but the connection stays open until the process ends.
func (w *Writer) Detach() error {
	close(w.jobs)
	w.stopped.Wait()
	return w.log.Turns.Close()
}

// catchUp updates the index of streams if more than some events are behind it and no other writer
// is in the way. Otherwise the next writer would have to do it.
func (w *Writer) catchUp(some int) {
	if w.insert.Behind() <= some {
		return
	}
	if ours, err := w.log.Turns.Try(); !ours || err != nil {
		return
	}
	w.insert.Share() // others may come
	_ = w.inTransaction(nil, w.beginInline())
}

// Settle updates the index of streams, moves the write-ahead log into the file and empties it, when
// no other process is in the way.
func (w *Writer) Settle() {
	w.busy.Lock()
	defer w.busy.Unlock()
	w.catchUp(0)
	if ours, err := w.log.Turns.Try(); !ours || err != nil {
		return
	}
	_ = w.log.Conn.Run("PRAGMA wal_checkpoint(TRUNCATE)") // next time, else
	_ = w.log.Turns.Release()
}
