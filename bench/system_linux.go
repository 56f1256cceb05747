package main

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// syncData makes what was written to a preallocated file durable.
func syncData(f *os.File) error { return unix.Fdatasync(int(f.Fd())) }

// usage is the CPU time of this process so far and its largest resident set, in bytes.
func usage() (cpu time.Duration, rss int64) {
	var r unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &r) != nil {
		return 0, 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano()), r.Maxrss << 10
}

// peak is the largest resident set of a process that has ended, in bytes.
func peak(s *os.ProcessState) float64 {
	r, is := s.SysUsage().(*syscall.Rusage)
	if !is {
		return 0
	}
	return float64(r.Maxrss << 10)
}

// processor is the name of the CPU.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo") // else unknown
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}

// system is the kernel's name and release.
func system() string {
	text, _ := os.ReadFile("/proc/sys/kernel/osrelease") // else the name alone
	return "Linux " + strings.TrimSpace(string(text))
}

// load is how many programs wanted to run at once in the last minute, "" when not known.
func load() string {
	text, _ := os.ReadFile("/proc/loadavg") // else not known
	one, _, _ := strings.Cut(string(text), " ")
	return one
}

// openTerminal makes a terminal of some size: what a program reads and writes, and the end from which a person
// would look at it.
func openTerminal(columns, rows uint16) (person, program *os.File, err error) {
	fd, err := unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, nil, os.NewSyscallError("open /dev/ptmx", err)
	}
	person = os.NewFile(uintptr(fd), "/dev/ptmx")
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: rows, Col: columns})
	}
	if err == nil {
		program, err = os.OpenFile("/dev/pts/"+strconv.Itoa(number), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		return nil, nil, errors.Join(err, person.Close())
	}
	return person, program, nil
}
