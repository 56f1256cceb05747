package spool

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/filelock"
)

// ErrBusy says that somebody else drains: what lay in the spool may not be in the log yet.
// Who appends nevertheless appends before it.
var ErrBusy = errors.New("the spool is being drained")

// Drain hands what lies in the spool to take, in order, and removes what take took; it
// returns how many files that were. Only one drains at a time. A crash between take and the removal hands the same drafts to take
// again, with the same ids.
//
// A file that holds no drafts, or whose drafts take says are invalid
// ([eventlog.ErrInvalid]), is kept as refused and holds nothing up.
//
// Errors: [ErrBusy]; the first other one of take, which ends it; those of the operating
// system.
func (s Spool) Drain(ctx context.Context, take func([]domain.Draft) error) (taken int, err error) {
	if c, err := s.List(); err != nil || len(c.Waiting) == 0 && len(s.left(c.Begun)) == 0 {
		return 0, err
	}
	lock, err := filelock.Try(filepath.Join(s.folder, lockName))
	if err != nil {
		return 0, err
	}
	if lock == nil {
		return 0, ErrBusy
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	c, err := s.takeOver() // what another one has drained meanwhile is gone
	if err != nil {
		return 0, err
	}
	for _, name := range c.Waiting {
		if err := ctx.Err(); err != nil {
			return taken, err
		}
		took, err := s.drainOne(name, take)
		if err != nil {
			return taken, err
		}
		if took {
			taken++
		}
	}
	return taken, nil
}

// abandoned is how long a file is being written at the most.
const abandoned = time.Hour

// left returns those of the files being written that nobody writes any more.
func (s Spool) left(begun []string) (left []string) {
	for _, name := range begun {
		if info, err := os.Lstat(filepath.Join(s.folder, name)); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > abandoned {
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
	left := s.left(c.Begun)
	for _, name := range left {
		to := strings.TrimPrefix(name, begun) + waiting
		if err := os.Rename(filepath.Join(s.folder, name), filepath.Join(s.folder, to)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return c, fmt.Errorf("take over what was left in the spool: %w", err)
		}
	}
	if len(left) == 0 {
		return c, nil
	}
	return s.List()
}

func (s Spool) drainOne(name string, take func([]domain.Draft) error) (taken bool, err error) {
	file := filepath.Join(s.folder, name)
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
