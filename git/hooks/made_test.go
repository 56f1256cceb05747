package githooks_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	githooks "github.com/clawable/claw/git/hooks"
)

// TestUninstallLeavesNoFolderThatInstallMade installs into folders that are there, empty,
// and not there at all.
func TestUninstallLeavesNoFolderThatInstallMade(t *testing.T) {
	for says, row := range map[string]struct {
		prepare func(y *yard)
		there   bool // afterwards
		around  bool
	}{
		"a folder that is there":     {func(y *yard) { y.write(y.path("work/tools/hooks/theirs"), "", 0o644) }, true, true},
		"an empty folder":            {func(y *yard) { _ = os.MkdirAll(y.path("work/tools/hooks"), 0o755) }, true, true},
		"a folder around it":         {func(y *yard) { _ = os.MkdirAll(y.path("work/tools"), 0o755) }, false, true},
		"no folder":                  {func(*yard) {}, false, false},
		"no folder, and then a hook": {func(y *yard) {}, true, true},
	} {
		y := newYard(t)
		y.git("-C", y.path("work"), "config", "core.hooksPath", "tools/hooks")
		row.prepare(y)
		f := y.found("work")
		if _, err := f.Install(y.program); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Install(githooks.InPath); err != nil { // which makes no folder
			t.Fatal(err)
		}
		if strings.HasSuffix(says, "a hook") {
			y.write(y.path("work/tools/hooks/pre-commit"), "#!/bin/sh\n", 0o755)
		}
		if _, err := f.Uninstall(); err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]bool{"work/tools/hooks": row.there, "work/tools": row.around} {
			if _, err := os.Stat(y.path(name)); (err == nil) != want {
				t.Errorf("%s: %s is there: %v", says, name, err == nil)
			}
		}
		if left, _ := filepath.Glob(y.path("work/tools/hooks/.claw*")); len(left) > 0 {
			t.Errorf("%s: left %v", says, left)
		}
	}
}

// TestAScriptForOthersFindsClawInPath runs one with and without a claw in PATH.
func TestAScriptForOthersFindsClawInPath(t *testing.T) {
	y := newYard(t)
	y.git("-C", y.path("work"), "config", "core.hooksPath", "tools")
	f := y.found("work")
	if _, err := f.Install(githooks.InPath); err != nil {
		t.Fatal(err)
	}
	file := y.path("work/tools/reference-transaction")
	text, err := os.ReadFile(file)
	if err != nil || strings.Contains(string(text), y.dir) {
		t.Errorf("error %v, the script is\n%s", err, text)
	}
	y.write(y.path("bin/claw"), "#!/bin/sh\necho \"$@\" >>'"+y.path("told")+"'\n", 0o755)
	for _, path := range []string{"", y.path("bin") + ":"} {
		cmd := exec.Command("sh", file, "committed")
		cmd.Dir, cmd.Stdin = y.path("work"), strings.NewReader("0 1 refs/remotes/origin/main\n")
		cmd.Env = append(environ(y.dir), "PATH="+path+"/usr/bin:/bin", "CLAW_HOOKS_WAIT=1", "GIT_DIR="+y.path("work/.git"))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		if _, err := os.Stat(y.path("told")); (err == nil) != (path != "") {
			t.Errorf("with %q in PATH claw ran: %v", path, err == nil)
		}
	}
}
