package query

import (
	"fmt"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/entitykey"
	"github.com/clawable/claw/projections/statejson"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/tables"
	"github.com/clawable/claw/projections/tools"
	"github.com/clawable/claw/projections/values"
)

// ToolRow is one tool call.
type ToolRow struct {
	Item       domain.ItemID      `json:"item"` // the event id when the record names no item
	Session    domain.SessionID   `json:"session,omitzero"`
	AlsoIn     []domain.SessionID `json:"also_in,omitzero"` // sessions that repeat it
	Turn       domain.TurnID      `json:"turn,omitzero"`
	Name       string             `json:"name,omitzero"`
	Server     string             `json:"server,omitzero"` // of MCP
	Status     tools.Status       `json:"status"`
	Started    values.Time        `json:"started,omitzero"`
	Ended      values.Time        `json:"ended,omitzero"`
	DurationMS int64              `json:"duration_ms,omitzero"` // recorded, else between start and end
	ExitCode   string             `json:"exit_code,omitzero"`   // a number
	ErrorKind  string             `json:"error_kind,omitzero"`
	DeniedBy   string             `json:"denied_by,omitzero"`
	Paths      []string           `json:"paths,omitzero"`   // written
	Command    string             `json:"command,omitzero"` // what its input says is to be run
	Files      []string           `json:"files,omitzero"`   // that its input names, some of them
	// ErrorLine is the line of its output that reports the error. The read model does not hold it: the
	// caller reads it from the log.
	ErrorLine string           `json:"error_line,omitzero"`
	Events    []domain.EventID `json:"events"`
}

// ToolList is a page of tool calls, the oldest first.
type ToolList struct {
	ToolCalls []ToolRow      `json:"tool_calls"`
	Total     int            `json:"total"`
	ByStatus  map[string]int `json:"by_status"`
	Next      string         `json:"next_cursor,omitzero"`
}

// Tools lists tool calls.
//
// Errors: kind usage for a cursor that is none.
func Tools(s selection.Reader, f selection.Filter, p selection.Page) (ToolList, error) {
	q := selection.Query{Table: "tools", Time: "started", Where: []string{tables.IsCall}}
	q.ThroughSession("session", &f)
	q.AndText("name = ?", f.Tool)
	q.AndText("status = ?", f.State)
	q.AndText("error_kind = ?", f.Kind)
	q.Since("started", tables.OldestFirst(0), f.Since)
	list := ToolList{ToolCalls: []ToolRow{}}
	var err error
	list.Total, list.Next, err = selection.List(s, q, p, func(at selection.Cursor, state []byte) error {
		row, err := toolRow(at.Key, state)
		list.ToolCalls = append(list.ToolCalls, row)
		return err
	})
	if err == nil {
		list.ByStatus, err = selection.Tally(s, "SELECT status, count(*) FROM tools WHERE "+q.Condition()+" GROUP BY status", q.Args...)
	}
	return list, err
}

func toolRow(key string, state []byte) (ToolRow, error) {
	row, _, err := callOf(key, state)
	return row, err
}

// callOf reads the state of a call, and what policies decided about it.
func callOf(key string, state []byte) (ToolRow, []tools.Ruling, error) {
	var t tools.Tool
	if err := statejson.Read(state, &t); err != nil {
		return ToolRow{}, nil, fmt.Errorf("read tool call %s: %w", key, err)
	}
	return rowOf(key, &t), t.Rulings, nil
}

func rowOf(key string, t *tools.Tool) ToolRow {
	owner := t.Sessions.Owner()
	r := ToolRow{Session: owner.Session, Turn: owner.Turn, Name: t.Name.Value, Server: t.Server.Value, Status: t.Status(),
		Started: t.StartedAt(), ErrorKind: t.ErrorKind(), Events: t.Events}
	r.Item, r.Command, r.Files = entitykey.ItemOf(key), t.Command.Value, t.Files
	for _, seen := range t.Sessions {
		if seen.Session != owner.Session {
			r.AlsoIn = append(r.AlsoIn, seen.Session)
		}
	}
	if end := t.End; end != nil {
		r.Ended, r.DurationMS, r.ExitCode, r.DeniedBy, r.Paths = end.At, end.DurationMS, end.ExitCode, end.By, end.Paths
		if r.DurationMS == 0 && r.Ended.Known() && r.Started.Before(r.Ended) {
			r.DurationMS = int64(r.Ended-r.Started) / 1e6
		}
	}
	return r
}
