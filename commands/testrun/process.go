package testrun

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/processgroup"
)

// end is how the process of a run ended.
type end struct {
	code    int  // -1 where a signal ended it
	overdue bool // because one test took too long
	late    bool // because the run took too long
}

// slow reports whether a test takes too long, at a time. When it does, asked is called before the
// program receives the signal that makes it print its stacks.
type slow interface {
	overdue(now time.Time) bool
	asked()
}

// leftOver is how long is waited for the output of programs that tests left behind.
const leftOver = 2 * time.Second

// execute runs a command line in its own process group, until it ends or takes too long.
//
// Errors: those of [Request.Run].
func (r *Request) execute(ctx context.Context, argv []string, out, errs io.Writer, watch slow) (e end, err error) {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = r.Dir, r.Environ, out, errs, leftOver
	processgroup.Own(cmd)
	if err := cmd.Start(); err != nil {
		return e, notStarted(argv[0], err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	w := waiting{Request: r, cmd: cmd, watch: watch}
	if err = w.wait(ctx, done); w.signal != nil {
		return e, &domain.Error{Kind: domain.ErrRuntime, Operation: "run tests", Target: argv[0], Message: "interrupted: " + w.signal.String(), Hint: "nothing was recorded; run them again"}
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && !errors.Is(err, exec.ErrWaitDelay) {
		return e, &domain.Error{Kind: domain.ErrRuntime, Operation: "run tests", Target: argv[0], Message: err.Error()}
	}
	return end{code: cmd.ProcessState.ExitCode(), overdue: w.overdue, late: w.late}, nil
}

// waiting is the wait for the end of a process.
type waiting struct {
	*Request
	cmd           *exec.Cmd
	watch         slow
	signal        os.Signal // that ended the run
	overdue, late bool
	kill          <-chan time.Time
}

// wait waits for the end, passes signals on, and ends what takes too long.
func (w *waiting) wait(ctx context.Context, done <-chan error) error {
	var late <-chan time.Time
	if w.Limit > 0 {
		timer := time.NewTimer(w.Limit)
		defer timer.Stop()
		late = timer.C
	}
	tick := time.NewTicker(max(min(w.TestLimit/20, time.Second), 10*time.Millisecond))
	defer tick.Stop()
	canceled := ctx.Done()
	for {
		select {
		case err := <-done:
			return err
		case s := <-w.Signals:
			w.pass(s)
		case <-canceled:
			canceled = nil
			if w.Signals == nil {
				w.pass(syscall.SIGTERM)
			}
		case <-late:
			w.late = w.ask() || w.late
		case <-tick.C:
			if w.TestLimit > 0 && w.kill == nil && w.watch.overdue(w.Now()) {
				w.overdue = w.ask()
			}
		case <-w.kill:
			processgroup.Signal(w.cmd, syscall.SIGKILL)
		}
	}
}

// pass passes a signal on; the second kills.
func (w *waiting) pass(s os.Signal) {
	if w.signal != nil {
		processgroup.Signal(w.cmd, syscall.SIGKILL)
		return
	}
	w.signal = s
	if sys, ok := s.(syscall.Signal); ok {
		processgroup.Signal(w.cmd, sys)
	}
	w.kill = time.After(w.Grace)
}

// ask asks the programs of the group where they are, and kills them after a while. It reports false
// where they are ending already.
func (w *waiting) ask() bool {
	if w.kill != nil {
		return false
	}
	w.watch.asked()
	processgroup.Signal(w.cmd, stackSignal)
	w.kill = time.After(w.Grace)
	return true
}

// notStarted is the error of a program that could not be started.
func notStarted(program string, err error) error {
	kind := domain.ErrRuntime
	if errors.Is(err, exec.ErrNotFound) || errors.Is(err, os.ErrNotExist) {
		kind = domain.ErrNotFound
	}
	return &domain.Error{Kind: kind, Operation: "run tests", Target: program, Message: "cannot be started: " + err.Error(),
		Hint: "name a program that is there and may be run"}
}
