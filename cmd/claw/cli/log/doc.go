// Package logcmd holds the verbs claw log and claw import.
package logcmd
