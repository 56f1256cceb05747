// Package commit writes the appends of one process to a log: it gathers those that wait, takes
// its turn among the processes, and commits them as one transaction.
//
// It does not decide appends, and reads no events for callers.
package commit
