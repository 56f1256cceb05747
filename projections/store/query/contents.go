package query

import (
	"fmt"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/statejson"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/tables"
)

// ParkedRow is an event that was set aside.
type ParkedRow struct {
	projections.Parked
	Position uint64 `json:"position"`
}

// ParkedList is a page of them, in log order.
type ParkedList struct {
	Parked   []ParkedRow    `json:"parked"`
	Total    int            `json:"total"`
	ByReason map[string]int `json:"by_reason"`
	Next     string         `json:"next_cursor,omitzero"`
}

// Parked lists what was set aside.
//
// Errors: kind usage for a cursor that is none.
func Parked(s selection.Reader, p selection.Page) (ParkedList, error) {
	list := ParkedList{Parked: []ParkedRow{}, ByReason: map[string]int{}}
	var err error
	list.Total, list.Next, err = selection.List(s, selection.Query{Table: "parked", Time: "position"}, p, func(at selection.Cursor, state []byte) error {
		row := ParkedRow{Position: uint64(at.At)}
		if err := statejson.Read(state, &row.Parked); err != nil {
			return fmt.Errorf("read parked %s: %w", at.Key, err)
		}
		list.Parked = append(list.Parked, row)
		return nil
	})
	if err == nil {
		list.ByReason, err = selection.Tally(s, "SELECT json_extract(state, '$.reason') AS r, count(*) FROM parked GROUP BY r")
	}
	return list, err
}

// CountParked counts what was set aside.
func CountParked(s selection.Reader) (int, error) {
	return selection.Count(s, &selection.Query{Table: "parked"})
}

// Counts returns how many entities each projection holds.
func Counts(s selection.Reader) (map[string]int, error) {
	out := map[string]int{}
	for _, table := range tables.StateTables() {
		n, err := selection.Count(s, &selection.Query{Table: table})
		if err != nil {
			return nil, err
		}
		out[table] = n
	}
	return out, nil
}

// Digests hashes the state of every projection; it reads all rows.
func Digests(s selection.Reader) (projections.Digests, error) {
	out := projections.Digests{}
	for _, table := range tables.StateTables() {
		d, err := digest(s, table)
		if err != nil {
			return nil, err
		}
		out[table] = d
	}
	return out, nil
}

func digest(s selection.Reader, table string) (domain.Digest, error) {
	d := statejson.NewDigest()
	var buf []byte
	err := s.Read(tables.StatesOf(table), nil, func(stmt *sqlite.Stmt) error {
		buf = tables.ReadBlob(stmt, 1, buf)
		return d.Add(stmt.ColumnText(0), buf)
	})
	return d.Sum(), err
}
