package coalesce_test

import (
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/clawable/claw/internal/coalesce"
)

// TestAnAnswerIsNotOlderThanItsQuestion has many callers, each of which first changes the value that it queries.
func TestAnAnswerIsNotOlderThanItsQuestion(t *testing.T) {
	const callers, each = 32, 200
	var g coalesce.Group[int64]
	var value, runs atomic.Int64
	var all sync.WaitGroup
	for range callers {
		all.Go(func() {
			for range each {
				least := value.Add(1)
				got, err := g.Do(func() (int64, error) {
					runs.Add(1)
					return value.Load(), nil
				})
				if err != nil || got < least {
					t.Errorf("%d, %v after the value was %d", got, err, least)
				}
			}
		})
	}
	all.Wait()
	if n := runs.Load(); n < 1 || n > callers*each {
		t.Errorf("%d runs", n)
	}
}

// TestCallersShareACall lets many callers come while one call is under way: they share the next one.
func TestCallersShareACall(t *testing.T) {
	const callers = 8
	var g coalesce.Group[int]
	var runs atomic.Int64
	entered, leave := make(chan struct{}, callers+1), make(chan struct{})
	call := func() (int, error) {
		n := runs.Add(1)
		entered <- struct{}{}
		<-leave
		return int(n), nil
	}
	var all sync.WaitGroup
	all.Go(func() { _, _ = g.Do(call) })
	<-entered
	for range callers {
		all.Go(func() {
			if n, err := g.Do(call); err != nil || n != 2 {
				t.Errorf("who comes while a call is under way gets %d, %v: not the next call", n, err)
			}
		})
	}
	for g.Waiting() < callers {
		runtime.Gosched()
	}
	close(leave)
	all.Wait()
	if n := runs.Load(); n != 2 {
		t.Errorf("%d calls", n)
	}
}

// TestWhatACallFailsWithIsToldToEachWhoSharesIt returns an error, and panics; the group remains usable.
func TestWhatACallFailsWithIsToldToEachWhoSharesIt(t *testing.T) {
	var g coalesce.Group[int]
	broken := errors.New("broken")
	if _, err := g.Do(func() (int, error) { return 0, broken }); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic is lost")
			}
		}()
		_, _ = g.Do(func() (int, error) { panic("no") })
	}()
	if n, err := g.Do(func() (int, error) { return 7, nil }); n != 7 || err != nil {
		t.Errorf("after them: %d, %v", n, err)
	}
}
