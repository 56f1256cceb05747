package store

import (
	"context"
	"fmt"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/projections/store/generation"
)

// Hold takes the lock of the read model until Close, and waits for verbs that have it as
// long as CatchUp waits for others. While it is held, CatchUp updates the read model
// without taking it, and other processes answer from what is there.
//
// Errors: kind unavailable when another process did not release it; kind policy for a
// symbolic link; those of the operating system and of ctx.
func (s *Store) Hold(ctx context.Context) error {
	for began := time.Now(); s.held == nil; {
		lock, err := generation.TryLock(s.model.files.Lock())
		switch {
		case err != nil:
			return err
		case lock != nil:
			s.held = lock
			return nil
		case time.Since(began) > s.options.Patience:
			return &domain.Error{Kind: domain.ErrUnavailable, Operation: "hold the read model", Target: s.model.files.Lock(), Retryable: true,
				Message: "another process writes it", Next: domain.Step{Code: nextstep.FindModelWriter}}
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait for the read model: %w", ctx.Err())
		case <-time.After(generation.Glance):
		}
	}
	return nil
}

func (s *Store) release() error {
	if s.held == nil {
		return nil
	}
	err := s.held.Release()
	s.held = nil
	return err
}

// Rebuild builds the read model anew from the beginning of the log and puts it in
// the place of the one that is there, from which others answer until then. The lock
// must be held.
//
// Errors: those of the log and of the operating system; kind unavailable for a read model
// that a newer program made; what was there stays.
func (s *Store) Rebuild(ctx context.Context) (Status, error) {
	if _, err := s.model.attach(ctx); err != nil {
		return Status{}, err
	}
	head, err := s.model.log.Head(ctx)
	if err != nil {
		return Status{}, fmt.Errorf("read the head of the log: %w", err)
	}
	if err := s.model.rebuild(ctx, head); err != nil {
		return Status{}, err
	}
	return s.Status(), nil
}

// Look opens the read model as it is and does not advance it; false when there is
// none of this log that this program can read.
//
// Errors: those of the log; kind unavailable for a read model that a newer program made.
func (s *Store) Look(ctx context.Context) (Status, bool, error) {
	head, err := s.model.log.Head(ctx)
	if err != nil {
		return Status{}, false, fmt.Errorf("read the head of the log: %w", err)
	}
	usable, err := s.model.usable(ctx, head)
	s.stale = usable && head.Position.After(s.model.at.Position)
	return s.Status(), usable, err
}
