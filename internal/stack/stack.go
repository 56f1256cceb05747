// Package stack makes room on the stack of a goroutine before frames fill it. A stack that grows step
// by step is copied at each step, and each copy reads the tables of the functions on it: in a process
// that lives for milliseconds those are the first reads of their pages.
package stack

// size is the room that [Grow] asks for, in bytes: an append to the log needs about 20 KiB.
const size = 28 << 10

// deep is never set. The compiler does not know that.
var deep bool

// Grow makes room on the stack of the calling goroutine. It is for the first line of a goroutine that
// is known to call deeply. The room is not cleared: its pages stay untouched until they are needed.
//
//go:noinline
func Grow() {
	if deep {
		var room [size]byte
		fill(&room)
	}
}

//go:noinline
func fill(room *[size]byte) { room[size-1] = 1 }
