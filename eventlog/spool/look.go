package spool

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// Waiting counts what is in a spool.
type Waiting struct {
	Files   int       // that wait for the log
	Events  int       // in these files
	Since   time.Time // when the oldest was laid aside; zero without one
	Refused int       // files that the log would not take
}

// Look counts what is in the spool; a file that is drained meanwhile is not counted.
//
// Errors: those of the operating system.
func (s Spool) Look() (w Waiting, err error) {
	c, err := s.List()
	if err != nil {
		return w, err
	}
	w.Refused = len(c.Refused)
	for _, name := range c.Waiting {
		content, err := os.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return w, fmt.Errorf("read spool: %w", err)
		}
		if w.Files++; w.Files == 1 {
			w.Since = laidAside(filepath.Base(name))
		}
		w.Events += bytes.Count(content, []byte{'\n'})
	}
	return w, nil
}

// laidAside is the time in the name of a file; zero when the name has none.
func laidAside(name string) time.Time {
	nanoseconds, err := strconv.ParseInt(stamp(name), 10, 64)
	if err != nil {
		return time.Time{}
	}
	return time.Unix(0, nanoseconds).UTC()
}
