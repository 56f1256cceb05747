package readertest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// Shared returns the recordings of a format from the folder beside the repository, by
// their names in its manifest. Without them the test is skipped, naming the one that
// proves the same on fixtures. root is the folder that contains manifest.json.
func Shared(t *testing.T, root, format, sameOn string) map[string][]byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "manifest.json"))
	if os.IsNotExist(err) {
		t.Skip("no recordings beside the repository; the same is held on fixtures by " + sameOn)
	}
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct{ File, Fmt string }
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, row := range rows {
		if row.Fmt != format {
			continue
		}
		content, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(row.File)))
		if err != nil {
			t.Fatal(err)
		}
		files[row.File] = content
	}
	if len(files) == 0 {
		t.Fatalf("the manifest names no %s", format)
	}
	return files
}
