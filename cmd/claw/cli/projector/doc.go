// Package projectorcmd holds the verbs claw projector, which are also the program projector.
package projectorcmd
