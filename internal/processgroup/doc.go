// Package processgroup starts programs in process groups of their own, so that a signal reaches a
// program and everything that it started. Where the system has no process groups, it reaches the
// program alone. The package waits for nothing and reads no output.
package processgroup
