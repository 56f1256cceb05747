package cli_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestWhatAKilledVerbLeftTheNextOneRemoves: of files that verbs write beside the old one.
func TestWhatAKilledVerbLeftTheNextOneRemoves(t *testing.T) {
	for name, row := range map[string]struct {
		file string
		args []string
	}{
		"settings of an agent": {"home/.claude/.claw-1234", []string{"hooks", "install", "--yes"}},
		"a trusted folder":     {"home/.config/claw/trusted/.claw-1234", []string{"trust", "theirs"}},
	} {
		t.Run(name, func(t *testing.T) {
			w := clitest.Patient(t)
			w.File("theirs/.claw/config.toml", "log = \"../shared.db\"\n")
			w.File(row.file, "half of i")
			at := clitest.Now.AddDate(-1, 0, 0)
			if err := os.Chtimes(w.Path(row.file), at, at); err != nil {
				t.Fatal(err)
			}
			young := filepath.Join(filepath.Dir(row.file), filepath.Base(row.file)+"5")
			w.File(young, "somebody writes it")
			if err := os.Chtimes(w.Path(young), time.Now(), time.Now()); err != nil {
				t.Fatal(err)
			}
			w.Must(row.args...)
			if _, err := os.Stat(w.Path(row.file)); !os.IsNotExist(err) {
				t.Errorf("%s is there: %v", row.file, err)
			}
			if _, err := os.Stat(w.Path(young)); err != nil {
				t.Error(err)
			}
		})
	}
}
