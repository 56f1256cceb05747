// Package watch notices the commits of other processes for those who follow a log.
//
// It does not read events.
package watch
