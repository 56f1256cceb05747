// Package heap has the kernel hand out the first pages of the heap at once, when the program starts.
// Otherwise each page is a fault of its own, at its first use. A hook lives for milliseconds and its
// heap never grows far beyond them: of some 800 faults of a hook this saves about 190, which matters
// most on virtual machines. Import it for its effect. It changes nothing else, and where the kernel
// knows no such advice (Linux before 5.14, and other systems) it does nothing.
package heap
