package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/clawable/claw/internal/files"
)

// modelFiles names the files of one read model; base is the path that the caller gave.
type modelFiles struct{ base string }

func (f modelFiles) lock() string { return f.base + ".lock" }

func (f modelFiles) note() string { return f.base + ".projector" }

func (f modelFiles) claim() string { return f.base + ".projector.lock" }

func (f modelFiles) generation(n int) string { return fmt.Sprintf("%s-%08d", f.base, n) }

// fresh names a file that a rebuild writes before it becomes generation n.
func (f modelFiles) fresh(n int) string { return f.generation(n) + ".new" }

// search names the full text index, which has side files of SQLite.
func (f modelFiles) search() string { return f.base + ".search" }

// skip gives up generation n: an empty next one makes the next CatchUp build another.
// The file itself stays, as others may have it open and no name is used twice.
func (f modelFiles) skip(n int) error {
	made, err := os.OpenFile(f.generation(n+1), os.O_CREATE|os.O_EXCL|os.O_WRONLY|files.NoFollow, 0o600)
	if errors.Is(err, os.ErrExist) { // somebody has built it already
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

// newest returns the number of the newest generation, 0 when there is none.
//
// Errors: the folder cannot be read; kind policy for a symbolic link in the place
// of a file of ours. A folder that is missing holds no generation.
func (f modelFiles) newest() (int, error) {
	entries, err := os.ReadDir(filepath.Dir(f.base))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return 0, fmt.Errorf("look for the read model: %w", err)
	}
	newest := 0
	for _, e := range entries {
		n, plain := f.number(e.Name())
		if n > 0 && e.Type()&linked != 0 {
			return 0, linkRefused(filepath.Join(filepath.Dir(f.base), e.Name()))
		}
		if plain {
			newest = max(newest, n)
		}
	}
	return newest, nil
}

// number reads the generation of a file name; plain is false for a generation's
// side files, 0 for other files.
func (f modelFiles) number(name string) (n int, plain bool) {
	rest, ok := strings.CutPrefix(name, filepath.Base(f.base)+"-")
	if !ok || len(rest) < 8 {
		return 0, false
	}
	n, err := strconv.Atoi(rest[:8])
	if err != nil {
		return 0, false
	}
	return n, len(rest) == 8
}

// sweep removes what older generations and unfinished rebuilds left behind; what
// cannot be removed now is removed another time. Its caller holds the lock.
func (f modelFiles) sweep(keep int) {
	entries, err := os.ReadDir(filepath.Dir(f.base))
	if err != nil {
		return
	}
	for _, e := range entries {
		n, _ := f.number(e.Name())
		if n > 0 && (n != keep || strings.Contains(e.Name(), ".new")) {
			_ = os.Remove(filepath.Join(filepath.Dir(f.base), e.Name()))
		}
	}
}
