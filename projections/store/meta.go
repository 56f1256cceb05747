package store

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
)

// checkpoint says which log a read model is of, how far it has come and by which
// folds. It is written in the transaction that brings the read model there.
type checkpoint struct {
	format   string // of the tables, with the versions of the folds
	log      string // id
	replay   bool
	position domain.Position
	// last is the id of the event at position, and leaf its hash: a log that was
	// rolled back and went on differently holds another event there.
	last, leaf string
	packs      int64 // flushes so far
}

// formatNow is the format that this program writes.
func formatNow() string { return formatOf(Versions()) }

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

func readCheckpoint(conn *sqlite.Conn) (checkpoint, error) {
	stmt, _, err := conn.PrepareTransient("SELECT name, value FROM meta")
	if err != nil {
		return checkpoint{}, fmt.Errorf("read checkpoint: %w", err)
	}
	values := map[string]string{}
	for {
		row, err := stmt.Step()
		if err != nil {
			return checkpoint{}, fmt.Errorf("read checkpoint: %w", errors.Join(err, stmt.Finalize()))
		}
		if !row {
			break
		}
		values[stmt.ColumnText(0)] = stmt.ColumnText(1)
	}
	if err := stmt.Finalize(); err != nil {
		return checkpoint{}, fmt.Errorf("read checkpoint: %w", err)
	}
	position, err := strconv.ParseUint(values["position"], 10, 64)
	packs, packsErr := strconv.ParseInt(values["packs"], 10, 64)
	if err := errors.Join(err, packsErr); err != nil {
		return checkpoint{}, fmt.Errorf("read checkpoint: %w", err)
	}
	return checkpoint{format: values["format"], log: values["log"], replay: values["replay"] == "true",
		position: domain.PositionAt(position), last: values["last"], leaf: values["leaf"], packs: packs}, nil
}

func (c *checkpoint) write(conn *sqlite.Conn) error {
	stmt, err := conn.Prepare("INSERT OR REPLACE INTO meta VALUES (?1, ?2)")
	if err != nil {
		return fmt.Errorf("write checkpoint: %w", err)
	}
	for _, row := range [][2]string{{"format", c.format}, {"log", c.log}, {"replay", strconv.FormatBool(c.replay)},
		{"position", strconv.FormatUint(c.position.Number(), 10)}, {"last", c.last}, {"leaf", c.leaf},
		{"packs", strconv.FormatInt(c.packs, 10)}} {
		stmt.BindText(1, row[0])
		stmt.BindText(2, row[1])
		if err := step(stmt); err != nil {
			return fmt.Errorf("write checkpoint: %w", err)
		}
	}
	return nil
}

// follows reports whether what has this checkpoint is of a beginning of the log, whose
// head was read before: another process may have brought it further since.
func (c *checkpoint) follows(ctx context.Context, log Log, head Head) (bool, error) {
	if c.position.After(head.Position) {
		now, err := log.Head(ctx)
		if err != nil {
			return false, fmt.Errorf("read the head of the log: %w", err)
		}
		head = now
	}
	if c.log != head.ID || c.replay != head.Replay || c.position.After(head.Position) {
		return false, nil
	}
	if c.last == "" {
		return true, nil
	}
	id, err := domain.ParseEventID(c.last)
	if err != nil {
		return false, nil
	}
	e, err := log.Get(ctx, id)
	if isLost(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("compare the read model with the log: %w", err)
	}
	return e.Position == c.position && e.Leaf().String() == c.leaf, nil
}
