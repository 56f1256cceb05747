// Package lock holds the two locks that the processes of one log share: one held by each
// process that has the log open, and one on which writers take turns.
//
// It does not read the log: the caller reports what an inspection of it found.
package lock
