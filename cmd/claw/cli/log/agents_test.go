package logcmd_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	logcmd "github.com/clawable/claw/cmd/claw/cli/log"
	"github.com/clawable/claw/producers/database"
)

// claimed names the agents whose format a file is said to be in, by its content.
func claimed(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var tables database.Tables
	if database.Is(content) {
		db, err := database.Open(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if tables, err = db.Tables(); err != nil {
			t.Fatal(err)
		}
	}
	var sources []string
	for _, agent := range logcmd.Agents() {
		if agent.Reader.Sniff(content[:min(len(content), 64<<10)]) || agent.Database != nil && agent.Database.Sniff(tables) {
			sources = append(sources, agent.Reader.Source())
		}
	}
	return strings.Join(sources, " and ")
}

// TestAFixtureIsOneAgents shows each recording among the fixtures to every reader: the
// one of its folder claims it and no other does.
func TestAFixtureIsOneAgents(t *testing.T) {
	seen := 0
	for _, agent := range logcmd.Agents() {
		source := agent.Reader.Source()
		err := filepath.WalkDir(filepath.Join(clitest.InRepository("fixtures"), source), func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && d.Name() == "want":
				return filepath.SkipDir
			case d.IsDir() || d.Name() == "README.md":
				return nil
			}
			seen++
			if got := claimed(t, name); got != source {
				t.Errorf("%s is claimed by %q, want %s", name, got, source)
			}
			return nil
		})
		if err != nil {
			t.Errorf("%s has no recordings among the fixtures: %v", source, err)
		}
	}
	if seen < len(logcmd.Agents()) {
		t.Errorf("%d recordings of %d agents", seen, len(logcmd.Agents()))
	}
}

// TestARecordingIsOneAgents does the same with the recordings beside the repository,
// whose manifest names formats by their content.
func TestARecordingIsOneAgents(t *testing.T) {
	shared := clitest.InRepository("../shared/data")
	text, err := os.ReadFile(filepath.Join(shared, "manifest.json"))
	if os.IsNotExist(err) {
		t.Skip("no recordings beside the repository; TestAFixtureIsOneAgents holds the same on fixtures")
	}
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct{ File, Fmt string }
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	format := map[string]string{}
	for _, row := range rows {
		format[row.File] = row.Fmt
	}
	known := map[string]bool{}
	for _, agent := range logcmd.Agents() {
		known[agent.Reader.Source()] = true
	}
	want, got := map[string]string{}, map[string]string{}
	for _, folder := range []string{"public", "recorded"} {
		err := filepath.WalkDir(filepath.Join(shared, folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			name, err := filepath.Rel(shared, path)
			name = filepath.ToSlash(name)
			by := claimed(t, path)
			if info, err := d.Info(); err == nil && info.Size() <= int64(len("{}\n")) {
				return err // an empty object, which a test of its format uses: nothing shows whose it is
			}
			if strings.Contains(by, " and ") || known[format[name]] {
				got[name], want[name] = by, format[name]
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-manifest +claimed:\n%s", diff)
	}
}
