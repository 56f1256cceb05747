package spool

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// Spool is the folder of one log. It has no state of its own: any number of processes
// may put at once.
type Spool struct{ folder string }

// In is the spool in a folder, which is made when it is needed.
func In(folder string) Spool { return Spool{folder} }

const (
	begun    = "." // before the name
	waiting  = ".jsonl"
	refused  = ".refused"
	lockName = ".lock"
)

// puts numbers the files of this process.
var puts atomic.Uint64

// Put lays drafts aside. When it returns nil they are durable.
//
// Errors: those of the operating system; drafts whose data are not JSON.
func (s Spool) Put(at time.Time, drafts []domain.Draft) error {
	var content bytes.Buffer
	for i := range drafts {
		line, err := eventlog.DraftLine(&drafts[i])
		if err != nil {
			return err
		}
		content.Write(append(line, '\n'))
	}
	if err := os.MkdirAll(s.folder, 0o700); err != nil {
		return fmt.Errorf("make spool: %w", err)
	}
	name := fmt.Sprintf("%020d-%d-%d", max(at.UnixNano(), 0), os.Getpid(), puts.Add(1))
	temporary := filepath.Join(s.folder, begun+name)
	if err := write(temporary, content.Bytes()); err != nil {
		return errors.Join(fmt.Errorf("lay drafts aside: %w", err), remove(temporary))
	}
	if err := os.Rename(temporary, filepath.Join(s.folder, name+waiting)); err != nil {
		return errors.Join(fmt.Errorf("lay drafts aside: %w", err), remove(temporary))
	}
	return s.syncFolder()
}

// write makes a new file durable; what a crash here leaves [Spool.Drain] looks at.
func write(name string, content []byte) error {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

func (s Spool) syncFolder() error {
	f, err := os.Open(s.folder)
	if err != nil {
		return fmt.Errorf("open spool: %w", err)
	}
	if err := f.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, os.ErrPermission) {
		return errors.Join(fmt.Errorf("sync spool: %w", err), f.Close())
	}
	return f.Close()
}

func remove(name string) error {
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove from spool: %w", err)
	}
	return nil
}

// Content is what lies in a spool.
type Content struct {
	Waiting []string // names of files, the oldest first
	Refused []string
	Begun   []string // being written, or left by a process that was killed
}

// List looks into the spool; one that is not there is empty.
//
// Errors: those of the operating system.
func (s Spool) List() (c Content, err error) {
	entries, err := os.ReadDir(s.folder)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, fmt.Errorf("read spool: %w", err)
	}
	for _, e := range entries {
		switch name := e.Name(); {
		case name == lockName:
		case strings.HasPrefix(name, begun):
			c.Begun = append(c.Begun, name)
		case strings.HasSuffix(name, waiting):
			c.Waiting = append(c.Waiting, name)
		case strings.HasSuffix(name, refused):
			c.Refused = append(c.Refused, name)
		}
	}
	slices.SortFunc(c.Waiting, older)
	return c, nil
}

// older orders names by time, then by process and number.
func older(a, b string) int {
	return cmp.Or(cmp.Compare(len(stamp(a)), len(stamp(b))), strings.Compare(stamp(a), stamp(b)), cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

func stamp(name string) string {
	digits, _, _ := strings.Cut(name, "-")
	return digits
}

// Folder is where the spool lies.
func (s Spool) Folder() string { return s.folder }
