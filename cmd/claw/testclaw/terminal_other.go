//go:build !unix

package main

// leaveTerminal does nothing: stories that ask at a terminal are told on Unix.
func leaveTerminal() {}
