package db

import "zombiezen.com/go/sqlite"

// AllocGuard is memory of SQLite's allocator that is held and never read. The allocator
// returns a page of memory to the system with the last block that was taken from it,
// and SQLite takes one block to balance a tree and frees it at once: without another
// block beside it, each of these is three system calls and fresh pages.
type AllocGuard struct{ stmt *sqlite.Stmt }

// allocGuardSize is of the class of what balancing takes: over 8 KiB, up to 16.
const allocGuardSize = 9 << 10

// Hold takes the memory unless it is there. It is freed with c. Without it nothing is
// wrong but slower, so that nothing is said of failing.
func (b *AllocGuard) Hold(c *Conn) {
	if b.stmt != nil {
		return
	}
	s, err := c.Prepare("SELECT ?")
	if err != nil {
		return
	}
	s.BindBytes(1, make([]byte, allocGuardSize))
	b.stmt = s
}
