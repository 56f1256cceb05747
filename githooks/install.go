package githooks

import (
	"errors"
	"io/fs"
	"os"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/leftover"
)

// Install writes the hooks, each so that it runs this program, and reports whether
// anything was changed. Another hook that is there is kept beside and goes first. A crash
// leaves each hook as it was, set aside, or installed; installing again goes on from there.
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
	if err := os.MkdirAll(f.Path, 0o755); err != nil {
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
		if err := f.write(h.File, Script(h.Name, program)); err != nil {
			return changed, err
		}
	}
	return changed, nil
}

// write puts a script in its place: who runs it meanwhile runs the old one or the new one.
func (f Folder) write(file, text string) error {
	leftover.Clear(f.Path, ".claw-")
	temporary, err := os.CreateTemp(f.Path, ".claw-*")
	if err != nil {
		return err
	}
	_, err = temporary.WriteString(text)
	err = errors.Join(err, temporary.Chmod(0o755), temporary.Sync(), temporary.Close())
	if err == nil {
		err = os.Rename(temporary.Name(), file)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary.Name()))
	}
	return nil
}

// Uninstall takes the hooks of claw's out and puts back what was there before, as it
// was; it reports whether anything was changed. What is not claw's stays.
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
	return changed, nil
}
