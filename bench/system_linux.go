package main

import (
	"os"
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
