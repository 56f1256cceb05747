package store

import (
	"errors"
	"fmt"

	"github.com/clawable/claw/domain"
)

// errErased says that the log erased data which the read model may hold: it is built
// anew rather than brought further.
var errErased = errors.New("store: data were erased from the log")

// erases reports whether an event says that data of an earlier one are gone.
func erases(e *domain.Event) bool { return e.Kind == (domain.LogDataErased{}).Kind() }

// discard removes every file of the read model that may hold what was erased; the next
// generation is empty and has to be built. Its caller holds the lock.
func (s *Store) discard() error {
	if err := s.detach(); err != nil {
		return err
	}
	newest, err := s.files.Newest()
	if err != nil {
		return err
	}
	if err := s.files.Skip(newest); err != nil {
		return err
	}
	s.files.Sweep(newest + 1)
	return nil
}

// DropSearch removes the full text index, which the next search builds anew: rows that
// were deleted from it may have left bytes in its files.
func (s *Store) DropSearch() error {
	if err := removeIndex(s.files.Search()); err != nil {
		return fmt.Errorf("remove the search index: %w", err)
	}
	return nil
}
