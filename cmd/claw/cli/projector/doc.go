// Package projectorcmd holds the verbs claw projector, which are also the program projector.
//
// It maintains the read model of a log, and never appends to the log.
package projectorcmd
