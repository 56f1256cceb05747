package files_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/internal/files"
)

func TestOnlyWhatIsOursAndOldIsRemoved(t *testing.T) {
	folder := t.TempDir()
	old, young := time.Now().Add(-2*time.Hour), time.Now()
	for name, at := range map[string]time.Time{
		".claw-123": old, ".claw-456": young, ".claw-": old, ".claw-12x": old, "claw-1": old, "settings.json": old,
	} {
		path := filepath.Join(folder, name)
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chtimes(path, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Mkdir(filepath.Join(folder, ".claw-789"), 0o700), os.Chtimes(filepath.Join(folder, ".claw-789"), old, old)); err != nil {
		t.Fatal(err)
	}
	files.Clear(folder, ".claw-")
	files.Clear(filepath.Join(folder, "none"), ".claw-")
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, e := range entries {
		left = append(left, e.Name())
	}
	if diff := cmp.Diff([]string{".claw-", ".claw-12x", ".claw-456", ".claw-789", "claw-1", "settings.json"}, left); diff != "" {
		t.Errorf("left (-want +got)\n%s", diff)
	}
}
