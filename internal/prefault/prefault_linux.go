//go:build amd64 || arm64

package prefault

import "unsafe"

// What madvise(2) is asked for, since Linux 5.14. An older system does nothing.
const (
	populateRead  = 22 // makes the page faults of a read of each page
	populateWrite = 23 // makes those of a write
)

const (
	// chunk is how much of the heap the runtime maps at once, at an address that is a multiple of it.
	chunk = 4 << 20
	// used is how much of the heap a hook uses, with what the runtime leaves free between objects of
	// different sizes.
	used = 1 << 20
)

func init() {
	var object [64]byte // on the stack of a goroutine, which is in the heap
	populate(uintptr(unsafe.Pointer(&object))&^(chunk-1), used, populateWrite)
	begin, end := code()
	populate(begin, end-begin, populateRead)
}

// populate maps the pages of a range, and reports whether it did; what it does not map is left to page faults.
func populate(begin, size, how uintptr) bool {
	const page = 4096 // the least of all systems; madvise refuses an address that is none of a page
	from := begin &^ (page - 1)
	return madvise(from, begin+size-from, how) == 0
}

// madvise is the system call. Package syscall is initialised only after a good part of the start.
//
//go:noescape
func madvise(begin, size, how uintptr) (errno uintptr)

// code is where the code of the program begins and ends, as the linker says.
//
//go:noescape
func code() (begin, end uintptr)
