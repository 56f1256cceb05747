// Package follow keeps one read model current for as long as it is told to: it holds
// the claim and the lock of the read model, follows the log, and after an error
// tries again, later and later.
//
// It starts no goroutine and appends to no log. What it does is for a program's
// long-lived process to call; verbs without such a process use package store alone.
package follow
