package gitexec

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/clawable/claw/domain"
)

// Git is the git program and what each call of it gets.
type Git struct {
	program string
	env     []string
	before  []string // arguments
}

// Alone returns git without configuration, replaced objects, hooks and protocols.
//
// Errors: kind [domain.ErrUnavailable] when there is no git.
func Alone(env func(string) string) (Git, error) {
	g := Git{before: overrides}
	for _, name := range []string{"PATH", "SYSTEMROOT", "TMPDIR", "TMP"} {
		if v := env(name); v != "" {
			g.env = append(g.env, name+"="+v)
		}
	}
	g.env = append(g.env, alone...)
	return g.find(env)
}

// AsPerson is git as the person would run it, in the environment of entries NAME=value.
//
// Errors: kind [domain.ErrUnavailable] when there is no git.
func AsPerson(env func(string) string, environ []string) (Git, error) {
	g := Git{before: []string{"--no-pager"}, env: append(append([]string{}, environ...), "LC_ALL=C")}
	return g.find(env)
}

func (g Git) find(env func(string) string) (Git, error) {
	var err error
	if g.program, err = lookup(env("PATH")); err != nil {
		return Git{}, &domain.Error{Kind: domain.ErrUnavailable, Operation: "find program", Target: "git",
			Message: "no git program is installed", Hint: "install git, or add the folder that holds it to PATH"}
	}
	return g, nil
}

// alone is the environment for [Alone]: git reads no configuration and no replaced
// objects, fetches nothing and prompts for nothing.
var alone = []string{"LC_ALL=C", "HOME=" + os.DevNull, "XDG_CONFIG_HOME=" + os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_SYSTEM=" + os.DevNull,
	"GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_ATTR_NOSYSTEM=1", "GIT_NO_REPLACE_OBJECTS=1", "GIT_NO_LAZY_FETCH=1",
	"GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "GIT_ALLOW_PROTOCOL="}

// overrides outweigh what a repository configures. Whose a repository is does not matter
// here, since nothing of it is run.
var overrides = []string{"--no-pager", "--no-replace-objects", "-c", "safe.directory=*", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull,
	"-c", "core.pager=cat", "-c", "core.sshCommand=false", "-c", "protocol.allow=never"}

// patience is how long a canceled git may take to end.
const patience = 5 * time.Second

// Command prepares a call; env comes on top of what every call has.
func (g Git) Command(ctx context.Context, env []string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, g.program, append(append([]string{}, g.before...), args...)...)
	cmd.Env = append(append([]string{}, g.env...), env...)
	cmd.WaitDelay = patience
	return cmd
}

// Output runs a call to its end and returns what it wrote to its standard output and to
// its standard error.
//
// Errors: a [*Failure], or the context's.
func (g Git) Output(ctx context.Context, env []string, in []byte, args ...string) (out, complaints []byte, err error) {
	cmd := g.Command(ctx, env, args...)
	var said, complained bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(in), &said, &complained
	if err := cmd.Run(); err != nil {
		return said.Bytes(), complained.Bytes(), Failed(ctx, verb(args), complained.Bytes(), err)
	}
	return said.Bytes(), complained.Bytes(), nil
}

// verb returns the git subcommand of args. An option -C with its folder may precede it.
func verb(args []string) string {
	if len(args) > 2 && args[0] == "-C" {
		return args[2]
	}
	return args[0]
}

// Failure is a git that ended with an error.
type Failure struct {
	What string // the verb
	Said string // the first line on standard error
	err  error
}

// Error returns git's message.
func (f *Failure) Error() string {
	if f.Said == "" {
		return "git " + f.What + ": " + f.err.Error()
	}
	return "git " + f.What + ": " + f.Said
}

// Unwrap returns how the process ended.
func (f *Failure) Unwrap() error { return f.err }

// Failed is the error of a call that ended with err: a [*Failure] with the first line of
// its complaints, or the context's error when that ended it.
func Failed(ctx context.Context, what string, complaints []byte, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	line, _, _ := strings.Cut(strings.ToValidUTF8(string(complaints), "\uFFFD"), "\n")
	return &Failure{What: what, Said: strings.TrimPrefix(line, "fatal: "), err: err}
}

// Answered reports whether git ended by itself with this code, as it does to say no.
func Answered(err error, code int) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && exit.ExitCode() == code
}
