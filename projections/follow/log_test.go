package follow_test

import (
	"context"
	"errors"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/bench/gen"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/slicelog"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
)

// slice is a log that callers can wait on.
type slice struct {
	*slicelog.Log
	failing uint64 // the position at which reading fails; 0: none
	// awaited is called when a caller waits for events after a position.
	awaited func(after uint64)
}

var errDisk = errors.New("the disk is gone")

func newLog(drafts ...domain.Draft) *slice {
	l := &slice{Log: slicelog.New("a", drafts...), awaited: func(uint64) {}}
	l.Fails = func(at domain.Position) error {
		if l.failing != at.Number() {
			return nil
		}
		return (&domain.Error{Kind: domain.ErrFilesystem, Operation: "read", Message: errDisk.Error(), Next: domain.Step{Code: nextstep.VerifyLog}}).Because(errDisk)
	}
	return l
}

func drafts(n int) []domain.Draft {
	out := make([]domain.Draft, 0, n)
	for d := range gen.Events(n, 7) {
		out = append(out, d)
	}
	return out
}

func (l *slice) Await(ctx context.Context, after domain.Position) error {
	l.awaited(after.Number())
	return ctx.Err()
}

// replayed are the digests of the pure folds.
func replayed(t *testing.T, l *slice) projections.Digests {
	t.Helper()
	m, err := projections.Replay(t.Context(), l, projections.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := m.Digests()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// spoil makes the read model unreadable and has a verb meet it.
func spoil(t *testing.T, path string, log *slice) {
	t.Helper()
	verb := store.New(path, log, store.Options{})
	defer closed(t, verb)
	st, err := verb.CatchUp(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	conn, err := sqlite.OpenConn(st.Path, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer closed(t, conn)
	if err := sqlitex.ExecuteScript(conn, "UPDATE tools SET state = 'x'", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := query.Tools(verb, selection.Filter{}, selection.Page{}); err == nil {
		t.Fatal("the read model was spoiled and can be read")
	}
}
