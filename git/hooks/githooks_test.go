package githooks_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	gitexec "github.com/clawable/claw/git/exec"
	githooks "github.com/clawable/claw/git/hooks"
)

// yard is a folder of repositories, and a program of the name claw.
type yard struct {
	t            *testing.T
	dir, program string
}

func newYard(t *testing.T) *yard {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	y := &yard{t, dir, filepath.Join(dir, "it's a bin", "claw")}
	y.write(y.program, "#!/bin/sh\n", 0o755)
	y.git("init", "--quiet", "--initial-branch=main", y.path("work"))
	return y
}

func (y *yard) path(name string) string { return filepath.Join(y.dir, name) }

func (y *yard) write(file, text string, mode os.FileMode) {
	y.t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		y.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), mode); err != nil {
		y.t.Fatal(err)
	}
}

func environ(home string) []string {
	return append(os.Environ(), "HOME="+home, "GIT_CONFIG_GLOBAL="+filepath.Join(home, "gitconfig"), "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=Ada", "GIT_AUTHOR_EMAIL=ada@example.org", "GIT_COMMITTER_NAME=Ada", "GIT_COMMITTER_EMAIL=ada@example.org")
}

func (y *yard) git(args ...string) string {
	y.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = y.dir, environ(y.dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		y.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (y *yard) find(repo string) (githooks.Folder, error) {
	git, err := gitexec.AsPerson(os.Getenv, environ(y.dir))
	if err != nil {
		y.t.Fatal(err)
	}
	return githooks.Find(context.Background(), git, y.path(repo))
}

func (y *yard) found(repo string) githooks.Folder {
	y.t.Helper()
	f, err := y.find(repo)
	if err != nil {
		y.t.Fatal(err)
	}
	return f
}

func (y *yard) states(f githooks.Folder) map[githooks.Name]githooks.State {
	y.t.Helper()
	hooks, err := f.Look()
	if err != nil {
		y.t.Fatal(err)
	}
	states := map[githooks.Name]githooks.State{}
	for _, h := range hooks {
		if h.Works != (h.State == githooks.Installed) {
			y.t.Errorf("%s is %s and works: %t", h.Name, h.State, h.Works)
		}
		states[h.Name] = h.State
	}
	return states
}

func all(s githooks.State) map[githooks.Name]githooks.State {
	states := map[githooks.Name]githooks.State{}
	for _, name := range githooks.Names() {
		states[name] = s
	}
	return states
}

// TestFindAsksGitWhereHooksAre holds the folder, and whether it is the repository's own.
func TestFindAsksGitWhereHooksAre(t *testing.T) {
	for name, row := range map[string]struct {
		prepare func(y *yard)
		repo    string
		want    string
		shared  bool
	}{
		"a worktree":              {func(*yard) {}, "work", "work/.git/hooks", false},
		"a folder of a worktree":  {func(y *yard) { y.write(y.path("work/sub/file"), "", 0o644) }, "work/sub", "work/.git/hooks", false},
		"a bare repository":       {func(y *yard) { y.git("init", "--quiet", "--bare", y.path("bare.git")) }, "bare.git", "bare.git/hooks", false},
		"a worktree beside it":    {func(y *yard) { y.beside() }, "beside", "work/.git/hooks", false},
		"a submodule":             {func(y *yard) { y.submodule() }, "work/part", "work/.git/modules/part/hooks", false},
		"core.hooksPath absolute": {func(y *yard) { y.git("-C", "work", "config", "core.hooksPath", y.path("all")) }, "work", "all", true},
		"core.hooksPath relative": {func(y *yard) { y.git("-C", "work", "config", "core.hooksPath", "tools") }, "work", "work/tools", true},
		"core.hooksPath global":   {func(y *yard) { y.git("config", "--global", "core.hooksPath", "~/all") }, "work", "all", true},
		"core.hooksPath its own":  {func(y *yard) { y.git("-C", "work", "config", "core.hooksPath", ".git/mine") }, "work", "work/.git/mine", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			y := newYard(t)
			row.prepare(y)
			common := y.git("-C", row.repo, "rev-parse", "--path-format=absolute", "--git-common-dir")
			if diff := cmp.Diff(githooks.Folder{Path: y.path(row.want), Common: common, Shared: row.shared}, y.found(row.repo)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
	y := newYard(t)
	if _, err := y.find("nowhere"); domain.KindOf(err) != domain.ErrNotFound {
		t.Errorf("no repository: %v", err)
	}
}

func (y *yard) beside() {
	y.git("-C", "work", "commit", "--quiet", "--allow-empty", "-m", "one")
	y.git("-C", "work", "worktree", "add", "--quiet", y.path("beside"))
}

func (y *yard) submodule() {
	y.git("init", "--quiet", y.path("part.git"))
	y.git("-C", "part.git", "commit", "--quiet", "--allow-empty", "-m", "one")
	y.git("-c", "protocol.file.allow=always", "-C", "work", "submodule", "--quiet", "add", y.path("part.git"), "part")
}

// snapshot is the content of a folder: mode and text by name.
func (y *yard) snapshot(folder string) map[string]string {
	y.t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		y.t.Fatal(err)
	}
	lies := map[string]string{}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(folder, e.Name()))
		info, infoErr := e.Info()
		if err := errors.Join(err, infoErr); err != nil {
			y.t.Fatal(err)
		}
		lies[e.Name()] = info.Mode().String() + " " + string(text)
	}
	return lies
}

// TestInstallAndUninstall holds that installing twice changes nothing, and that what was
// there is there again, byte for byte.
func TestInstallAndUninstall(t *testing.T) {
	y := newYard(t)
	f := y.found("work")
	y.write(filepath.Join(f.Path, "pre-push"), "#!/bin/sh\r\n# no line end", 0o700)
	y.write(filepath.Join(f.Path, "reference-transaction"), "asleep", 0o644)
	was := y.snapshot(f.Path)
	before := all(githooks.Absent)
	before["pre-push"], before["reference-transaction"] = githooks.Foreign, githooks.Foreign
	if diff := cmp.Diff(before, y.states(f)); diff != "" {
		t.Errorf("before: -want +got\n%s", diff)
	}
	for _, want := range []bool{true, false} {
		if changed, err := f.Install(y.program); err != nil || changed != want {
			t.Fatalf("install: changed %t %v, want %t", changed, err, want)
		}
		if diff := cmp.Diff(all(githooks.Installed), y.states(f)); diff != "" {
			t.Errorf("installed: -want +got\n%s", diff)
		}
	}
	for _, want := range []bool{true, false} {
		if changed, err := f.Uninstall(); err != nil || changed != want {
			t.Fatalf("uninstall: changed %t %v, want %t", changed, err, want)
		}
		if diff := cmp.Diff(was, y.snapshot(f.Path)); diff != "" {
			t.Errorf("uninstalled: -want +got\n%s", diff)
		}
	}
}

// TestInstallGoesOn starts from what a crash, another claw or another person left.
func TestInstallGoesOn(t *testing.T) {
	for name, row := range map[string]struct {
		prepare func(y *yard, f githooks.Folder)
		kind    domain.ErrorKind
	}{
		"a hook that was set aside": {func(y *yard, f githooks.Folder) { y.write(filepath.Join(f.Path, "pre-push.before-claw"), "old", 0o755) }, ""},
		"another claw": {func(y *yard, f githooks.Folder) {
			y.write(filepath.Join(f.Path, "pre-push"), githooks.Script(githooks.PrePush, "/gone/claw"), 0o755)
		}, ""},
		"a changed hook of claw's": {func(y *yard, f githooks.Folder) {
			y.write(filepath.Join(f.Path, "pre-push"), githooks.Script(githooks.PrePush, y.program)+"echo more\n", 0o755)
		}, ""},
		"another hook in the place of claw's": {func(y *yard, f githooks.Folder) {
			y.write(filepath.Join(f.Path, "pre-push.before-claw"), "old", 0o755)
			y.write(filepath.Join(f.Path, "pre-push"), "new", 0o755)
		}, domain.ErrConflict},
	} {
		t.Run(name, func(t *testing.T) {
			y := newYard(t)
			f := y.found("work")
			row.prepare(y, f)
			was := y.snapshot(f.Path)
			_, err := f.Install(y.program)
			if domain.KindOf(err) != row.kind || (err == nil) != (row.kind == "") {
				t.Fatalf("error %v, want kind %q", err, row.kind)
			}
			if row.kind != "" {
				if diff := cmp.Diff(was, y.snapshot(f.Path)); diff != "" {
					t.Errorf("changed: -want +got\n%s", diff)
				}
				return
			}
			if diff := cmp.Diff(all(githooks.Installed), y.states(f)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// TestLookSaysWhatDoesNotWork has a hook that git ignores and a program that is gone.
func TestLookSaysWhatDoesNotWork(t *testing.T) {
	y := newYard(t)
	f := y.found("work")
	if _, err := f.Install(y.program); err != nil {
		t.Fatal(err)
	}
	works := func() bool {
		hooks, err := f.Look()
		if err != nil || len(hooks) == 0 || hooks[0].Program != y.program || hooks[0].State != githooks.Installed {
			t.Fatalf("%+v %v", hooks, err)
		}
		return hooks[0].Works
	}
	if !works() {
		t.Error("installed, and does not work")
	}
	if err := os.Remove(y.program); err != nil {
		t.Fatal(err)
	}
	if works() {
		t.Error("its program is gone, and it works")
	}
}

func TestOnlyClawIsKnownByItsName(t *testing.T) {
	for program, want := range map[string]bool{"/usr/bin/claw": true, "/opt/claw.exe": true, "/tmp/claw.test": false, "/usr/bin/clawhip": false, "": false} {
		if got := githooks.Named(program); got != want {
			t.Errorf("%q: %t, want %t", program, got, want)
		}
	}
}
