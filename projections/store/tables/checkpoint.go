package tables

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store/origin"
)

// Checkpoint states which log a read model is of, how far it has come and by which
// folds. It is written in the transaction that brings the read model there.
type Checkpoint struct {
	Format   string // of the tables, with the versions of the folds
	Log      string // id
	Replay   bool
	Position domain.Position
	// last is the id of the event at position, and leaf its hash: a log that was
	// rolled back and went on differently holds another event there.
	Last, Leaf string
	Packs      int64 // flushes so far
}

// FormatNow is the format that this program writes.
func FormatNow() string { return formatOf(Versions()) }

func formatOf(versions []Version) string {
	parts := []string{strconv.Itoa(format)}
	for _, v := range versions {
		parts = append(parts, v.Name+"="+strconv.Itoa(v.Version))
	}
	return strings.Join(parts, " ")
}

// Version is the version of one projection.
type Version struct {
	Name    string `json:"name"`
	Version int    `json:"version"`
}

// Versions lists the versions of the projections of this program, by name.
func Versions() []Version {
	return []Version{
		{projections.Approvals.Name, projections.Approvals.Version}, {projections.Commits.Name, projections.Commits.Version},
		{projections.Failures.Name, projections.Failures.Version}, {projections.LanesName, projections.LanesVersion},
		{projections.Messages.Name, projections.Messages.Version}, {projections.Sessions.Name, projections.Sessions.Version},
		{projections.Ships.Name, projections.Ships.Version},
		{projections.ToolCalls.Name, projections.ToolCalls.Version}, {projections.Usage.Name, projections.Usage.Version},
	}
}

// ReadCheckpoint reads the checkpoint of a file.
func ReadCheckpoint(conn *sqlite.Conn) (Checkpoint, error) {
	stmt, _, err := conn.PrepareTransient("SELECT name, value FROM meta")
	if err != nil {
		return Checkpoint{}, fmt.Errorf("read checkpoint: %w", err)
	}
	values := map[string]string{}
	for {
		row, err := stmt.Step()
		if err != nil {
			return Checkpoint{}, fmt.Errorf("read checkpoint: %w", errors.Join(err, stmt.Finalize()))
		}
		if !row {
			break
		}
		values[stmt.ColumnText(0)] = stmt.ColumnText(1)
	}
	if err := stmt.Finalize(); err != nil {
		return Checkpoint{}, fmt.Errorf("read checkpoint: %w", err)
	}
	position, err := strconv.ParseUint(values["position"], 10, 64)
	packs, packsErr := strconv.ParseInt(values["packs"], 10, 64)
	if err := errors.Join(err, packsErr); err != nil {
		return Checkpoint{}, fmt.Errorf("read checkpoint: %w", err)
	}
	return Checkpoint{Format: values["format"], Log: values["log"], Replay: values["replay"] == "true",
		Position: domain.PositionAt(position), Last: values["last"], Leaf: values["leaf"], Packs: packs}, nil
}

// Write puts the checkpoint in the place of the one that is there.
func (c *Checkpoint) Write(conn *sqlite.Conn) error {
	stmt, err := conn.Prepare("INSERT OR REPLACE INTO meta VALUES (?1, ?2)")
	if err != nil {
		return fmt.Errorf("write checkpoint: %w", err)
	}
	for _, row := range [][2]string{{"format", c.Format}, {"log", c.Log}, {"replay", strconv.FormatBool(c.Replay)},
		{"position", strconv.FormatUint(c.Position.Number(), 10)}, {"last", c.Last}, {"leaf", c.Leaf},
		{"packs", strconv.FormatInt(c.Packs, 10)}} {
		stmt.BindText(1, row[0])
		stmt.BindText(2, row[1])
		if err := Step(stmt); err != nil {
			return fmt.Errorf("write checkpoint: %w", err)
		}
	}
	return nil
}

// Follows reports whether what has this checkpoint is of a beginning of the log, whose
// head was read before: another process may have brought it further since.
func (c *Checkpoint) Follows(ctx context.Context, log origin.Log, head origin.Head) (bool, error) {
	if c.Position.After(head.Position) {
		now, err := log.Head(ctx)
		if err != nil {
			return false, fmt.Errorf("read the head of the log: %w", err)
		}
		head = now
	}
	if c.Log != head.ID || c.Replay != head.Replay || c.Position.After(head.Position) {
		return false, nil
	}
	if c.Last == "" {
		return true, nil
	}
	id, err := domain.ParseEventID(c.Last)
	if err != nil {
		return false, nil
	}
	e, err := log.Get(ctx, id)
	if origin.IsLost(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("compare the read model with the log: %w", err)
	}
	return e.Position == c.Position && seal.Leaf(&e).String() == c.Leaf, nil
}
