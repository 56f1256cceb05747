// Package coalesce lets callers that ask for the same at the same time share one answer, which is not older
// than the question of any of them.
//
//	caller 1 ──▶ run 1 ─────────▶
//	caller 2    ──▶ waits         run 2 ─────────▶
//	caller 3          ──▶ waits   (the same run)
//
// A run that is under way when a caller comes may have read what changed since: the caller waits for the
// next one. It is the way in which writers share an fsync, for readers.
//
// The package keeps no answer after a run, starts no goroutine and reads no clock.
package coalesce

import (
	"errors"
	"sync"
)

// Group is one question. The zero value is ready, and is safe for concurrent use.
type Group[T any] struct {
	running sync.Mutex // held by the run that is under way
	mu      sync.Mutex
	next    *run[T] // which callers may join: it has not begun; nil for none
}

// run is one call of a function for the callers that joined it.
type run[T any] struct {
	shared int // callers that wait for it, without the one that makes it
	done   chan struct{}
	value  T
	err    error
}

// errPanicked is what callers get whose run panicked in another one of them.
var errPanicked = errors.New("coalesce: the call that was shared panicked")

// Do returns what a call of f returned that began after Do was called. f is the function of one of the
// callers that share the call. All callers of a group must pass equivalent functions, and f must return
// within a time that each caller can wait.
func (g *Group[T]) Do(f func() (T, error)) (T, error) {
	r, leads := g.join()
	if !leads {
		<-r.done
		return r.value, r.err
	}
	g.running.Lock()
	defer g.running.Unlock()
	g.begin()
	defer close(r.done)
	r.err = errPanicked
	r.value, r.err = f()
	return r.value, r.err
}

// join returns the run that begins next, and reports whether the caller is to make it.
func (g *Group[T]) join() (r *run[T], leads bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.next == nil {
		g.next = &run[T]{done: make(chan struct{})}
		return g.next, true
	}
	g.next.shared++
	return g.next, false
}

// begin closes the next run to callers that arrive from now on.
func (g *Group[T]) begin() {
	g.mu.Lock()
	g.next = nil
	g.mu.Unlock()
}
