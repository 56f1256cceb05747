// Package gather reads from a read model what a report is built of: what the log shows of a scope in
// a window.
//
// It does not decide what of it matters, writes nothing and does not read the clock.
package gather
