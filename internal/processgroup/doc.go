// Package processgroup starts programs in separate process groups, so that a signal reaches a
// program and everything that it started. Where the system has no process groups, it reaches the
// program alone. The package waits for nothing and reads no output.
package processgroup
