package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// temporary is the prefix of the names under which new content is written.
const temporary = ".claw-"

// Replace writes text to a new file beside file and renames it to file: a reader sees the
// old content or the new, whole, and so does one after a crash. The folder must exist.
//
// Errors: those of the operating system; file is then as it was.
func Replace(file string, text []byte, mode fs.FileMode) error {
	return replace(file, text, mode, (*os.File).Sync)
}

// ReplaceCached is [Replace] for content that can be made again: it does not wait for the
// disk, and after a crash of the machine the file may be empty.
func ReplaceCached(file string, text []byte, mode fs.FileMode) error {
	return replace(file, text, mode, func(*os.File) error { return nil })
}

func replace(file string, text []byte, mode fs.FileMode, sync func(*os.File) error) error {
	folder := filepath.Dir(file)
	Clear(folder, temporary)
	next, err := os.CreateTemp(folder, temporary+"*")
	if failed := (*fs.PathError)(nil); errors.As(err, &failed) {
		failed.Path = file // the person named it, and not the temporary one
	}
	if err != nil {
		return err
	}
	_, err = next.Write(text)
	err = errors.Join(err, next.Chmod(mode), sync(next), next.Close())
	if err == nil {
		err = os.Rename(next.Name(), file)
	}
	if err != nil {
		return errors.Join(err, os.Remove(next.Name()))
	}
	return nil
}
