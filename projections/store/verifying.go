package store

import (
	"context"
	"fmt"

	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/projections/store/tables"
	"github.com/clawable/claw/projections/store/verify"
)

// Verify compares the read model as it is with a replay, see [verify.Compare]. It changes nothing;
// others may continue to write.
//
// Errors: kind not_found when there is no read model; those of the log, of the operating system
// and of ctx.
func (s *Store) Verify(ctx context.Context, folder string) (v verify.Verification, err error) {
	m := &s.model
	newest, err := m.files.Newest()
	if err == nil && newest == 0 {
		err = &domain.Error{Kind: domain.ErrNotFound, Operation: "verify the read model", Target: m.files.Base,
			Message: "there is none yet", Next: domain.Step{Code: nextstep.RebuildModel}}
	}
	if err != nil {
		return v, err
	}
	_, usable, err := s.Look(ctx)
	if err != nil {
		return v, err
	}
	if !usable {
		return verify.Unfit(), nil
	}
	if err := sqlitex.ExecuteTransient(m.conn, "BEGIN", nil); err != nil {
		return v, fmt.Errorf("read the read model: %w", err)
	}
	defer func() { _ = sqlitex.ExecuteTransient(m.conn, "ROLLBACK", nil) }()
	if m.at, err = tables.ReadCheckpoint(m.conn); err != nil {
		return v, err
	}
	return verify.Compare(ctx, m.conn, m.log, m.at, folder)
}
