package setupcmd_test

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// asked is a world of a person at a terminal who has Claude Code, and gives these answers.
func asked(t *testing.T, answers string) *clitest.World {
	w := clitest.Empty(t)
	w.Folder("home/.claude")
	w.In = answers
	w.Tune = func(p *app.Program) { p.InTerminal, p.ErrTerminal = true, true }
	return w
}

// settings are the files of a world except the log and what claw stores about its own work.
func settings(w *clitest.World) map[string]string {
	w.T.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(w.Dir, func(path string, e os.DirEntry, err error) error {
		name, _ := filepath.Rel(w.Dir, path)
		if err == nil && e.Type().IsRegular() && !strings.Contains(name, "log.db") && !strings.Contains(name, ".local") {
			all[filepath.ToSlash(name)] = clitest.Read(w.T, path)
		}
		return err
	})
	if err != nil {
		w.T.Fatal(err)
	}
	return all
}

// TestInitAsksTwoQuestionsAtMost answers them.
func TestInitAsksTwoQuestionsAtMost(t *testing.T) {
	for name, row := range map[string]struct {
		answers         string
		questions       int
		hooks, enforces bool
	}{
		"yes to both":       {"y\nyes\n", 2, true, true},
		"no policy":         {"y\nn\n", 2, true, false},
		"no hooks":          {"n\n", 1, false, false},
		"no answer":         {"", 1, false, false},
		"a return for each": {"\n\n", 1, false, false},
	} {
		w := asked(t, row.answers)
		delete(w.Env, "CLAW_LOG")
		a := w.Must("init")
		if n := strings.Count(a.Err, "[y/N]"); n != row.questions {
			t.Errorf("%s: %d questions:\n%s", name, n, a.Err)
		}
		got := settings(w)
		if hooks := got["home/.claude/settings.json"]; (hooks != "") != row.hooks || strings.Contains(hooks, "--enforce") != row.enforces {
			t.Errorf("%s: the settings are %q", name, hooks)
		}
		var policy string
		for file, text := range got {
			if strings.HasSuffix(file, "policy.toml") {
				policy = text
			}
		}
		if (policy != "") != row.enforces {
			t.Errorf("%s: the policy is %q", name, policy)
		}
	}
}

// TestInitAsksNobodyWhoHasNoAgentOrIsNotThere finds no one to ask.
func TestInitAsksNobodyWhoHasNoAgentOrIsNotThere(t *testing.T) {
	w := asked(t, "")
	w.Tune = nil
	if a := w.Must("init", "--user"); strings.Contains(a.Err, "[y/N]") {
		t.Errorf("a script is asked: %s", a.Err)
	}
	w = asked(t, "")
	if err := os.Remove(w.Path("home/.claude")); err != nil {
		t.Fatal(err)
	}
	if a := w.Must("init", "--user"); strings.Contains(a.Err, "[y/N]") {
		t.Errorf("somebody without an agent is asked: %s", a.Err)
	}
}

// TestOneVerbUndoesWhatInitWrote compares the files before and after.
func TestOneVerbUndoesWhatInitWrote(t *testing.T) {
	w := asked(t, "")
	delete(w.Env, "CLAW_LOG")
	w.Tune = nil
	w.File("home/.claude/settings.json", "{\"model\": \"opus\"}\n")
	w.Must("init")
	was := settings(w)
	d := clitest.Documents(t, w.Must("init", "--policy", "--json").Out)[0]
	if len(d["hooks"].([]any)) != 1 || cmp.Diff(was, settings(w)) == "" {
		t.Fatalf("nothing was written: %v", d)
	}
	again := clitest.Documents(t, w.Must("init", "--policy", "--json").Out)[0]
	if again["hooks"] != nil || len(again["created"].([]any)) != 0 {
		t.Errorf("a second time: %v", again)
	}
	w.Must("init", "--undo")
	if diff := cmp.Diff(was, settings(w)); diff != "" {
		t.Errorf("-before +after\n%s", diff)
	}
	if a := w.Must("init", "--undo"); !strings.Contains(a.Out, "Nothing was there to undo.") {
		t.Errorf("a second time: %s", a.Out)
	}
}

// TestUndoLeavesAPolicyThatSomebodyChanged edits it.
func TestUndoLeavesAPolicyThatSomebodyChanged(t *testing.T) {
	w := asked(t, "")
	delete(w.Env, "CLAW_LOG")
	w.Tune = nil
	d := clitest.Documents(t, w.Must("init", "--policy", "--json").Out)[0]
	var policy string
	for _, file := range d["created"].([]any) {
		if strings.HasSuffix(file.(string), "policy.toml") {
			policy = file.(string)
		}
	}
	if err := os.WriteFile(policy, []byte(clitest.Read(t, policy)+"# ours\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	before := settings(w)
	u := clitest.Documents(t, w.Must("init", "--undo", "--json").Out)[0]
	if diff := cmp.Diff([]any{policy}, u["left"]); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	after := settings(w)
	maps.DeleteFunc(before, func(file, _ string) bool { return strings.HasPrefix(file, "home/.claude/") })
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("-before +after\n%s", diff)
	}
}

// TestInitWarnsWhereAnotherLogIsUsed has CLAW_LOG name one.
func TestInitWarnsWhereAnotherLogIsUsed(t *testing.T) {
	w := clitest.Empty(t)
	w.Env["CLAW_LOG"] = w.Path("other.db")
	if a := w.Must("init", "--user"); !strings.Contains(a.Err, "CLAW_LOG names another log, "+w.Path("other.db")) {
		t.Errorf("it says %q", a.Err)
	}
	if a := w.Must("init"); strings.Contains(a.Err, "CLAW_LOG") {
		t.Errorf("for the log that is used it says %q", a.Err)
	}
}
