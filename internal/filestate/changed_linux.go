package filestate

import "syscall"

// changedAt is when the entry of a file last changed, in nanoseconds.
func changedAt(st *syscall.Stat_t) int64 { return st.Ctim.Nano() }
