package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/files"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store/generation"
)

// glance is how often a waiting process looks whether another one is done.
const glance = 5 * time.Millisecond

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
	head, err := s.log.Head(ctx)
	if err != nil {
		return Status{}, fmt.Errorf("read the head of the log: %w", err)
	}
	s.stale = false
	if s.held != nil {
		return s.advance(ctx)
	}
	if s.options.Memory || s.opened == 0 && s.conn != nil {
		return s.inMemory(ctx, head)
	}
	for began := time.Now(); ; {
		usable, err := s.usable(ctx, head)
		if err != nil {
			return Status{}, err
		}
		if usable && !head.Position.After(s.at.position) {
			return s.Status(), nil
		}
		lock, err := generation.TryLock(s.files.Lock())
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
		case time.Since(began) > unanswered*s.options.Patience:
			return Status{}, busy(s.files.Lock())
		}
		select {
		case <-ctx.Done():
			return Status{}, fmt.Errorf("wait for the read model: %w", ctx.Err())
		case <-time.After(glance):
		}
	}
}

// unanswered is how many times as long one waits when there is nothing to answer from.
const unanswered = 30

func busy(lock string) error {
	return &domain.Error{Kind: domain.ErrUnavailable, Operation: "bring the read model to the head", Target: lock, Retryable: true,
		Message: "another process holds the read model, and there is no older one to answer from", Hint: "try again"}
}

func (s *Store) usable(ctx context.Context, head Head) (bool, error) {
	ok, err := s.attach(ctx)
	if err != nil || !ok {
		return false, err
	}
	return s.follows(ctx, head)
}

// unkept reports whether the place takes no file of ours, or no more of it.
func unkept(err error) bool {
	switch {
	case err == nil || ofLog(err):
		return false
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS), errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOSPC):
		return true
	}
	code := sqlite.ErrCode(err)
	return code == sqlite.ResultIOErrSHMSize || code.ToPrimary() == sqlite.ResultFull
}

// fromMemory answers from memory and warns why.
func (s *Store) fromMemory(ctx context.Context, head Head, why error) (Status, error) {
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
	head, err := s.log.Head(ctx)
	if err != nil {
		return Status{}, fmt.Errorf("read the head of the log: %w", err)
	}
	usable, err := s.usable(ctx, head)
	if err != nil {
		return Status{}, err
	}
	behind := head.Position.Number() - s.at.position.Number()
	if usable && (behind <= rebuildAbove || behind < s.at.position.Number()/4) {
		err := s.resume(ctx)
		if err == nil {
			return s.Status(), nil
		}
		if ofLog(err) || unkept(err) || ctx.Err() != nil {
			return Status{}, err
		}
		if errors.Is(err, errErased) { // and for an amendment what is there answers until it is built anew
			if err := s.discard(); err != nil {
				return Status{}, err
			}
		}
	}
	if err := s.rebuild(ctx, head); err != nil {
		return Status{}, err
	}
	return s.Status(), nil
}

// resume adds what is new, in one transaction with the checkpoint. What came before
// a place where the log cannot be read stays.
func (s *Store) resume(ctx context.Context) (err error) {
	end, err := sqlitex.ImmediateTransaction(s.conn)
	if err != nil {
		return fmt.Errorf("write the read model: %w", err)
	}
	by, err := readAmendments(s.conn)
	if err != nil {
		end(&err)
		return err
	}
	w := newWriter(ctx, s.conn, s.log, s.at, by, false)
	var stopped error
	if err = w.run(ctx); ofLog(err) && ctx.Err() == nil {
		stopped, err = err, w.flush()
	}
	if err == nil {
		err = w.finish()
	}
	end(&err)
	if err != nil {
		return err
	}
	s.at = w.at
	return stopped
}

// inMemory builds the read model in memory, or brings the one that is there further.
func (s *Store) inMemory(ctx context.Context, head Head) (Status, error) {
	if s.opened > 0 {
		if err := s.detach(); err != nil {
			return Status{}, err
		}
	}
	if s.conn != nil {
		if ok, err := s.follows(ctx, head); err != nil {
			return Status{}, err
		} else if ok {
			if err := s.resume(ctx); !errors.Is(err, errErased) && !errors.Is(err, errAmended) {
				return s.Status(), err
			}
		}
		if err := s.detach(); err != nil {
			return Status{}, err
		}
	}
	err := inOneGo(ctx, s.log, func(by *projections.Amendments) error { return s.fillMemory(ctx, head, by) })
	return s.Status(), err
}

// fillMemory builds the read model in memory.
func (s *Store) fillMemory(ctx context.Context, head Head, by *projections.Amendments) error {
	conn, err := sqlite.OpenConn(":memory:", sqlite.OpenReadWrite, sqlite.OpenCreate)
	if err != nil {
		return fmt.Errorf("open a read model in memory: %w", err)
	}
	if s.at, err = fill(ctx, conn, s.log, head, by); err != nil {
		return errors.Join(err, conn.Close())
	}
	s.conn = conn
	return nil
}
