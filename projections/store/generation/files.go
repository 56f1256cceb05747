package generation

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/clawable/claw/internal/files"
)

// Files names the files of one read model; Base is the path that the caller gave.
type Files struct{ Base string }

// Lock names the lock of the writer.
func (f Files) Lock() string { return f.Base + ".lock" }

// Note names the note of the projector.
func (f Files) Note() string { return f.Base + ".projector" }

// Claim names the lock that the one projector holds.
func (f Files) Claim() string { return f.Base + ".projector.lock" }

// Generation names the file of generation n, counted from 1.
func (f Files) Generation(n int) string { return fmt.Sprintf("%s-%08d", f.Base, n) }

// Fresh names a file that a rebuild writes before it becomes generation n.
func (f Files) Fresh(n int) string { return f.Generation(n) + ".new" }

// Search names the full text index, which has side files of SQLite.
func (f Files) Search() string { return f.Base + ".search" }

// Skip gives up generation n: an empty next one makes the next CatchUp build another.
// The file itself stays, as others may have it open and no name is used twice.
func (f Files) Skip(n int) error {
	made, err := os.OpenFile(f.Generation(n+1), os.O_CREATE|os.O_EXCL|os.O_WRONLY|files.NoFollow, 0o600)
	if errors.Is(err, os.ErrExist) { // another process has built it already
		return nil
	}
	if err == nil {
		err = made.Close()
	}
	if err != nil {
		return fmt.Errorf("give up the read model: %w", err)
	}
	return nil
}

// Newest returns the number of the newest generation, 0 when there is none.
//
// Errors: the folder cannot be read; kind policy for a symbolic link in the place
// of a file of ours. A folder that is missing holds no generation.
func (f Files) Newest() (int, error) {
	entries, err := os.ReadDir(filepath.Dir(f.Base))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return 0, fmt.Errorf("look for the read model: %w", err)
	}
	newest := 0
	for _, e := range entries {
		n, plain := f.number(e.Name())
		if n > 0 && e.Type()&Linked != 0 {
			return 0, LinkRefused(filepath.Join(filepath.Dir(f.Base), e.Name()))
		}
		if plain {
			newest = max(newest, n)
		}
	}
	return newest, nil
}

// number reads the generation of a file name; plain is false for a generation's
// side files, 0 for other files.
func (f Files) number(name string) (n int, plain bool) {
	rest, ok := strings.CutPrefix(name, filepath.Base(f.Base)+"-")
	if !ok || len(rest) < 8 {
		return 0, false
	}
	n, err := strconv.Atoi(rest[:8])
	if err != nil {
		return 0, false
	}
	return n, len(rest) == 8
}

// Sweep removes what older generations and unfinished rebuilds left behind; what
// cannot be removed now is removed another time. Its caller holds the lock.
func (f Files) Sweep(keep int) {
	entries, err := os.ReadDir(filepath.Dir(f.Base))
	if err != nil {
		return
	}
	for _, e := range entries {
		n, _ := f.number(e.Name())
		if n > 0 && (n != keep || strings.Contains(e.Name(), ".new")) {
			_ = os.Remove(filepath.Join(filepath.Dir(f.Base), e.Name()))
		}
	}
}
