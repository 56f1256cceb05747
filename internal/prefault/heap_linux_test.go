package prefault

import (
	"errors"
	"syscall"
	"testing"
	"unsafe"
)

// TestWhatIsPopulatedFaultsNoMore counts the page faults of the first writes to a range.
func TestWhatIsPopulatedFaultsNoMore(t *testing.T) {
	const pages = 4096
	size := pages * syscall.Getpagesize()
	mapped, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = syscall.Munmap(mapped) }()
	switch errno := populate(uintptr(unsafe.Pointer(&mapped[0])), uintptr(size)); {
	case errors.Is(errno, syscall.EINVAL):
		t.Skip("this system has no MADV_POPULATE_WRITE")
	case errno != 0:
		t.Fatal(errno)
	}
	before := faults(t)
	for i := 0; i < size; i += syscall.Getpagesize() {
		mapped[i] = 1
	}
	if made := faults(t) - before; made > pages/2 {
		t.Errorf("the first writes to %d pages made %d page faults", pages, made)
	}
}

// TestTheHeapBeginsAtTheChunk checks that the range that is populated holds the first objects.
func TestTheHeapBeginsAtTheChunk(t *testing.T) {
	if errno := populate(uintptr(unsafe.Pointer(new([1 << 10]byte)))&^(chunk-1), used); errno != 0 && !errors.Is(errno, syscall.EINVAL) {
		t.Errorf("the range is not mapped: %v", errno)
	}
}

func faults(t *testing.T) int64 {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return u.Minflt
}
