package main_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli"
	"github.com/clawable/claw/cmd/claw/cli/app"
)

// yard is a folder with a repository, work, the bare one that it pushes to, and a log.
type yard struct {
	t   *testing.T
	dir string
}

// mainPolicy lets nothing onto main without an approval.
const mainPolicy = `version = 1

[[rule]]
id = "main_needs_a_yes"
decision = "deny"
approval = "software"
argv_shorthand = "git push:*"
ref = ["refs/heads/main"]
`

// newYard has one commit on the remote's main and two more in work.
func newYard(t *testing.T) *yard {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("git is wrapped by a script of sh here; the steps that need no wrapper are taken by TestEachVerbSucceeds of cmd/claw/cli")
	}
	y := &yard{t, t.TempDir()}
	y.git("", "init", "--quiet", "--bare", "--initial-branch=main", "bare.git")
	y.git("", "init", "--quiet", "--initial-branch=main", "work")
	y.git("work", "remote", "add", "origin", "../bare.git")
	y.commit("work", "one")
	y.git("work", "push", "--quiet", "origin", "main")
	y.commit("work", "two")
	y.commit("work", "three")
	y.must("init")
	return y
}

func (y *yard) copy(t *testing.T) *yard {
	t.Helper()
	c := &yard{t, t.TempDir()}
	if err := os.CopyFS(c.dir, os.DirFS(y.dir)); err != nil {
		t.Fatal(err)
	}
	return c
}

func (y *yard) write(name, text string, mode os.FileMode) string {
	y.t.Helper()
	file := filepath.Join(y.dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		y.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), mode); err != nil {
		y.t.Fatal(err)
	}
	return file
}

// plain is the environment of git without a user's settings.
var plain = []string{"GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=Ada", "GIT_AUTHOR_EMAIL=ada@example.org",
	"GIT_COMMITTER_NAME=Ada", "GIT_COMMITTER_EMAIL=ada@example.org", "GIT_AUTHOR_DATE=1767225600 +0000", "GIT_COMMITTER_DATE=1767225600 +0000"}

// git runs git without hooks that report to claw, and without the maintenance that it starts by itself.
func (y *yard) git(in string, args ...string) string {
	y.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "gc.auto=0", "-c", "maintenance.auto=false", "-c", "receive.autogc=false"}, args...)...)
	cmd.Dir, cmd.Env = filepath.Join(y.dir, in), append(append(os.Environ(), plain...), "CLAW_SHIP=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		y.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (y *yard) commit(in, text string) string {
	y.t.Helper()
	y.write(filepath.Join(in, text), text+"\n", 0o644)
	y.git(in, "add", ".")
	y.git(in, "commit", "--quiet", "-m", text)
	return y.git(in, "rev-parse", "HEAD")
}

// wrapped is a run of claw that finds another git first; "" for none.
func (y *yard) wrapped(git string, args ...string) *exec.Cmd {
	cmd := claw(y.t, y.dir, args...)
	cmd.Env = append(append(cmd.Env, plain...), "USER=dev", "TMPDIR="+y.dir) // what a killed one leaves goes with the test
	if git != "" {
		cmd.Env = append(cmd.Env, "PATH="+filepath.Dir(git)+string(filepath.ListSeparator)+os.Getenv("PATH"))
	}
	return cmd
}

// run runs claw under --json and returns its document.
func (y *yard) run(git string, args ...string) (doc map[string]any, err error) {
	y.t.Helper()
	var out, complaints bytes.Buffer
	cmd := y.wrapped(git, append(args, "--json")...)
	cmd.Stdout, cmd.Stderr = &out, &complaints
	err = cmd.Run()
	if out.Len() > 0 && json.Unmarshal(out.Bytes(), &doc) != nil {
		y.t.Fatalf("claw %v prints %q", args, out.String())
	}
	if complaints.Len() > 0 {
		y.t.Logf("claw %v: %s", args, complaints.String())
	}
	return doc, err
}

func (y *yard) must(args ...string) map[string]any {
	y.t.Helper()
	doc, err := y.run("", args...)
	if err != nil {
		y.t.Fatalf("claw %v: %v\n%v", args, err, doc)
	}
	return doc
}

// refused runs claw, which must fail, and returns the kind of the error and its detail.
func (y *yard) refused(git string, args ...string) (kind string, detail map[string]any) {
	y.t.Helper()
	doc, err := y.run(git, args...)
	e, _ := doc["error"].(map[string]any)
	if err == nil || e == nil {
		y.t.Fatalf("claw %v does not fail: %v", args, doc)
	}
	detail, _ = e["detail"].(map[string]any)
	return e["kind"].(string), detail
}

// person answers yes to every question on a terminal.
type person struct{}

func (person) Write(b []byte) (int, error)                { return len(b), nil }
func (person) Close() error                               { return nil }
func (person) Line(context.Context) (string, error)       { return "yes", nil }
func (person) Secret(ctx context.Context) ([]byte, error) { return nil, ctx.Err() }

// signed runs claw in this process with a person in front of it.
func (y *yard) signed(args ...string) {
	y.t.Helper()
	env := map[string]string{"XDG_DATA_HOME": y.dir, "XDG_CONFIG_HOME": y.dir, "XDG_STATE_HOME": y.dir, "PATH": os.Getenv("PATH")}
	var out bytes.Buffer
	p := &app.Program{In: strings.NewReader(""), Out: &out, Err: &out, Env: func(name string) string { return env[name] }, Dir: y.dir, Home: y.dir, User: "dev",
		Now: time.Now, Terminal: func() (app.Terminal, error) { return person{}, nil }, Environ: os.Environ}
	if code := cli.Run(context.Background(), p, args); code != 0 {
		y.t.Fatalf("claw %v: exit %d\n%s", args, code, out.String())
	}
}

// signer makes Alice one who may grant.
func (y *yard) signer() {
	y.t.Helper()
	key, line := keyPair(y.t, "alice")
	y.write("alice", key, 0o600)
	y.write("alice.signer", line, 0o600)
	y.signed("signers", "add", "alice.signer", "--key", "alice")
}

func (y *yard) grant(approval string) { y.signed("approval", "grant", approval, "--key", "alice") }

// told counts the events of the log by kind.
func (y *yard) told() map[string]int {
	y.t.Helper()
	cmd := y.wrapped("", "log", "export")
	out, err := cmd.Output()
	if err != nil {
		y.t.Fatal(err)
	}
	n := map[string]int{}
	for line := range strings.Lines(string(out)) {
		var e struct{ Kind string }
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			y.t.Fatal(err)
		}
		n[e.Kind]++
	}
	return n
}

// wrapper writes a git that does something else at its n-th call: then is the text of a
// script in which $git is the real one and $n the number of the call. Calls that run
// beside each other, and only read, are not counted.
func (y *yard) wrapper(then string) string {
	y.t.Helper()
	real, err := exec.LookPath("git")
	if err != nil {
		y.t.Fatal(err)
	}
	calls := filepath.Join(y.dir, "calls")
	return y.write("bin/git", fmt.Sprintf("#!/bin/sh\ngit=%s\ncase \"$*\" in *diff-tree*|*patch-id*) exec $git \"$@\";; esac\necho \"$*\" >> %s\nn=$(wc -l < %s)\n%s\nexec $git \"$@\"\n", real, calls, calls, then), 0o755)
}

func (y *yard) calls() []string {
	y.t.Helper()
	text, err := os.ReadFile(filepath.Join(y.dir, "calls"))
	if err != nil {
		y.t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}
