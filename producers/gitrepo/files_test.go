package gitrepo_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/producers/gitrepo"
)

// TestFilesAreThoseThatDiffer uses the worst names of files, and changes them in every way.
func TestFilesAreThoseThatDiffer(t *testing.T) {
	for _, options := range [][]string{nil, {"--object-format=sha256"}} {
		r := newRepo(t, options...)
		first := r.commit("first", "kept", "1\n2\n", "./:100644 a b c M", "x\n", "tab\tline\n", "1\n", "gone", "1\n", "bytes", "a\x00b")
		if err := os.Chmod(filepath.Join(r.dir, "kept"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(filepath.Join(r.dir, "gone")); err != nil {
			t.Fatal(err)
		}
		r.git("add", "-A")
		r.commit("second", "./:100644 a b c M", "y\nz\n", "tab\tline\n", "1\n2\n", "bytes", "a\x00c", "1\t2\tnew", "n\n")
		got, err := r.opened().Files(context.Background(), r.rev(first), r.rev("HEAD"))
		if err != nil {
			t.Fatal(err)
		}
		const file, program = "100644", "100755"
		if diff := cmp.Diff([]gitrepo.FileChange{
			{Path: "1\t2\tnew", Added: 1, Mode: file},
			{Path: ":100644 a b c M", Added: 2, Removed: 1, Mode: file, WasMode: file},
			{Path: "bytes", Binary: true, Mode: file, WasMode: file},
			{Path: "gone", Removed: 1, WasMode: file},
			{Path: "kept", Mode: program, WasMode: file},
			{Path: "tab\tline\n", Added: 1, Mode: file, WasMode: file},
		}, got); diff != "" {
			t.Errorf("-want +got\n%s", diff)
		}
		all, err := r.opened().Files(context.Background(), "", r.rev(first))
		if err != nil || len(all) != 5 {
			t.Errorf("of the empty tree: %d files, error %v", len(all), err)
		}
	}
}
