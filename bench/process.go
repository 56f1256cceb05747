package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/clawable/claw/domain"
)

// measureProcesses measures what a hook of an agent costs: one whole process that
// appends one event to the large log.
func measureProcesses(b *bench) error {
	log, err := b.openLarge()
	if err != nil {
		return err
	}
	if err := log.Close(); err != nil {
		return err
	}
	claw := b.claw
	b.report.head("A hook's process: claw log append of one event, with " + count(float64(b.events)) + " events in the log")
	start, err := b.runMany(1, b.pick(100, 3), func(int) *exec.Cmd { return exec.CommandContext(b.ctx, claw, "version") })
	if err != nil {
		return err
	}
	b.report.tell("start and end alone: claw version, p50", ms(milliseconds(start.at(.5))), "p99 "+ms(milliseconds(start.at(.99))))
	appending := func(w int) *exec.Cmd {
		cmd := exec.CommandContext(b.ctx, claw, "log", "append", "--log", "sqlite:"+b.large)
		cmd.Stdin = bytes.NewReader(hookDraft(w))
		return cmd
	}
	if err := oneProcess(b, appending); err != nil {
		return err
	}
	many, err := b.runMany(16, b.pick(25, 1), appending)
	if err != nil {
		return err
	}
	b.report.most("16 at once, p99", milliseconds(many.at(.99)), 500, ms,
		fmt.Sprintf("p50 %s, longest %s", ms(milliseconds(many.at(.5))), ms(milliseconds(many.at(1)))))
	return nil
}

// oneProcess measures the process alone, in turn with one that does the least.
func oneProcess(b *bench, appending func(w int) *exec.Cmd) (err error) {
	row, err := newOneRow(b)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, row.close()) }()
	n := b.pick(200, 3)
	var least, alone, over latencies
	for range n {
		bare, err := b.runMany(1, 1, func(int) *exec.Cmd { return row.command(b) })
		if err != nil {
			return err
		}
		own, err := b.runMany(1, 1, appending)
		if err != nil {
			return err
		}
		least, alone, over = append(least, bare...), append(alone, own...), append(over, own[0]-bare[0])
	}
	b.report.tell("a program that links SQLite alone and puts one row, p50", ms(milliseconds(least.at(.5))),
		"p99 "+ms(milliseconds(least.at(.99)))+"; in turn with the next")
	b.report.most("alone, p50", milliseconds(alone.at(.5)), 10, ms,
		fmt.Sprintf("of %d processes; %s more than that program", n, ms(milliseconds(over.at(.5)))))
	b.report.most("alone, p99", milliseconds(alone.at(.99)), 30, ms, "longest "+ms(milliseconds(alone.at(1))))
	return nil
}

// build builds a program of the repository as the README installs it: without a C library. A quick run measures
// nothing, and takes what was compiled for the tests.
func (b *bench) build(name, pkg string) (string, error) {
	path, err := filepath.Abs(filepath.Join(b.dir, name))
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(b.ctx, "go", "build", "-o", path, pkg)
	cmd.Dir = b.repo
	if !b.quick {
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build: %s: %w", out, err)
	}
	return path, nil
}

// runMany runs processes one after the other by some at once, and times each.
func (b *bench) runMany(atATime, each int, prepare func(w int) *exec.Cmd) (latencies, error) {
	times := make([]latencies, atATime)
	err := concurrently(atATime, each, func(w, _ int) error {
		cmd := prepare(w)
		var said bytes.Buffer
		cmd.Stderr = &said
		t, err := timed(cmd.Run)
		times[w] = append(times[w], t)
		if err != nil {
			return fmt.Errorf("%s: %s: %w", cmd, said.Bytes(), err)
		}
		return nil
	})
	var all latencies
	for _, t := range times {
		all = append(all, t...)
	}
	return all, err
}

// hookDraft is what a hook writes: one line, the id is given by claw.
func hookDraft(w int) []byte {
	session := domain.MakeSessionID("bench", fmt.Sprintf("hook-%d", w))
	return fmt.Appendf(nil, `{"kind":"message.recorded","stream":"%s","correlation":"%s","subject":{"session":"%s"},`+
		`"source":{"kind":"live_lane","channel":"hook"},"observed_at":"%s","data":%s}`+"\n",
		session.Stream(), session.Correlation(), session, time.Now().UTC().Format(time.RFC3339Nano), message512)
}
