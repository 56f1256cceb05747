package main

import (
	"bytes"
	"fmt"
	"io"
	"os/exec"
	"time"

	"github.com/clawable/claw/eventlog/engine"
)

// spent is what a process took.
type spent struct {
	Wall time.Duration
	CPU  time.Duration // its own and that of the processes that it waited for
	Said []byte        // on its standard output
}

func (s spent) beside() string {
	return seconds(s.CPU.Seconds()) + " of CPU time, with the processes that it starts"
}

// once runs claw to its end.
func (b *bench) once(args ...string) (spent, error) { return b.fed(nil, args...) }

// fed runs claw to its end; input is what it reads, nil for nothing.
func (b *bench) fed(input io.Reader, args ...string) (s spent, err error) {
	cmd := exec.CommandContext(b.ctx, b.claw, args...)
	cmd.Stdin = input
	var out, complaints bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaints
	s.Wall, err = timed(cmd.Run)
	if err != nil {
		return s, fmt.Errorf("%s: %s: %w", cmd, complaints.Bytes(), err)
	}
	s.CPU, s.Said = cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime(), out.Bytes()
	return s, nil
}

// logURL names the log that is in a file.
func logURL(path string) string { return engine.SQLite + ":" + path }
