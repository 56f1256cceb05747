package start

import (
	"syscall"
	"unsafe"
)

const (
	size = 1280 << 10 // of the heap that a hook fills
	page = 8 << 10    // of the runtime's heap

	populateWrite = 23 // MADV_POPULATE_WRITE, see madvise(2)
)

// top is kept during init only, so that it is an object of the heap.
var top *[page]byte

// init runs before most packages have begun: the heap grows upwards from its newest page. A failure
// means that the kernel does not know the advice, or that less is mapped; then pages are faults as ever.
func init() {
	top = new([page]byte)
	_, _, _ = syscall.RawSyscall(syscall.SYS_MADVISE, uintptr(unsafe.Pointer(top)), size, populateWrite)
	top = nil
}
