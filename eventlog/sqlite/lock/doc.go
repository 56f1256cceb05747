// Package lock holds the two locks that the processes of one log share: that of who has the log
// open, and that on which those who write take turns.
//
// It does not read the log: the caller says what a look at it found.
package lock
