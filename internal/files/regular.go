package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// ErrNotRegular means that a name leads to a pipe or a device.
var ErrNotRegular = errors.New("is no regular file")

// ErrTooLarge means that a file is larger than what it is read for.
var ErrTooLarge = errors.New("is too large")

// ReadRegular returns the content of a file of at most most bytes. It follows links. It is for names that others chose,
// such as those in a cloned folder: a pipe without a writer or a device without an end is refused, not waited for.
//
// Errors: [ErrNotRegular]; [ErrTooLarge]; those of [os.ReadFile], such as [fs.ErrNotExist] and, for a folder,
// [syscall.EISDIR].
func ReadRegular(file string, most int64) ([]byte, error) {
	f, err := os.OpenFile(file, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a pipe would wait for a writer
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, &fs.PathError{Op: "read", Path: file, Err: syscall.EISDIR}
	case !info.Mode().IsRegular():
		return nil, &fs.PathError{Op: "read", Path: file, Err: ErrNotRegular}
	}
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(text)) > most {
		err = &fs.PathError{Op: "read", Path: file, Err: fmt.Errorf("%w: more than %d bytes", ErrTooLarge, most)}
	}
	if err != nil {
		return nil, err
	}
	return text, nil
}
