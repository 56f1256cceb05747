package gitrepo

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

// Git is the git program.
type Git struct {
	program string
	world   []string // what it needs of the environment
}

// Find looks for git where the environment says.
//
// Errors: kind [domain.ErrUnavailable] when there is none.
func Find(env func(string) string) (Git, error) {
	g := Git{}
	for _, name := range []string{"PATH", "SYSTEMROOT", "TMPDIR", "TMP"} {
		if v := env(name); v != "" {
			g.world = append(g.world, name+"="+v)
		}
	}
	var err error
	if g.program, err = lookup(env("PATH")); err != nil {
		return Git{}, &domain.Error{Kind: domain.ErrUnavailable, Operation: "find program", Target: "git",
			Message: "no git program is installed", Hint: "install git, or add the folder that holds it to PATH"}
	}
	return g, nil
}

// alone is the environment of every call: nobody's configuration, no replaced objects,
// nothing fetched, nobody asked.
var alone = []string{"LC_ALL=C", "HOME=" + os.DevNull, "XDG_CONFIG_HOME=" + os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_SYSTEM=" + os.DevNull,
	"GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_ATTR_NOSYSTEM=1", "GIT_NO_REPLACE_OBJECTS=1", "GIT_NO_LAZY_FETCH=1",
	"GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "GIT_ALLOW_PROTOCOL="}

// overrides outweigh what a repository configures. Whose a repository is does not matter
// here, since nothing of it is run.
var overrides = []string{"--no-pager", "--no-replace-objects", "-c", "safe.directory=*", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull,
	"-c", "core.pager=cat", "-c", "core.sshCommand=false", "-c", "protocol.allow=never"}

// patience is how long a canceled git may take to end.
const patience = 5 * time.Second

// command prepares a call; env comes on top of what every call has.
func (g Git) command(ctx context.Context, env []string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, g.program, append(append([]string{}, overrides...), args...)...)
	cmd.Env = append(append(append([]string{}, g.world...), alone...), env...)
	cmd.WaitDelay = patience
	return cmd
}

// failure is a git that ended with an error.
type failure struct {
	what string
	said string // the first line on standard error
	err  error
}

func (f *failure) Error() string {
	if f.said == "" {
		return "git " + f.what + ": " + f.err.Error()
	}
	return "git " + f.what + ": " + f.said
}

func (f *failure) Unwrap() error { return f.err }

// output runs a call to its end and returns what it wrote.
//
// Errors: a *failure, or the context's.
func (g Git) output(ctx context.Context, env []string, in []byte, args ...string) (out, complaints []byte, err error) {
	cmd := g.command(ctx, env, args...)
	var said, complained bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(in), &said, &complained
	if err := cmd.Run(); err != nil {
		return said.Bytes(), complained.Bytes(), failed(ctx, args[0], complained.Bytes(), err)
	}
	return said.Bytes(), complained.Bytes(), nil
}

func failed(ctx context.Context, what string, complaints []byte, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	line, _, _ := strings.Cut(strings.ToValidUTF8(string(complaints), "\uFFFD"), "\n")
	return &failure{what: what, said: strings.TrimPrefix(line, "fatal: "), err: err}
}

// answered reports whether git ended by itself with this code, as it does to say no.
func answered(err error, code int) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && exit.ExitCode() == code
}
