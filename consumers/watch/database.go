package watch

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/go-json-experiment/json"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
)

// database is the file of a cursor.
type database struct {
	conn *sqlite.Conn
	path string
}

// patience is how long one waits for another process to let go of a cursor.
const patience = 250 * time.Millisecond

// own takes the file for as long as it is open: SQLite keeps the lock of the first
// transaction.
func (c *database) own() error {
	for _, pragma := range []string{"locking_mode=EXCLUSIVE", "synchronous=FULL"} {
		if err := sqlitex.ExecuteTransient(c.conn, "PRAGMA "+pragma, nil); err != nil {
			return err
		}
	}
	return c.within(func() error { return sqlitex.ExecuteScript(c.conn, schema, nil) })
}

// within runs f in a transaction that is exclusive and durable.
func (c *database) within(f func() error) (err error) {
	end, err := sqlitex.ExclusiveTransaction(c.conn)
	if err != nil {
		return err
	}
	defer end(&err)
	return f()
}

// failed types an error of SQLite.
func (c *database) failed(verb string, err error) error {
	e := &domain.Error{Operation: verb + " the cursor", Target: c.path}
	switch sqlite.ErrCode(err).ToPrimary() {
	case sqlite.ResultBusy, sqlite.ResultLocked:
		e.Kind, e.Message, e.Retryable = domain.ErrUnavailable, "another process watches under this name", true
		e.Target = filepath.Base(c.path)
		e.Next.Code = nextstep.NameAnotherWatch
	case sqlite.ResultCorrupt, sqlite.ResultNotADB, sqlite.ResultConstraint:
		e.Kind, e.Message = domain.ErrCorrupt, "the file is no cursor, or damaged"
		e.Next.Code = nextstep.ReplaceCursor
	default:
		return fmt.Errorf("%s the cursor %s: %w", verb, c.path, err)
	}
	return e.Because(err)
}

func (c *database) advance(position, seq uint64) error {
	return errors.Join(c.set("position", int64(position)), c.set("seq", int64(seq)))
}

func (c *database) set(name string, value int64) error {
	return c.each("INSERT OR REPLACE INTO meta VALUES (?, ?)", nil, name, value)
}

func (c *database) each(sql string, row func(*sqlite.Stmt), args ...any) error {
	return sqlitex.Execute(c.conn, sql, &sqlitex.ExecOptions{Args: args, ResultFunc: func(stmt *sqlite.Stmt) error {
		if row != nil {
			row(stmt)
		}
		return nil
	}})
}

// pend notes a line that is still to be delivered.
func (c *database) pend(seq uint64, line any) error {
	b, err := json.Marshal(line, json.Deterministic(true))
	if err != nil {
		return fmt.Errorf("encode a line: %w", err)
	}
	return c.each("INSERT INTO pending VALUES (?, ?)", nil, int64(seq), string(b))
}

// settled runs f in a transaction.
func (c *database) settled(f func() error) error {
	if err := c.within(f); err != nil {
		return c.failed("write", err)
	}
	return nil
}
