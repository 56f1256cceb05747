// Package reportcmd is the verbs of claw report: make the canonical report of a scope and a window,
// file and amend it, and show, compare and verify what was filed.
package reportcmd
