// Package auditcmd holds the verbs claw audit.
//
// It reads, and appends nothing.
package auditcmd
