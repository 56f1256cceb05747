//go:build !unix

package main

// leaveTerminal does nothing: stories that prompt at a terminal run on Unix only.
func leaveTerminal() {}
