package spool

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/internal/files"
)

// ErrBusy reports that another caller drains the spool: its content may not be in the log yet. A caller that
// appends nevertheless appends before it.
var ErrBusy = errors.New("the spool is being drained")

// Drain hands the files in the spool to take, in order, and removes those that take accepted; it returns their
// number. Only one drains at a time. A crash between take and the removal hands the same drafts to take again,
// with the same ids.
//
// A file that holds no drafts, or whose drafts take says are invalid
// ([eventlog.ErrInvalid]), is kept as refused and holds nothing up.
//
// Errors: [ErrBusy]; the first other one of take, which ends it; those of the operating
// system.
func (s Spool) Drain(ctx context.Context, take func([]domain.Draft) error) (taken int, err error) {
	c, err := s.List()
	waits := slices.Concat(c.Waiting, left(c.Begun))
	if err != nil || len(waits) == 0 {
		return 0, err
	}
	folders, release, err := s.lock(waits)
	defer func() { err = errors.Join(err, release()) }()
	if err != nil {
		return 0, err
	}
	if c, err = (Spool{folders}).takeOver(); err != nil { // what another one has drained meanwhile is gone
		return 0, err
	}
	for _, file := range c.Waiting {
		if err := ctx.Err(); err != nil {
			return taken, err
		}
		took, err := drainOne(file, take)
		if err != nil {
			return taken, err
		}
		if took {
			taken++
		}
	}
	return taken, nil
}

// lock takes the locks of the folders in which files wait, and returns these folders.
//
// Errors: [ErrBusy]; those of the operating system.
func (s Spool) lock(waiting []string) (locked []folder, release func() error, err error) {
	var held []*files.Lock
	release = func() (err error) {
		for _, l := range held {
			err = errors.Join(err, l.Release())
		}
		return err
	}
	for _, f := range s.folders {
		if !slices.ContainsFunc(waiting, func(file string) bool { return file == f.file(filepath.Base(file)) }) {
			continue
		}
		lock, err := files.TryLockFile(f.file(lockName))
		if err != nil {
			return nil, release, err
		}
		if lock == nil {
			return nil, release, ErrBusy
		}
		locked, held = append(locked, f), append(held, lock)
	}
	return locked, release, nil
}

// abandoned is how long a file is being written at the most.
const abandoned = time.Hour

// left returns those of the files being written that no process writes any more.
func left(begun []string) (left []string) {
	for _, name := range begun {
		if info, err := os.Lstat(name); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > abandoned {
			left = append(left, name)
		}
	}
	return left
}

// takeOver lists the spool, in which what killed processes left waits like the rest: a file that
// was written to its end holds events, another one is refused and kept.
func (s Spool) takeOver() (Content, error) {
	c, err := s.List()
	if err != nil {
		return c, err
	}
	over := left(c.Begun)
	for _, name := range over {
		folder, file := filepath.Split(name)
		if err := os.Rename(name, folder+strings.TrimPrefix(file, begun)+waiting); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return c, fmt.Errorf("take over what was left in the spool: %w", err)
		}
	}
	if len(over) == 0 {
		return c, nil
	}
	return s.List()
}

func drainOne(file string, take func([]domain.Draft) error) (taken bool, err error) {
	content, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("read spool: %w", err)
	}
	drafts, err := parse(content)
	if err == nil {
		err = take(drafts)
	} else {
		err = errors.Join(eventlog.ErrInvalid, err)
	}
	switch {
	case errors.Is(err, eventlog.ErrInvalid):
		if err := os.Rename(file, strings.TrimSuffix(file, waiting)+refused); err != nil {
			return false, fmt.Errorf("set refused drafts aside: %w", err)
		}
		return false, nil
	case err != nil:
		return false, err
	}
	return true, remove(file)
}

func parse(content []byte) (drafts []domain.Draft, err error) {
	for line := range bytes.Lines(content) {
		d, err := eventlog.ParseDraft(line)
		if err != nil {
			return nil, err
		}
		drafts = append(drafts, d)
	}
	return drafts, nil
}
