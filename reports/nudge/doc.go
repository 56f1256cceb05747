// Package nudge folds the events about nudges: what each delivery was, whether it was answered in
// its cycle, and what the last answer about a pinpoint was.
//
// [Fold] is a function of the set of facts. Whether a delivery is new, a retry or a stale duplicate
// is decided by what was delivered and acknowledged before it, never by the sender's claim. The
// package reads no log and no clock.
package nudge
