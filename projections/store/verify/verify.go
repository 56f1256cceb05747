package verify

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
	"github.com/clawable/claw/projections/archive"
	"github.com/clawable/claw/projections/feed"
	"github.com/clawable/claw/projections/store/origin"
	"github.com/clawable/claw/projections/store/tables"
	"github.com/clawable/claw/projections/store/writer"
)

// Verification is the comparison of a read model with a replay of its log from the
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
	Says    string   `json:"says,omitzero"`     // what SQLite reports
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

// Unfit is what a verification says of a read model that is not of the log, or of another version.
func Unfit() Verification {
	v := Verification{Verified: []Verified{}, Findings: []Finding{}}
	v.find(Finding{Table: "meta", Problem: ProblemUnfit})
	return v
}

// Compare compares a read model at a checkpoint with a replay, twice: the digests of all states
// with those of the pure folds, and every row with those of a read model that is built anew in
// folder, which is left empty. It changes nothing. What a check of SQLite finds is a finding too.
// stored is in a transaction, so that others may continue to write.
//
// Errors: those of the log, of the operating system and of ctx.
func Compare(ctx context.Context, stored *sqlite.Conn, log origin.Log, at tables.Checkpoint, folder string) (Verification, error) {
	v := Verification{Position: at.Position.Number(), Verified: []Verified{}, Findings: []Finding{}}
	c := &comparison{stored: stored, ctx: ctx, found: &v,
		log: origin.UpTo{Log: log, At: origin.Head{ID: at.Log, Replay: at.Replay, Position: at.Position}}}
	err := c.all(folder)
	return v, err
}

// all compares, in an order in which each part may use what came before.
func (c *comparison) all(folder string) error {
	path := filepath.Join(folder, "rebuilt")
	defer func() { _ = os.Remove(path) }()
	err := writer.WriteFile(c.ctx, path, c.log, c.log.At)
	if err == nil {
		c.fresh, err = tables.OpenFile(path)
	}
	if err == nil {
		c.amends, err = feed.Scan(c.ctx, origin.Past{Source: c.log, Damaged: func(domain.Position) error { return nil }})
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
	stored *sqlite.Conn
	ctx    context.Context
	log    origin.UpTo
	found  *Verification
	fresh  *sqlite.Conn // a read model that is built anew
	// amends are those of the log, heard whole.
	amends *feed.Amendments
}

// replay compares the digests of states with those of the folds, and names the entities
// of which a digest differs where the rows did not.
func (c *comparison) replay(folder string) error {
	scratch, err := os.CreateTemp(folder, "states-*")
	if err != nil {
		return fmt.Errorf("make room for a replay: %w", err)
	}
	defer func() { _, _ = scratch.Close(), os.Remove(scratch.Name()) }()
	a := archive.New(projections.Options{Replay: c.log.At.Replay}, scratch, writer.Bounds())
	from := feed.Amended{By: c.amends, Source: origin.Past{Source: c.log, Damaged: func(at domain.Position) error { return a.Park(at, projections.Parked{Reason: projections.ParkCorrupt}) }}}
	if err := a.Run(c.ctx, from, domain.Position{}); err != nil {
		return err
	}
	want, err := a.Digests()
	if err != nil {
		return err
	}
	for _, table := range tables.StateTables() {
		one := Verified{Name: table, Replay: want[table]}
		if one.Stored, err = tables.DigestOf(c.stored, table); err != nil {
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
		if err := t.compare(c.stored, c.fresh, c.found.find); err != nil {
			return err
		}
	}
	return nil
}

// integrity has SQLite check its own structures: pages, and indexes against tables.
func (c *comparison) integrity() error {
	err := sqlitex.ExecuteTransient(c.stored, "PRAGMA integrity_check", &sqlitex.ExecOptions{ResultFunc: func(stmt *sqlite.Stmt) error {
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
