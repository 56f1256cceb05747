package githooks

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/files"
)

// Install writes the hooks, each so that it runs this program, and reports whether
// anything was changed. An existing hook of another origin is kept beside claw's and runs
// first. A crash leaves each hook as it was, set aside, or installed; installing again
// continues from there.
//
// Errors: kind [domain.ErrConflict] when another hook is there, and one that was there
// before it is kept already: then nothing was changed; those of the operating system.
func (f Folder) Install(program string) (changed bool, err error) {
	hooks, err := f.Look()
	if err != nil {
		return false, err
	}
	for i := range hooks {
		if h := &hooks[i]; h.State == Foreign && h.Before != "" {
			return false, &domain.Error{Kind: domain.ErrConflict, Operation: "install hook", Target: h.File,
				Message: "another hook took the place of claw's, and the one before claw's is still kept in " + h.Before,
				Hint:    "look at both, and keep one of them"}
		}
	}
	if err := f.make(); err != nil {
		return false, err
	}
	for i := range hooks {
		h := &hooks[i]
		if h.State == Installed && h.Program == program && runs(h.File) {
			continue
		}
		if h.State == Foreign {
			if err := os.Rename(h.File, f.before(h.Name)); err != nil {
				return changed, err
			}
		}
		changed = true
		if err := files.Replace(h.File, []byte(Script(h.Name, program)), 0o755); err != nil {
			return changed, err
		}
	}
	return changed, nil
}

// Pending lists the hooks that Install would write for this program.
//
// Errors: those of the operating system.
func (f Folder) Pending(program string) (files []string, err error) {
	hooks, err := f.Look()
	for i := range hooks {
		if h := &hooks[i]; h.State != Installed || h.Program != program || !runs(h.File) {
			files = append(files, h.File)
		}
	}
	return files, err
}

// madeName is the file that records how many folders were made for the hooks: the folder
// itself, the one around it, and so on.
const madeName = ".claw-made"

// make makes the folder where it is not there, and notes what it made.
func (f Folder) make() error {
	made := 0
	for folder := f.Path; filepath.Dir(folder) != folder; folder = filepath.Dir(folder) {
		if _, err := os.Lstat(folder); err == nil {
			break
		}
		made++
	}
	if err := os.MkdirAll(f.Path, 0o755); err != nil || made == 0 {
		return err
	}
	return os.WriteFile(filepath.Join(f.Path, madeName), []byte(strconv.Itoa(made)+"\n"), 0o644)
}

// unmake removes the folders that were made for the hooks, as far as nothing is in them.
func (f Folder) unmake() {
	note := filepath.Join(f.Path, madeName)
	text, err := os.ReadFile(note)
	if err != nil {
		return
	}
	made, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	if err := os.Remove(note); err != nil {
		return
	}
	for folder := f.Path; made > 0 && os.Remove(folder) == nil; folder = filepath.Dir(folder) {
		made--
	}
}

// Uninstall takes the hooks of claw's out and puts back what was there before, as it
// was; it reports whether anything was changed. What is not claw's stays; a folder that was
// made for the hooks goes when nothing is left in it.
//
// Errors: those of the operating system.
func (f Folder) Uninstall() (changed bool, err error) {
	hooks, err := f.Look()
	if err != nil {
		return false, err
	}
	for i := range hooks {
		h := &hooks[i]
		switch {
		case h.State == Foreign:
			continue
		case h.Before != "":
			err = os.Rename(h.Before, h.File)
		case h.State == Absent:
			continue
		default:
			err = os.Remove(h.File)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return changed, err
		}
		changed = true
	}
	f.unmake()
	return changed, nil
}
