package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/files"
	"github.com/clawable/claw/projections"
)

// rebuild writes a new generation from the beginning of the log: without a
// journal, indexes last. A crash leaves a file that the next rebuild removes;
// the name of a generation is given once the file is whole and durable.
func (s *Store) rebuild(ctx context.Context, head Head) error {
	newest, err := s.files.Newest()
	if err != nil {
		return err
	}
	if err := s.detach(); err != nil {
		return err
	}
	s.files.Sweep(newest)
	next := newest + 1
	fresh := s.files.Fresh(next)
	if err := writeFile(ctx, fresh, s.log, head); err != nil {
		_ = os.Remove(fresh) // what is left of it the next rebuild sweeps
		return err
	}
	if err := os.Rename(fresh, s.files.Generation(next)); err != nil {
		return fmt.Errorf("put the read model in place: %w", err)
	}
	if err := syncFolder(filepath.Dir(s.files.Base)); err != nil {
		return err
	}
	s.files.Sweep(next)
	if err := s.open(next); err != nil {
		return err
	}
	s.conn.SetInterrupt(ctx.Done())
	if s.at, err = readCheckpoint(s.conn); err != nil {
		return errors.Join(fmt.Errorf("read the new read model: %w", err), s.Close())
	}
	return nil
}

// inOneGo builds a read model from the beginning of a log. Where that meets an event that
// amends earlier ones, it begins again knowing all that do: few logs have any, and those that
// have none are not read twice.
func inOneGo(ctx context.Context, log Log, build func(*projections.Amendments) error) error {
	err := build(projections.NewAmendments(nil, nil, nil))
	if !errors.Is(err, errAmended) {
		return err
	}
	by, err := projections.Scan(ctx, past{log, func(domain.Position) error { return nil }})
	if err != nil {
		return logFailure{fmt.Errorf("read the amendments of the log: %w", err)}
	}
	return build(by)
}

// writeFile writes a whole read model and makes it durable.
func writeFile(ctx context.Context, path string, log Log, head Head) error {
	return inOneGo(ctx, log, func(by *projections.Amendments) error { return writeOnce(ctx, path, log, head, by) })
}

func writeOnce(ctx context.Context, path string, log Log, head Head, by *projections.Amendments) error {
	// Its owner's alone, as the log is; SQLite gives the side files the same mode.
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC|files.NoFollow, 0o600)
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return fmt.Errorf("make the read model: %w", err)
	}
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		return fmt.Errorf("make the read model: %w", err)
	}
	err = pragmas(conn, "page_size=8192", "journal_mode=OFF", "synchronous=OFF", "locking_mode=EXCLUSIVE", "cache_size=-64000")
	if err == nil {
		_, err = fill(ctx, conn, log, head, by)
	}
	if err == nil {
		// The mode is a property of the file: whoever opens it finds it set.
		err = pragmas(conn, "locking_mode=NORMAL", "journal_mode=WAL")
	}
	if err = errors.Join(err, conn.Close()); err != nil {
		return fmt.Errorf("build the read model: %w", err)
	}
	return syncFile(path)
}

// pragmas sets up a connection; they take no transaction around them.
func pragmas(conn *sqlite.Conn, settings ...string) error {
	for _, p := range settings {
		if err := sqlitex.ExecuteTransient(conn, "PRAGMA "+p, nil); err != nil {
			return fmt.Errorf("set up the read model: %w", err)
		}
	}
	return nil
}

// fill makes the tables, folds the whole log into them and indexes them.
func fill(ctx context.Context, conn *sqlite.Conn, log Log, head Head, by *projections.Amendments) (at checkpoint, err error) {
	conn.SetInterrupt(ctx.Done())
	if err := sqlitex.ExecuteScript(conn, schema, nil); err != nil {
		return at, fmt.Errorf("make the tables: %w", err)
	}
	end := sqlitex.Transaction(conn)
	w := newWriter(ctx, conn, log, checkpoint{format: formatNow(), log: head.ID, replay: head.Replay}, by, true)
	if err = w.run(ctx); err == nil {
		err = w.finish()
	}
	end(&err)
	if err != nil && ctx.Err() != nil { // SQLite says that it was interrupted
		err = errors.Join(ctx.Err(), err)
	}
	return w.at, err
}

func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("sync the read model: %w", err)
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("sync the read model: %w", err)
	}
	return nil
}

// syncFolder makes a rename durable; Windows has no such call and needs none.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("sync the folder of the read model: %w", err)
	}
	if err := errors.Join(d.Sync(), d.Close()); err != nil {
		return fmt.Errorf("sync the folder of the read model: %w", err)
	}
	return nil
}
