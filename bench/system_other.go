//go:build !linux

package main

import (
	"errors"
	"os"
	"runtime"
	"runtime/metrics"
	"time"
)

// syncData makes what was written to a preallocated file durable.
func syncData(f *os.File) error { return f.Sync() }

// usage is the CPU time of this process so far, which is not known here, and the
// memory it has from the system, in bytes.
func usage() (cpu time.Duration, rss int64) {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}}
	metrics.Read(s)
	return 0, int64(s[0].Value.Uint64())
}

// peak is the largest resident set of a process that has ended, which is not known here.
func peak(*os.ProcessState) float64 { return 0 }

// processor is the name of the CPU.
func processor() string { return runtime.GOARCH }

// system is the system's name.
func system() string { return runtime.GOOS }

// load is how many programs wanted to run at once in the last minute, "" when not known.
func load() string { return "" }

// openTerminal makes a terminal, which is not done here.
func openTerminal(uint16, uint16) (person, program *os.File, err error) {
	return nil, nil, errors.ErrUnsupported
}
