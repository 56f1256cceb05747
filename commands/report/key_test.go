package reporting_test

import (
	"crypto/rand"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	reporting "github.com/clawable/claw/commands/report"
	"github.com/clawable/claw/domain"
)

// TestOneKeyIsMade requests a key from many goroutines at once: all get the same one, of mode 0600.
func TestOneKeyIsMade(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "state")
	if k, err := reporting.RedactionKey(folder, nil); k != nil || err != nil {
		t.Fatalf("%v, %v", k, err)
	}
	ids := make([]string, 16)
	var all sync.WaitGroup
	for i := range ids {
		all.Go(func() {
			if k, err := reporting.RedactionKey(folder, rand.Reader); err != nil {
				t.Error(err)
			} else {
				ids[i] = k.ID
			}
		})
	}
	all.Wait()
	for _, id := range ids {
		if id != ids[0] || len(id) != 16 {
			t.Errorf("%q", ids)
		}
	}
	files, err := os.ReadDir(folder)
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	if info, err := files[0].Info(); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// TestKeysThatAreNotTaken gives a key to others to read, and damages it.
func TestKeysThatAreNotTaken(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "redaction.key")
	for says, test := range map[string]struct {
		text string
		mode os.FileMode
		want domain.ErrorKind
	}{
		"others may read it": {strings.Repeat("ab", 32), 0o640, domain.ErrPolicy},
		"it is short":        {strings.Repeat("ab", 31), 0o600, domain.ErrCorrupt},
		"it is no hex":       {strings.Repeat("xy", 32), 0o600, domain.ErrCorrupt},
		"it is empty":        {"", 0o600, domain.ErrCorrupt},
	} {
		if err := os.WriteFile(file, []byte(test.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(file, test.mode); err != nil {
			t.Fatal(err)
		}
		if k, err := reporting.RedactionKey(folder, rand.Reader); k != nil || domain.KindOf(err) != test.want {
			t.Errorf("%s: %v, %v", says, k, err)
		}
	}
}
