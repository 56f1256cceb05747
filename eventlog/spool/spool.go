package spool

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// Spool is the folders of one log, of which the first that can be written takes drafts. It has
// no state itself: any number of processes may put at once.
type Spool struct{ folders []folder }

// In is the spool in a folder, which is made when it is needed.
func In(path string) Spool { return Spool{[]folder{{path, false}}} }

// Or is the spool with one more folder, for when those before cannot be written. It is one
// in a place that is not claw's own: nothing is believed there while others may enter it.
func (s Spool) Or(path string) Spool {
	return Spool{append(slices.Clip(s.folders), folder{path, true})}
}

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
// Errors: those of the operating system, when no folder takes them; drafts whose data are not JSON.
func (s Spool) Put(at time.Time, drafts []domain.Draft) error {
	var content bytes.Buffer
	for i := range drafts {
		line, err := eventlog.DraftLine(&drafts[i])
		if err != nil {
			return err
		}
		content.Write(append(line, '\n'))
	}
	name := fmt.Sprintf("%020d-%d-%d", max(at.UnixNano(), 0), os.Getpid(), puts.Add(1))
	var failed error
	for _, f := range s.folders {
		err := f.put(name, content.Bytes())
		if err == nil {
			return nil
		}
		failed = errors.Join(failed, err)
	}
	return failed
}

// folder is one of the folders of a spool.
type folder struct {
	path    string
	guarded bool // it may be another's work, and is looked at before it is used
}

func (in folder) file(name string) string { return filepath.Join(in.path, name) }

func (in folder) put(name string, content []byte) error {
	if err := os.MkdirAll(in.path, private); err != nil {
		return fmt.Errorf("make spool: %w", err)
	}
	if err := in.own(); err != nil {
		return err
	}
	temporary := in.file(begun + name)
	if err := write(temporary, content); err != nil {
		return errors.Join(fmt.Errorf("lay drafts aside: %w", err), remove(temporary))
	}
	if err := os.Rename(temporary, in.file(name+waiting)); err != nil {
		return errors.Join(fmt.Errorf("lay drafts aside: %w", err), remove(temporary))
	}
	return in.sync()
}

// private is the mode of a folder that holds what its log will believe.
const private = 0o700

// own refuses a guarded folder that other users may enter: files in it would come into the log as
// if hooks had laid them aside.
func (in folder) own() error {
	if !in.guarded {
		return nil
	}
	info, err := os.Lstat(in.path)
	if err != nil {
		return fmt.Errorf("look at spool: %w", err)
	}
	if !info.IsDir() || runtime.GOOS != "windows" && info.Mode().Perm()&^private != 0 {
		return &domain.Error{Kind: domain.ErrPolicy, Operation: "look at spool", Target: in.path,
			Message: "is no folder that is yours alone, so that others may have put events there", Hint: "look at what lies there, then remove it, or: chmod 700 " + in.path}
	}
	return nil
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

func (in folder) sync() error {
	f, err := os.Open(in.path)
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

// Content is what is in a spool.
type Content struct {
	Waiting []string // files, the oldest first
	Refused []string
	Begun   []string // being written, or left by a process that was killed
	// Closed is why folders could not be looked into while others could, nil for none.
	Closed error
}

// List looks into the spool; one that is not there is empty.
//
// Errors: those of the operating system, and kind policy for a folder that others may write,
// where no folder of the spool can be looked into.
func (s Spool) List() (c Content, err error) {
	open := 0
	for _, f := range s.folders {
		if err := f.list(&c); err != nil {
			c.Closed = errors.Join(c.Closed, err)
			continue
		}
		open++
	}
	slices.SortFunc(c.Waiting, older)
	if open == 0 {
		return c, c.Closed
	}
	return c, nil
}

// list adds the files in the folder.
func (in folder) list(c *Content) error {
	entries, err := os.ReadDir(in.path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) { // nothing can lie there
		return nil
	}
	if err != nil {
		return fmt.Errorf("read spool: %w", err)
	}
	if len(entries) == 0 {
		return nil
	}
	if err := in.own(); err != nil {
		return err
	}
	for _, e := range entries {
		switch name := e.Name(); {
		case name == lockName:
		case strings.HasPrefix(name, begun):
			c.Begun = append(c.Begun, in.file(name))
		case strings.HasSuffix(name, waiting):
			c.Waiting = append(c.Waiting, in.file(name))
		case strings.HasSuffix(name, refused):
			c.Refused = append(c.Refused, in.file(name))
		}
	}
	return nil
}

// older orders files by time, then by process and number.
func older(a, b string) int {
	a, b = filepath.Base(a), filepath.Base(b)
	return cmp.Or(cmp.Compare(len(stamp(a)), len(stamp(b))), strings.Compare(stamp(a), stamp(b)), cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

func stamp(name string) string {
	digits, _, _ := strings.Cut(name, "-")
	return digits
}

// Folder is the folder of the spool: the first of its folders that exists, or the first of all
// while none does.
func (s Spool) Folder() string {
	for _, f := range s.folders {
		if _, err := os.Stat(f.path); err == nil {
			return f.path
		}
	}
	return s.folders[0].path
}
