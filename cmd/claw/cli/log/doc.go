// Package logcmd holds the verbs claw log and claw import.
//
// It reads recordings and events; what they mean is decided by commands and projections.
package logcmd
