// Package follow keeps one read model current until its context ends. It holds the claim
// and the lock of the read model, follows the log, and retries after an error with growing
// delays.
//
// It starts no goroutine and appends to no log. It is for a long-lived process; verbs
// without such a process use package store alone.
package follow
