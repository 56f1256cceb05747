package files_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/clawable/claw/internal/files"
)

// TestOnlyARegularFileOfASizeIsRead tries what may be in a file's place.
func TestOnlyARegularFileOfASizeIsRead(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for name, text := range map[string]string{"empty": "", "full": "12345678", "over": "123456789"} {
		if err := os.WriteFile(at(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("full", at("link")); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]struct {
		text string
		err  error
	}{
		"empty": {}, "full": {"12345678", nil}, "link": {"12345678", nil}, "over": {"", files.ErrTooLarge},
		"none": {"", fs.ErrNotExist}, ".": {"", syscall.EISDIR},
	} {
		text, err := files.ReadRegular(at(name), 8)
		if string(text) != want.text || !errors.Is(err, want.err) || (err == nil) == (text == nil) {
			t.Errorf("%s: %q, %v; want %q, %v", name, text, err, want.text, want.err)
		}
	}
}
