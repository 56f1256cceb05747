package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// pushing is a repository that pushes to a bare one beside it, and the log to which its hooks
// report.
type pushing struct {
	b         *bench
	dir, log  string
	committed int
}

// measurePushes measures what the hooks of git cost a push: the same push with them and without,
// in turns, so that what else the machine does meets both. What is recorded behind the
// push is no part of it.
func measurePushes(b *bench) error {
	b.report.head("Hooks of git, with " + count(float64(b.events)) + " events in the log")
	if _, err := exec.LookPath("git"); err != nil {
		b.report.tell("not measured", "", "there is no git on this machine")
		return nil
	}
	log, err := b.makeLog(b.events)
	if err != nil {
		return err
	}
	p := &pushing{b: b, dir: filepath.Join(b.dir, "pushing"), log: log}
	if err := p.make(); err != nil {
		return err
	}
	pairs := b.pick(60, 2)
	with, without, over := make([]float64, pairs), make([]float64, pairs), make([]float64, pairs)
	for i := range pairs {
		if without[i], err = p.push("-c", "core.hooksPath="+os.DevNull); err != nil {
			return err
		}
		if with[i], err = p.push(); err != nil {
			return err
		}
		over[i] = with[i] - without[i]
	}
	b.report.most("hooks of git: overhead of a push, median", median(over), 15, ms,
		fmt.Sprintf("of %d pairs; with %s, without %s", pairs, ms(median(with)), ms(median(without))))
	return nil
}

// make makes the repositories and installs the hooks.
func (p *pushing) make() error {
	work, bare := filepath.Join(p.dir, "work"), filepath.Join(p.dir, "bare.git")
	if err := os.RemoveAll(p.dir); err != nil { // of an earlier run
		return err
	}
	for _, args := range [][]string{
		{"init", "--quiet", "--bare", "--initial-branch=main", bare}, {"init", "--quiet", "--initial-branch=main", work},
		{"-C", work, "remote", "add", "origin", bare}, {"-C", work, "config", "claw.repo", "example.org/pushing"},
	} {
		if err := p.run(exec.CommandContext(p.b.ctx, "git", args...)); err != nil {
			return err
		}
	}
	return p.run(exec.CommandContext(p.b.ctx, p.b.claw, "ship", "hooks", "install", work))
}

// push makes a commit and pushes it, and returns how long that took in milliseconds. What hooks
// started and git does not wait for has ended then.
func (p *pushing) push(settings ...string) (float64, error) {
	p.committed++
	work := []string{"-C", filepath.Join(p.dir, "work")}
	if err := p.run(exec.CommandContext(p.b.ctx, "git", append(work, "commit", "--quiet", "--allow-empty", "--message", fmt.Sprint(p.committed))...)); err != nil {
		return 0, err
	}
	push := exec.CommandContext(p.b.ctx, "git", append(append(work, settings...), "push", "--quiet", "origin", "main")...)
	ended, inherited, err := os.Pipe()
	if err != nil {
		return 0, err
	}
	defer func() { _ = ended.Close() }() // it was only read
	push.ExtraFiles = []*os.File{inherited}
	took, err := timed(func() error { return p.run(push) })
	if err := errors.Join(err, inherited.Close()); err != nil {
		return 0, err
	}
	_, err = io.Copy(io.Discard, ended)
	return milliseconds(took), err
}

// run runs a program as the person of this repository, whose hooks find the log.
func (p *pushing) run(cmd *exec.Cmd) error {
	cmd.Env = append(os.Environ(), "CLAW_LOG="+logURL(p.log), "XDG_STATE_HOME="+p.dir, "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=Demo", "GIT_AUTHOR_EMAIL=demo@example.org", "GIT_COMMITTER_NAME=Demo", "GIT_COMMITTER_EMAIL=demo@example.org")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %s: %w", cmd.Args, out, err)
	}
	return nil
}
