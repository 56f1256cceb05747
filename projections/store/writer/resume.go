package writer

import (
	"context"
	"fmt"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/projections/store/origin"
	"github.com/clawable/claw/projections/store/tables"
)

// Resume adds what a log holds beyond a checkpoint, in one transaction with the next
// checkpoint, which it returns; the same one when nothing was added. What came before a
// place where the log cannot be read stays.
//
// Errors: those of the log; [ErrErased] and [ErrAmended] for a read model that is to be built anew.
func Resume(ctx context.Context, conn *sqlite.Conn, log origin.Log, at tables.Checkpoint) (next tables.Checkpoint, err error) {
	if err := tables.ForWriting(conn); err != nil {
		return at, err
	}
	end, err := sqlitex.ImmediateTransaction(conn)
	if err != nil {
		return at, fmt.Errorf("write the read model: %w", err)
	}
	by, err := tables.ReadAmendments(conn)
	if err != nil {
		end(&err)
		return at, err
	}
	w := newWriter(ctx, conn, log, at, by, false)
	var stopped error
	if err = w.run(ctx); origin.IsFailure(err) && ctx.Err() == nil {
		stopped, err = err, w.flush()
	}
	if err == nil {
		err = w.finish()
	}
	end(&err)
	if err != nil {
		return at, err
	}
	return w.at, stopped
}
