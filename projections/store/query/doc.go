// Package query answers questions from a read model: lists of lanes, sessions, tool calls,
// failures, acts, ships and commits, one of them as a whole, sums, and what waits for a person.
//
// An answer is as of the position that the read model has come to: the caller brings it to the
// head of its log first. The package writes nothing and does not read the clock.
package query
