//go:build amd64 || arm64

package prefault

import (
	"reflect"
	"syscall"
	"testing"
	"unsafe"
)

// TestWhatIsPopulatedFaultsNoMore counts the page faults of the first writes to a range.
func TestWhatIsPopulatedFaultsNoMore(t *testing.T) {
	needsPopulate(t)
	const pages = 4096
	size := pages * syscall.Getpagesize()
	mapped, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = syscall.Munmap(mapped) }()
	if !populate(uintptr(unsafe.Pointer(&mapped[0])), uintptr(size), populateWrite) {
		t.Fatal("not populated")
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
	needsPopulate(t)
	if !populate(uintptr(unsafe.Pointer(new([1 << 10]byte)))&^(chunk-1), used, populateWrite) {
		t.Error("the range is not mapped")
	}
}

// TestTheCodeIsMapped checks that the range holds the code, and that all of it is in memory once it is populated.
func TestTheCodeIsMapped(t *testing.T) {
	needsPopulate(t)
	begin, end := code()
	if here := reflect.ValueOf(TestTheCodeIsMapped).Pointer(); here < begin || here >= end {
		t.Fatalf("code at %#x is not in %#x-%#x", here, begin, end)
	}
	if !populate(begin, end-begin, populateRead) {
		t.Fatal("not populated")
	}
	before := faults(t)
	var sum byte
	for at := begin; at < end; at += 4096 {
		sum += *(*byte)(unsafe.Add(unsafe.Pointer(nil), at))
	}
	if made := faults(t) - before; made > 3 {
		t.Errorf("reading %d kB of code made %d page faults (%d)", (end-begin)/1024, made, sum)
	}
}

// TestWhatIsNotMappedIsLeft asks for the populating of addresses without memory, and for something unknown.
func TestWhatIsNotMappedIsLeft(t *testing.T) {
	if populate(1<<46, 1<<20, populateRead) {
		t.Error("populated memory that there is not")
	}
	begin, end := code()
	if populate(begin, end-begin, 1<<20) {
		t.Error("madvise took what it does not know")
	}
}

// needsPopulate skips a test on a system that cannot populate.
func needsPopulate(t *testing.T) {
	t.Helper()
	one := make([]byte, 1)
	if errno := madvise(uintptr(unsafe.Pointer(&one[0]))&^4095, 4096, populateWrite); syscall.Errno(errno) == syscall.EINVAL {
		t.Skip("this system has no MADV_POPULATE_WRITE")
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
