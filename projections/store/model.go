package store

import (
	"context"
	"errors"
	"fmt"
	"os"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/projections/store/generation"
	"github.com/clawable/claw/projections/store/origin"
	"github.com/clawable/claw/projections/store/tables"
	"github.com/clawable/claw/projections/store/writer"
)

// model is the read model of a log in the file of one generation, or in memory.
type model struct {
	log    origin.Log
	files  generation.Files
	conn   *sqlite.Conn      // nil before it is opened
	opened int               // generation of conn; 0 in memory
	at     tables.Checkpoint // of conn, as of when it was opened or brought on
}

// detach lets go of the file alone.
func (m *model) detach() error {
	if m.conn == nil {
		return nil
	}
	err := m.conn.Close()
	m.conn, m.opened, m.at = nil, 0, tables.Checkpoint{}
	if err != nil {
		return fmt.Errorf("close the read model: %w", err)
	}
	return nil
}

// attach opens the newest generation, unless it is open, and reads its checkpoint.
// usable is false when there is none, or none that this program can read.
//
// Errors: kind unavailable for one that a newer program made; it stays as it is.
func (m *model) attach(ctx context.Context) (usable bool, err error) {
	if m.opened == 0 && m.conn != nil {
		return true, nil // in memory
	}
	newest, err := m.files.Newest()
	if err != nil || newest == 0 {
		return false, err
	}
	if m.conn == nil || m.opened != newest {
		if err := m.detach(); err != nil {
			return false, err
		}
		if err := m.open(newest); err != nil {
			return false, nil
		}
	}
	m.conn.SetInterrupt(ctx.Done())
	at, err := tables.ReadCheckpoint(m.conn)
	if err == nil && tables.IsNewer(at.Format) {
		if err := m.detach(); err != nil {
			return false, err
		}
		return false, tables.RefuseNewer("read model", m.files.Generation(newest), at.Format, tables.FormatNow())
	}
	if _, gone := os.Stat(m.files.Generation(newest)); err != nil || gone != nil || at.Format != tables.FormatNow() {
		return false, errors.Join(m.detach(), ctx.Err())
	}
	m.at = at
	return true, nil
}

// open opens a generation, after detach.
func (m *model) open(generation int) error {
	conn, err := tables.OpenFile(m.files.Generation(generation))
	if err != nil {
		return err
	}
	m.conn, m.opened = conn, generation
	return nil
}

// usable opens the newest generation and reports whether it is of a beginning of the log.
func (m *model) usable(ctx context.Context, head origin.Head) (bool, error) {
	ok, err := m.attach(ctx)
	if err != nil || !ok {
		return false, err
	}
	return m.follows(ctx, head)
}

// follows reports whether the read model is of a beginning of the log.
func (m *model) follows(ctx context.Context, head origin.Head) (bool, error) {
	return m.at.Follows(ctx, m.log, head)
}

// resume adds what is new, in one transaction with the checkpoint.
func (m *model) resume(ctx context.Context) error {
	at, err := writer.Resume(ctx, m.conn, m.log, m.at)
	m.at = at
	return err
}

// fillMemory builds the read model in memory.
func (m *model) fillMemory(ctx context.Context, head origin.Head) error {
	conn, at, err := writer.InMemory(ctx, m.log, head)
	if err == nil {
		m.conn, m.at = conn, at
	}
	return err
}

// discard removes every file of the read model that may hold what was erased; the next
// generation is empty and has to be built. Its caller holds the lock.
func (m *model) discard() error {
	if err := m.detach(); err != nil {
		return err
	}
	newest, err := m.files.Newest()
	if err != nil {
		return err
	}
	if err := m.files.Skip(newest); err != nil {
		return err
	}
	m.files.Sweep(newest + 1)
	return nil
}
