package gitrepo_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawable/claw/producers/gitrepo"
)

const aName, bName = "1111111111111111111111111111111111111111", "2222222222222222222222222222222222222222"

func TestLastMove(t *testing.T) {
	for name, row := range map[string]struct {
		log    string
		ok     bool
		pushed bool // the last move to b was
	}{
		"a push":                       {aName + " " + bName + " A <a@example.org> 1 +0000\tupdate by push\n", true, true},
		"a fetch after it":             {aName + " " + bName + " A <a@example.org> 1 +0000\tupdate by push\n" + bName + " " + aName + " A <a> 2 +0000\tfetch: forced-update\n", true, true},
		"a fetch of it after it":       {aName + " " + bName + " A <a@example.org> 1 +0000\tupdate by push\n" + aName + " " + bName + " A <a> 2 +0000\tfetch\n", true, false},
		"a push of another commit":     {bName + " " + aName + " A <a@example.org> 1 +0000\tupdate by push\n", false, false},
		"a line without its end":       {aName + " " + bName + " A <a@example.org> 1 +0000\tupdate by push", true, true},
		"a message that only says so":  {aName + " " + bName + " A <update by push> 1 +0000\tfetch\n", true, false},
		"an empty log":                 {"", false, false},
		"what is no log":               {"update by push\n", false, false},
		"a log longer than is read of": {strings.Repeat("x", 1<<17) + "\n" + aName + " " + bName + " A <a> 1 +0000\tupdate by push\n", true, true},
	} {
		folder := t.TempDir()
		if err := os.MkdirAll(filepath.Join(folder, "origin"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "origin", "main"), []byte(row.log), 0o644); err != nil {
			t.Fatal(err)
		}
		m, ok, err := gitrepo.LastMove(folder, "refs/remotes/origin/main", bName)
		if err != nil || ok != row.ok || m.Pushed() != row.pushed || ok && m.Old != aName {
			t.Errorf("%s: %+v %t %v", name, m, ok, err)
		}
	}
	if _, ok, err := gitrepo.LastMove(t.TempDir(), "refs/remotes/origin/main", bName); ok || err != nil {
		t.Errorf("no log: %t %v", ok, err)
	}
}

// FuzzLastMove holds that only names of objects are told of.
func FuzzLastMove(f *testing.F) {
	f.Add(aName + " " + bName + " A <a@example.org> 1 +0000\tupdate by push\n")
	f.Add("\n\n")
	f.Fuzz(func(t *testing.T, line string) {
		if m, ok := gitrepo.ParseLoggedMove(line); ok && (len(m.Old) < 40 || len(m.New) < 40) {
			t.Errorf("%+v", m)
		}
	})
}
