package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/internal/files"
	"github.com/clawable/claw/projections/store/generation"
)

// Options are what a store may be told. The zero Options are usable.
type Options struct {
	// Patience is how long CatchUp waits for another process when there is something
	// to answer from, and a thirtieth of how long when there is not; 0: two seconds.
	Patience time.Duration
	// Memory keeps the read model in memory and touches no file.
	Memory bool
}

// Store is the read model of one log, as one verb uses it. It is not safe for use
// by several goroutines at once; any number of processes may use one file.
type Store struct {
	log      Log
	files    generation.Files
	options  Options
	held     *files.Lock  // see Hold; nil: each CatchUp takes the lock for itself
	conn     *sqlite.Conn // nil before the first CatchUp
	opened   int          // generation of conn; 0 in memory
	at       checkpoint   // of conn, as of the last CatchUp
	warnings []string
	stale    bool
}

// Status says what the answers of a store rest on.
type Status struct {
	Position uint64 `json:"as_of_position"`
	Log      string `json:"log"` // id
	// Stale says that another process was at work and had not come to the head in time.
	Stale bool `json:"stale,omitzero"`
	// Memory says that the read model could not be kept on disk.
	Memory   bool     `json:"memory,omitzero"`
	Path     string   `json:"path,omitzero"` // of the file in use
	Warnings []string `json:"warnings,omitzero"`
}

// New returns the store whose files are named after path; it does no I/O before CatchUp.
func New(path string, log Log, o Options) *Store {
	if o.Patience == 0 {
		o.Patience = 2 * time.Second
	}
	return &Store{log: log, files: generation.Files{Base: path}, options: o}
}

// Close lets go of the file, and of the lock if it is held.
func (s *Store) Close() error { return errors.Join(s.detach(), s.release()) }

// detach lets go of the file alone.
func (s *Store) detach() error {
	if s.conn == nil {
		return nil
	}
	err := s.conn.Close()
	s.conn, s.opened, s.at = nil, 0, checkpoint{}
	if err != nil {
		return fmt.Errorf("close the read model: %w", err)
	}
	return nil
}

// Status says what answers rest on now: where the last CatchUp or Look came to, also
// when it failed on the way.
func (s *Store) Status() Status {
	st := Status{Position: s.at.position.Number(), Log: s.at.log, Stale: s.stale, Memory: s.opened == 0, Warnings: s.warnings}
	if s.opened > 0 {
		st.Path = s.files.Generation(s.opened)
	}
	return st
}

// attach opens the newest generation, unless it is open, and reads its checkpoint.
// usable is false when there is none, or none that this program can read.
//
// Errors: kind unavailable for one that a newer program made; it stays as it is.
func (s *Store) attach(ctx context.Context) (usable bool, err error) {
	if s.opened == 0 && s.conn != nil {
		return true, nil // in memory
	}
	newest, err := s.files.Newest()
	if err != nil || newest == 0 {
		return false, err
	}
	if s.conn == nil || s.opened != newest {
		if err := s.detach(); err != nil {
			return false, err
		}
		if err := s.open(newest); err != nil {
			return false, nil
		}
	}
	s.conn.SetInterrupt(ctx.Done())
	at, err := readCheckpoint(s.conn)
	if err == nil && isNewer(at.format) {
		if err := s.detach(); err != nil {
			return false, err
		}
		return false, newerProgram("read model", s.files.Generation(newest), at.format, formatNow())
	}
	if _, gone := os.Stat(s.files.Generation(newest)); err != nil || gone != nil || at.format != formatNow() {
		return false, errors.Join(s.detach(), ctx.Err())
	}
	s.at = at
	return true, nil
}

// open opens a generation, after [Store.Close].
func (s *Store) open(generation int) error {
	conn, err := openFile(s.files.Generation(generation))
	if err != nil {
		return err
	}
	s.conn, s.opened = conn, generation
	return nil
}

// busyFor is how long SQLite waits for another process that recovers or closes the
// file; without it, for ever.
const busyFor = 2 * time.Second

func openFile(path string) (*sqlite.Conn, error) {
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		return nil, fmt.Errorf("open the read model: %w", err)
	}
	conn.SetBusyTimeout(busyFor)
	if err := pragmas(conn, "synchronous=NORMAL", "cache_size=-16000"); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}

// follows reports whether the read model is of a beginning of the log.
func (s *Store) follows(ctx context.Context, head Head) (bool, error) {
	return s.at.follows(ctx, s.log, head)
}
