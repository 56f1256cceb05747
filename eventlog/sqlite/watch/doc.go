// Package watch notices the commits of other processes for the followers of a log.
//
// It does not read events.
package watch
