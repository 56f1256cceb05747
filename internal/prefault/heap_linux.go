package prefault

import (
	"syscall"
	"unsafe"
)

const (
	// populateWrite is MADV_POPULATE_WRITE of Linux 5.14: it makes the page faults of a write to each page.
	populateWrite = 23
	// chunk is how much of the heap the runtime maps at once, at an address that is a multiple of it.
	chunk = 4 << 20
	// used is how much of the heap a hook uses, with what the runtime leaves free between objects of
	// different sizes.
	used = 1 << 20
)

func init() {
	var object [64]byte // on the stack of a goroutine, which is in the heap
	_ = populate(uintptr(unsafe.Pointer(&object))&^(chunk-1), used)
}

// populate maps the pages of a range. An error, such as of an older system, leaves the rest to page faults.
func populate(begin, size uintptr) syscall.Errno {
	_, _, errno := syscall.RawSyscall(syscall.SYS_MADVISE, begin, size, populateWrite)
	return errno
}
