//go:build unix

package main

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// leaveTerminal takes the terminal of whoever runs the tests from a program of a story,
// which would ask there and wait: a story that has a person in front says so by ttyin,
// which makes the program the leader of a new session.
func leaveTerminal() {
	if session, err := unix.Getsid(0); err != nil || session == os.Getpid() {
		return
	}
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return // there is none
	}
	if err := unix.IoctlSetInt(int(tty.Fd()), unix.TIOCNOTTY, 0); err != nil {
		fmt.Fprintln(os.Stderr, "leave the terminal:", err)
		os.Exit(125)
	}
	_ = tty.Close() // nothing was written
}
