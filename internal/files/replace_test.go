package files_test

import (
	"errors"
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/clawable/claw/internal/files"
)

// TestAFileThatCannotBeWrittenIsNamed holds that the error names the file that was asked for.
func TestAFileThatCannotBeWrittenIsNamed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "gone", "page.html")
	var failed *fs.PathError
	if err := files.Replace(file, nil, 0o600); !errors.As(err, &failed) || failed.Path != file || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v, want one of %s", err, file)
	}
}
