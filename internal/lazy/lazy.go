// Package lazy makes values of a package when they are first needed. A variable with a function call
// in its declaration is made when the program starts, which every hook waits for; one of these is
// laid out by the compiler.
package lazy

import (
	"regexp"
	"sync"
)

// Value is a value that Make returns, called once. It is safe for concurrent use, and is not copied
// after its first use.
type Value[T any] struct {
	Make func() T
	once sync.Once
	made T
}

// Get returns the value. It panics if Make does, at the first call.
func (v *Value[T]) Get() T {
	v.once.Do(func() { v.made = v.Make() })
	return v.made
}

// Regexp is a regular expression that is compiled once. It is safe for concurrent use, and is not
// copied after its first use.
type Regexp struct {
	Expr string
	once sync.Once
	made *regexp.Regexp
}

// Get returns the compiled expression. It panics at the first call where Expr is none.
func (r *Regexp) Get() *regexp.Regexp {
	r.once.Do(func() { r.made = regexp.MustCompile(r.Expr) })
	return r.made
}
