package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
)

// hookPolicy has the rules that a team may have; one of them holds back what
// [hookCalls] push, and can be lifted.
const hookPolicy = `version = 1

[[rule]]
id = "main_push_forbidden"
decision = "deny"
reason = "main is changed by pull request"
approval = "software"
argv_shorthand = "git push:*"

[[rule]]
id = "tests"
decision = "allow"
argv_shorthand = "go test:*"

[[rule]]
id = "install"
decision = "ask"
argv_shorthand = "npm install:*"

[[rule]]
id = "secrets"
decision = "deny"
approval = "never"
path = ["**/.env", "**/*.pem"]
`

// hookCalls are calls of agents, by what the policy decides about them.
var hookCalls = []struct{ what, command string }{
	{"a call that no rule meets", "ls -l"}, {"an allowed call", "go test ./..."}, {"a call that is held back", "git push origin main"},
}

// hooked makes processes of one agent's hook.
type hooked struct {
	b      *bench
	log    string // the file
	folder string // of the agent
	calls  atomic.Uint64
}

// call is the hook's process for a call that the worker w is about to make: one session
// a worker and log, every call separate.
func (h *hooked) call(w int, command string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(h.b.ctx, h.b.claw, append([]string{"hook", "claude-code", "--log", "sqlite:" + h.log, "--strict"}, args...)...)
	cmd.Dir = h.folder
	cmd.Stdin = strings.NewReader(fmt.Sprintf(`{"hook_event_name":"PreToolUse","session_id":"bench-%d","cwd":%q,"tool_name":"Bash","tool_use_id":"call-%d-%d","tool_input":{"command":%q}}`,
		w, h.folder, os.Getpid(), h.calls.Add(1), command))
	return cmd
}

// measureHooks measures what agents wait for: the hook that records, and the hook that asks the
// policy as well, with small and large logs, beside a follower and beside each other.
func measureHooks(b *bench) error {
	for _, events := range hookSizes(b) {
		path, err := b.makeLog(events)
		if err != nil {
			return err
		}
		h := &hooked{b: b, log: path, folder: b.dir}
		if err := h.adopt(); err != nil {
			return err
		}
		b.report.head("A hook of an agent, with " + count(float64(events)) + " events in the log")
		if err := h.measure(events == b.events); err != nil {
			return err
		}
	}
	return nil
}

// hookSizes are the logs that hooks are measured with.
func hookSizes(b *bench) []int {
	sizes := []int{1}
	if b.events > 100_000 {
		sizes = append(sizes, 100_000)
	}
	return append(sizes, b.events)
}

// adopt makes the policy the log's own.
func (h *hooked) adopt() error {
	file := filepath.Join(h.b.dir, "bench-policy.toml")
	if err := os.WriteFile(file, []byte(hookPolicy), 0o600); err != nil {
		return err
	}
	out, err := exec.CommandContext(h.b.ctx, h.b.claw, "policy", "adopt", file, "--log", "sqlite:"+h.log).CombinedOutput()
	if err != nil {
		return fmt.Errorf("adopt a policy: %s: %w", out, err)
	}
	return nil
}

// measure measures one log; the largest with company too.
func (h *hooked) measure(company bool) error {
	record := func(w int) *exec.Cmd { return h.call(w, hookCalls[0].command) }
	if err := h.alone("recording", record); err != nil {
		return err
	}
	for _, c := range hookCalls {
		if err := h.alone("enforcing, "+c.what, func(w int) *exec.Cmd { return h.call(w, c.command, "--enforce") }); err != nil {
			return err
		}
	}
	if !company {
		return nil
	}
	if err := h.followed(record); err != nil {
		return err
	}
	for _, way := range []struct {
		what string
		args []string
	}{{"recording", nil}, {"enforcing", []string{"--enforce"}}} {
		many, err := h.b.runMany(16, h.b.pick(15, 1), func(w int) *exec.Cmd { return h.call(w, hookCalls[1].command, way.args...) })
		if err != nil {
			return err
		}
		h.b.report.most(way.what+", 16 agents at once, p99", milliseconds(many.at(.99)), 500, ms, "p50 "+ms(milliseconds(many.at(.5))))
	}
	return nil
}

// alone measures one hook after the other.
func (h *hooked) alone(what string, prepare func(int) *exec.Cmd) error {
	alone, err := h.b.runMany(1, h.b.pick(100, 2), prepare)
	if err != nil {
		return err
	}
	h.b.report.most(what+", p50", milliseconds(alone.at(.5)), 10, ms, "of "+fmt.Sprint(len(alone))+" processes")
	h.b.report.most(what+", p99", milliseconds(alone.at(.99)), 30, ms, "longest "+ms(milliseconds(alone.at(1))))
	return nil
}

// followed measures while another process follows the log.
func (h *hooked) followed(prepare func(int) *exec.Cmd) error {
	f, err := h.b.startFollower(logURL(h.log))
	if err != nil {
		return err
	}
	return errors.Join(h.alone("recording, with a follower", prepare), f.stop())
}
