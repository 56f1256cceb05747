// Package reuse keeps memory for use again, so that what needs much of it for a moment leaves no garbage. What
// takes values and returns values holds no lock: this package does.
package reuse

import "sync"

// Pool lends values of a type, the zero one of which is ready for use. Safe for concurrent use.
type Pool[T any] struct{ free sync.Pool }

// Take returns a value that was given back, or a new one.
func (p *Pool[T]) Take() *T {
	if t, is := p.free.Get().(*T); is {
		return t
	}
	return new(T)
}

// Give lets another caller take a value.
func (p *Pool[T]) Give(t *T) { p.free.Put(t) }
