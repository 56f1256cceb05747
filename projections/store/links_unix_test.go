//go:build unix

package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/storetest"
)

// A folder from a stranger may hold links in the places of our files.
func TestALinkInThePlaceOfAFileIsRefused(t *testing.T) {
	for _, suffix := range []string{".lock", "-00000001", "-00000001-wal", "-00000001-shm", "-00000001-journal", "-00000001.new",
		"-00000002", "-00000002.new", "-00000002.new-journal"} {
		for name, there := range map[string]bool{"to a file": true, "to nothing": false} {
			t.Run(suffix+" "+name, func(t *testing.T) {
				log := storetest.NewLog("a", storetest.Drafts(60, 5)...)
				path, target := filepath.Join(t.TempDir(), "run.views"), filepath.Join(t.TempDir(), "target")
				s := store.New(path, log, store.Options{})
				storetest.Digests(t, s)
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
				if there {
					if err := os.WriteFile(target, []byte("not yours"), 0o600); err != nil {
						t.Fatal(err)
					}
				}
				if err := os.Remove(path + suffix); err != nil && !os.IsNotExist(err) {
					t.Fatal(err)
				}
				if err := os.Symlink(target, path+suffix); err != nil {
					t.Fatal(err)
				}
				log.Append(storetest.Drafts(20, 6)...)
				_, err := store.New(path, log, store.Options{}).CatchUp(t.Context())
				var typed *domain.Error
				if !errors.As(err, &typed) {
					t.Fatalf("error %v, want a typed one", err)
				}
				want := []string{"policy", "open log", path + suffix, "remove the link"}
				if diff := cmp.Diff(want, []string{string(typed.Kind), typed.Operation, typed.Target, typed.Hint}); diff != "" {
					t.Errorf("error (-want +got)\n%s", diff)
				}
				content, err := os.ReadFile(target)
				if there && string(content) != "not yours" || !there && !os.IsNotExist(err) {
					t.Errorf("the target holds %d bytes, %v", len(content), err)
				}
			})
		}
	}
}
