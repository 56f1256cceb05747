package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"

	"github.com/go-json-experiment/json"
)

// roles are what child processes of the bench do: each takes the rest of the
// arguments and prints what it measured.
var roles = map[string]func(ctx context.Context, args []string) error{
	"-role-folds":    foldsRole,
	"-role-views":    viewsRole,
	"-role-follower": followerRole,
	"-role-store":    storeRole,
}

// playRole reports false when args are not those of a child process.
func playRole(ctx context.Context, args []string) (code int, ok bool) {
	if len(args) == 0 || roles[args[0]] == nil {
		return 0, false
	}
	if err := roles[args[0]](ctx, args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "bench %s: %v\n", args[0], err)
		return 1, true
	}
	return 0, true
}

// child prepares a child process in a role.
func (b *bench) child(role string, args ...string) (*exec.Cmd, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(b.ctx, self, append([]string{role}, args...)...)
	cmd.Stderr = os.Stderr
	return cmd, nil
}

// ask runs a child process and decodes what it prints.
func (b *bench) ask(answer any, role string, args ...string) error {
	cmd, err := b.child(role, args...)
	if err != nil {
		return err
	}
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%s: %w", role, err)
	}
	if err := json.Unmarshal(out, answer); err != nil {
		return fmt.Errorf("%s: %w", role, err)
	}
	return nil
}
