package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
)

// Verification is what a read model comes to beside a replay of its log from the
// beginning to the position of the read model.
type Verification struct {
	Position uint64     `json:"position"` // of the read model
	Verified []Verified `json:"projections"`
	// Findings are some places that differ, those that diverge first before others.
	Findings []Finding `json:"findings"`
	Total    int       `json:"total"` // places that differ
	// Diverges is the first diverging position: of the first event that the read model
	// does not show as a replay does; 0 when it equals a replay, or no event is concerned.
	Diverges uint64 `json:"first_diverging_position,omitzero"`
}

// Verified is the state of one projection, twice.
type Verified struct {
	Name   string        `json:"name"`
	Stored domain.Digest `json:"stored,omitzero"` // state digest of the read model; absent when it cannot be read
	Replay domain.Digest `json:"replayed"`
}

// Finding is a place where a read model is not what a replay gives.
type Finding struct {
	Table   string   `json:"table,omitzero"`
	Key     string   `json:"key,omitzero"`
	Problem Problem  `json:"problem"`
	Columns []string `json:"columns,omitzero"`  // that differ
	Says    string   `json:"says,omitzero"`     // what SQLite says
	At      uint64   `json:"position,omitzero"` // where the row diverges
	stored  []byte   // state
}

// Problem is how a place differs.
type Problem string

// The problems.
const (
	ProblemMissing    Problem = "missing"    // a replay has the row
	ProblemExtra      Problem = "extra"      // a replay has no such row
	ProblemDiffers    Problem = "differs"    // some columns
	ProblemUnreadable Problem = "unreadable" // the file is damaged there
	ProblemUnfit      Problem = "unfit"      // the read model is not of this log, or of another version
)

// Enum lists the values.
func (Problem) Enum() []string {
	return []string{string(ProblemMissing), string(ProblemExtra), string(ProblemDiffers), string(ProblemUnreadable), string(ProblemUnfit)}
}

// Verify compares the read model as it is with a replay, twice: the digests of all
// states with those of the pure folds, and every row with those of a read model that
// is built anew in folder, which is left empty. It changes nothing; others may go on
// writing. What a check of SQLite finds is a finding too.
//
// Errors: kind not_found when there is no read model; those of the log, of the
// operating system and of ctx.
func (s *Store) Verify(ctx context.Context, folder string) (Verification, error) {
	v := Verification{Verified: []Verified{}, Findings: []Finding{}}
	newest, err := s.files.Newest()
	if err == nil && newest == 0 {
		err = &domain.Error{Kind: domain.ErrNotFound, Operation: "verify the read model", Target: s.files.Base,
			Message: "there is none yet", Next: domain.Step{Code: domain.StepRebuildModel}}
	}
	if err != nil {
		return v, err
	}
	_, usable, err := s.Look(ctx)
	if err != nil {
		return v, err
	}
	if !usable {
		v.find(Finding{Table: "meta", Problem: ProblemUnfit})
		return v, nil
	}
	if err := sqlitex.ExecuteTransient(s.conn, "BEGIN", nil); err != nil {
		return v, fmt.Errorf("read the read model: %w", err)
	}
	defer func() { _ = sqlitex.ExecuteTransient(s.conn, "ROLLBACK", nil) }()
	if s.at, err = readCheckpoint(s.conn); err != nil {
		return v, err
	}
	v.Position = s.at.position.Number()
	c := &comparison{store: s, ctx: ctx, log: upTo{s.log, Head{s.at.log, s.at.replay, s.at.position}}, found: &v}
	return v, c.all(folder)
}

// all compares, in an order in which each part may use what came before.
func (c *comparison) all(folder string) error {
	path := filepath.Join(folder, "rebuilt")
	defer func() { _ = os.Remove(path) }()
	err := writeFile(c.ctx, path, c.log, c.log.head)
	if err == nil {
		c.fresh, err = openFile(path)
	}
	if err == nil {
		c.amends, err = projections.Scan(c.ctx, past{c.log, func(domain.Position) error { return nil }})
	}
	if err != nil {
		return err
	}
	defer func() { _ = c.fresh.Close() }()
	for _, part := range []func() error{c.rows, func() error { return c.replay(folder) }, c.packs, c.integrity, c.place} {
		if err := errors.Join(part(), c.ctx.Err()); err != nil {
			return err
		}
	}
	return nil
}

// mostFindings is how many are named.
const mostFindings = 1000

func (v *Verification) find(f Finding) {
	if v.Total++; len(v.Findings) < mostFindings {
		v.Findings = append(v.Findings, f)
	}
}

// comparison is a verification under way.
type comparison struct {
	store *Store
	ctx   context.Context
	log   upTo
	found *Verification
	fresh *sqlite.Conn // a read model that is built anew
	// amends are those of the log, heard whole.
	amends *projections.Amendments
}

// replay compares the digests of states with those of the folds, and names the entities
// of which a digest differs where the rows did not.
func (c *comparison) replay(folder string) error {
	scratch, err := os.CreateTemp(folder, "states-*")
	if err != nil {
		return fmt.Errorf("make room for a replay: %w", err)
	}
	defer func() { _, _ = scratch.Close(), os.Remove(scratch.Name()) }()
	a := projections.NewArchive(projections.Options{Replay: c.log.head.Replay}, scratch, projections.Bounds{Entities: mostItems, Facts: packBytes})
	from := projections.Amended{By: c.amends, Source: past{c.log, func(at domain.Position) error { return a.Park(at, projections.Parked{Reason: projections.ParkCorrupt}) }}}
	if err := a.Run(c.ctx, from, domain.Position{}); err != nil {
		return err
	}
	want, err := a.Digests()
	if err != nil {
		return err
	}
	for _, table := range stateTables() {
		one := Verified{Name: table, Replay: want[table]}
		if one.Stored, err = digestOf(c.store.conn, table); err != nil {
			c.found.find(Finding{Table: table, Problem: ProblemUnreadable, Says: err.Error()})
		} else if one.Stored != one.Replay {
			if err := c.differing(a, table); err != nil {
				return err
			}
		}
		c.found.Verified = append(c.found.Verified, one)
	}
	return nil
}

// rows compares all rows but those of facts.
func (c *comparison) rows() error {
	tables, err := comparedTables(c.fresh)
	if err != nil {
		return fmt.Errorf("list the tables of the rebuilt read model: %w", err)
	}
	for _, t := range tables {
		if err := t.compare(c.store.conn, c.fresh, c.found.find); err != nil {
			return err
		}
	}
	return nil
}

// integrity has SQLite check its own structures: pages, and indexes against tables.
func (c *comparison) integrity() error {
	err := sqlitex.ExecuteTransient(c.store.conn, "PRAGMA integrity_check", &sqlitex.ExecOptions{ResultFunc: func(stmt *sqlite.Stmt) error {
		if says := stmt.ColumnText(0); says != "ok" {
			c.found.find(Finding{Problem: ProblemUnreadable, Says: says})
		}
		return nil
	}})
	if err != nil {
		c.found.find(Finding{Problem: ProblemUnreadable, Says: err.Error()})
	}
	return nil
}
