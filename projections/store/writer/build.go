package writer

import (
	"context"
	"errors"
	"fmt"
	"os"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/files"
	"github.com/clawable/claw/projections/feed"
	"github.com/clawable/claw/projections/store/origin"
	"github.com/clawable/claw/projections/store/tables"
)

// inOneGo builds a read model from the beginning of a log. Where that meets an event that
// amends earlier ones, it begins again knowing all that do: few logs have any, and those that
// have none are not read twice.
func inOneGo(ctx context.Context, log origin.Log, build func(*feed.Amendments) error) error {
	err := build(feed.NewAmendments(nil, nil, nil))
	if !errors.Is(err, ErrAmended) {
		return err
	}
	by, err := feed.Scan(ctx, origin.Past{Source: log, Damaged: func(domain.Position) error { return nil }})
	if err != nil {
		return origin.Failed(fmt.Errorf("read the amendments of the log: %w", err))
	}
	return build(by)
}

// InMemory builds a read model in memory.
func InMemory(ctx context.Context, log origin.Log, head origin.Head) (conn *sqlite.Conn, at tables.Checkpoint, err error) {
	err = inOneGo(ctx, log, func(by *feed.Amendments) (err error) {
		if conn, err = sqlite.OpenConn(":memory:", sqlite.OpenReadWrite, sqlite.OpenCreate); err != nil {
			return fmt.Errorf("open a read model in memory: %w", err)
		}
		if at, err = fill(ctx, conn, log, head, by); err != nil {
			return errors.Join(err, conn.Close())
		}
		return nil
	})
	return conn, at, err
}

// WriteFile writes a whole read model and makes it durable.
func WriteFile(ctx context.Context, path string, log origin.Log, head origin.Head) error {
	return inOneGo(ctx, log, func(by *feed.Amendments) error { return writeOnce(ctx, path, log, head, by) })
}

func writeOnce(ctx context.Context, path string, log origin.Log, head origin.Head, by *feed.Amendments) error {
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
	err = tables.Pragmas(conn, "page_size=8192", "journal_mode=OFF", "synchronous=OFF", "locking_mode=EXCLUSIVE", "cache_size=-64000")
	if err == nil {
		_, err = fill(ctx, conn, log, head, by)
	}
	if err == nil {
		// The mode is a property of the file: whoever opens it finds it set.
		err = tables.Pragmas(conn, "locking_mode=NORMAL", "journal_mode=WAL")
	}
	if err = errors.Join(err, conn.Close()); err != nil {
		return fmt.Errorf("build the read model: %w", err)
	}
	return syncFile(path)
}

// fill makes the tables, folds the whole log into them and indexes them.
func fill(ctx context.Context, conn *sqlite.Conn, log origin.Log, head origin.Head, by *feed.Amendments) (at tables.Checkpoint, err error) {
	conn.SetInterrupt(ctx.Done())
	if err := sqlitex.ExecuteScript(conn, tables.Schema, nil); err != nil {
		return at, fmt.Errorf("make the tables: %w", err)
	}
	end := sqlitex.Transaction(conn)
	w := newWriter(ctx, conn, log, tables.Checkpoint{Format: tables.FormatNow(), Log: head.ID, Replay: head.Replay}, by, true)
	if err = w.run(ctx); err == nil {
		err = w.finish()
	}
	end(&err)
	if err != nil && ctx.Err() != nil { // SQLite reports that it was interrupted
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
