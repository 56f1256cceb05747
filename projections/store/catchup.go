package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/internal/files"
	"github.com/clawable/claw/projections/store/generation"
	"github.com/clawable/claw/projections/store/origin"
	"github.com/clawable/claw/projections/store/writer"
)

// rebuildAbove is how many events behind the head a rebuild is faster than going
// on, unless the read model holds far more already.
const rebuildAbove = 50_000

// CatchUp brings the read model to the head of the log as it is at the call, or
// waits until another process has: two seconds at most when there is something
// to answer from, which is then stale, a minute when there is not. Where no file can be written, or none more
// on a full disk, the read model is built in memory, with a warning. A store that
// holds the lock does neither: it brings the read model on, or says why not.
//
// Errors: those of the log; kind unavailable when the wait was in vain, or when a newer program made the read model; kind policy
// for a symbolic link among the files of the read model. It stays as it was.
func (s *Store) CatchUp(ctx context.Context) (Status, error) {
	head, err := s.model.log.Head(ctx)
	if err != nil {
		return Status{}, fmt.Errorf("read the head of the log: %w", err)
	}
	s.stale = false
	if s.held != nil {
		return s.advance(ctx)
	}
	if s.options.Memory || s.model.opened == 0 && s.model.conn != nil {
		return s.inMemory(ctx, head)
	}
	for began := time.Now(); ; {
		usable, err := s.model.usable(ctx, head)
		if err != nil {
			return Status{}, err
		}
		if usable && !head.Position.After(s.model.at.Position) {
			return s.Status(), nil
		}
		lock, err := generation.TryLock(s.model.files.Lock())
		switch {
		case err == nil && lock != nil:
			st, err := s.advanceUnder(ctx, lock)
			if unkept(err) {
				return s.fromMemory(ctx, head, err)
			}
			return st, err
		case unkept(err):
			return s.fromMemory(ctx, head, err)
		case err != nil:
			return Status{}, err
		case usable && time.Since(began) > s.options.Patience:
			s.stale = true
			return s.Status(), nil
		case time.Since(began) > generation.Unanswered*s.options.Patience:
			return Status{}, generation.Busy(s.model.files.Lock())
		}
		select {
		case <-ctx.Done():
			return Status{}, fmt.Errorf("wait for the read model: %w", ctx.Err())
		case <-time.After(generation.Glance):
		}
	}
}

// unkept reports whether the place takes no file of ours, or no more of it.
func unkept(err error) bool {
	switch {
	case err == nil || origin.IsFailure(err):
		return false
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS), errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOSPC):
		return true
	}
	code := sqlite.ErrCode(err)
	return code == sqlite.ResultIOErrSHMSize || code.ToPrimary() == sqlite.ResultFull
}

// fromMemory answers from memory and warns why.
func (s *Store) fromMemory(ctx context.Context, head origin.Head, why error) (Status, error) {
	s.warnings = append(s.warnings, "the read model cannot be kept beside the log: "+why.Error())
	return s.inMemory(ctx, head)
}

// advanceUnder is advance, and gives the lock back.
func (s *Store) advanceUnder(ctx context.Context, lock *files.Lock) (st Status, err error) {
	defer func() { err = errors.Join(err, lock.Release()) }()
	return s.advance(ctx)
}

// advance brings the read model to the head. The lock is held.
func (s *Store) advance(ctx context.Context) (Status, error) {
	head, err := s.model.log.Head(ctx)
	if err != nil {
		return Status{}, fmt.Errorf("read the head of the log: %w", err)
	}
	usable, err := s.model.usable(ctx, head)
	if err != nil {
		return Status{}, err
	}
	behind := head.Position.Number() - s.model.at.Position.Number()
	if usable && (behind <= rebuildAbove || behind < s.model.at.Position.Number()/4) {
		err := s.model.resume(ctx)
		if err == nil {
			return s.Status(), nil
		}
		if origin.IsFailure(err) || unkept(err) || ctx.Err() != nil {
			return Status{}, err
		}
		if errors.Is(err, writer.ErrErased) { // and for an amendment what is there answers until it is built anew
			if err := s.model.discard(); err != nil {
				return Status{}, err
			}
		}
	}
	if err := s.model.rebuild(ctx, head); err != nil {
		return Status{}, err
	}
	return s.Status(), nil
}

// inMemory builds the read model in memory, or brings the one that is there further.
func (s *Store) inMemory(ctx context.Context, head origin.Head) (Status, error) {
	if s.model.opened > 0 {
		if err := s.model.detach(); err != nil {
			return Status{}, err
		}
	}
	if s.model.conn != nil {
		s.model.conn.SetInterrupt(ctx.Done()) // that of an earlier call may have ended
		if ok, err := s.model.follows(ctx, head); err != nil {
			return Status{}, err
		} else if ok {
			if err := s.model.resume(ctx); !errors.Is(err, writer.ErrErased) && !errors.Is(err, writer.ErrAmended) {
				return s.Status(), err
			}
		}
		if err := s.model.detach(); err != nil {
			return Status{}, err
		}
	}
	err := s.model.fillMemory(ctx, head)
	return s.Status(), err
}
