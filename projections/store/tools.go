package store

import (
	"fmt"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
)

// ToolRow is one tool call.
type ToolRow struct {
	Item       domain.ItemID          `json:"item"` // the event id when the record names no item
	Session    domain.SessionID       `json:"session,omitzero"`
	AlsoIn     []domain.SessionID     `json:"also_in,omitzero"` // sessions that repeat it
	Turn       domain.TurnID          `json:"turn,omitzero"`
	Name       string                 `json:"name,omitzero"`
	Server     string                 `json:"server,omitzero"` // of MCP
	Status     projections.ToolStatus `json:"status"`
	Started    projections.Time       `json:"started,omitzero"`
	Ended      projections.Time       `json:"ended,omitzero"`
	DurationMS int64                  `json:"duration_ms,omitzero"` // recorded, else between start and end
	ExitCode   string                 `json:"exit_code,omitzero"`   // a number
	ErrorKind  string                 `json:"error_kind,omitzero"`
	DeniedBy   string                 `json:"denied_by,omitzero"`
	Paths      []string               `json:"paths,omitzero"` // written
	Events     []domain.EventID       `json:"events"`
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
func (s *Store) Tools(f Filter, p Page) (ToolList, error) {
	q := query{table: "tools", time: "started", where: []string{isCall}}
	q.throughSession("session", &f)
	q.andText("name = ?", f.Tool)
	q.andText("status = ?", f.State)
	q.andText("error_kind = ?", f.Kind)
	q.since("started", oldestFirst(0), f.Since)
	list := ToolList{ToolCalls: []ToolRow{}}
	var err error
	list.Total, list.Next, err = s.list(q, p, func(at cursor, state []byte) error {
		row, err := toolRow(at.Key, state)
		list.ToolCalls = append(list.ToolCalls, row)
		return err
	})
	if err == nil {
		list.ByStatus, err = s.tally("SELECT status, count(*) FROM tools WHERE "+q.condition()+" GROUP BY status", q.args...)
	}
	return list, err
}

func toolRow(key string, state []byte) (ToolRow, error) {
	var t projections.Tool
	if err := projections.ReadState(state, &t); err != nil {
		return ToolRow{}, fmt.Errorf("read tool call %s: %w", key, err)
	}
	owner := t.Sessions.Owner()
	r := ToolRow{Session: owner.Session, Turn: owner.Turn, Name: t.Name.Value, Server: t.Server.Value, Status: t.Status(),
		Started: t.StartedAt(), ErrorKind: t.ErrorKind(), Events: t.Events}
	r.Item = projections.ItemOf(key)
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
	return r, nil
}
