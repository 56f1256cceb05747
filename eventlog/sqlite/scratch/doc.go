// Package scratch makes folders in which a log is built until it is complete, and removes those
// that a killed process left.
//
// It does not move a log to its place.
package scratch
