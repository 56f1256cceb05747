//go:build unix

package place_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/clawable/claw/domain"
	log "github.com/clawable/claw/eventlog/sqlite"
)

// TestALogIsOneByEachOfItsNames opens a log by a link to it: the files that guard the log
// are beside the log's own file, so both names share them.
func TestALogIsOneByEachOfItsNames(t *testing.T) {
	dir := t.TempDir()
	own, name := filepath.Join(dir, "own.db"), filepath.Join(dir, "name.db")
	first, err := log.Open(context.Background(), own, log.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	if err := os.Symlink(own, name); err != nil {
		t.Fatal(err)
	}
	second, err := log.Open(context.Background(), name, log.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	for _, suffix := range []string{"-tick", "-lock"} {
		if _, err := os.Lstat(name + suffix); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s is there: the names do not share what guards the log (%v)", filepath.Base(name+suffix), err)
		}
	}
}

// TestWhatIsNoFileIsNoLog opens a FIFO, which would block its opener.
func TestWhatIsNoFileIsNoLog(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := log.Open(context.Background(), fifo, log.Options{})
	var typed *domain.Error
	if !errors.As(err, &typed) || typed.Kind != domain.ErrFilesystem {
		t.Errorf("opening a FIFO gives %v, want a filesystem error", err)
	}
}

// TestALinkThatLeadsNowhereIsNotReplaced creates a log in the place of a link.
func TestALinkThatLeadsNowhereIsNotReplaced(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(dir, "link.db")
	if err := os.Symlink(filepath.Join(dir, "elsewhere.db"), link); err != nil {
		t.Fatal(err)
	}
	_, err := log.Open(context.Background(), link, log.Options{Create: true})
	var typed *domain.Error
	if !errors.As(err, &typed) || typed.Kind != domain.ErrPolicy || typed.Hint == "" {
		t.Errorf("error %v, want one of kind policy with a hint", err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
		t.Errorf("the folder holds %v (%v), want the link alone", files, err)
	}
	if led, err := os.Readlink(link); err != nil || filepath.Base(led) != "elsewhere.db" {
		t.Errorf("the link leads to %q now (%v)", led, err)
	}
}
