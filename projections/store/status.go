package store

import (
	"fmt"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
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
func (s *Store) Parked(p Page) (ParkedList, error) {
	list := ParkedList{Parked: []ParkedRow{}, ByReason: map[string]int{}}
	var err error
	list.Total, list.Next, err = s.list(query{table: "parked", time: "position"}, p, func(at cursor, state []byte) error {
		row := ParkedRow{Position: uint64(at.At)}
		if err := projections.ReadState(state, &row.Parked); err != nil {
			return fmt.Errorf("read parked %s: %w", at.Key, err)
		}
		list.Parked = append(list.Parked, row)
		return nil
	})
	if err == nil {
		list.ByReason, err = s.tally("SELECT json_extract(state, '$.reason') AS r, count(*) FROM parked GROUP BY r")
	}
	return list, err
}

// CountParked counts what was set aside.
func (s *Store) CountParked() (int, error) { return s.count(&query{table: "parked"}) }

// Counts says how many entities each projection holds.
func (s *Store) Counts() (map[string]int, error) {
	out := map[string]int{}
	for _, table := range stateTables() {
		n, err := s.count(&query{table: table})
		if err != nil {
			return nil, err
		}
		out[table] = n
	}
	return out, nil
}

// foldTables are those of the folds, each of which has a [table].
func foldTables() []string {
	return []string{projections.Sessions.Name, projections.Messages.Name, projections.ToolCalls.Name, projections.Usage.Name,
		projections.Failures.Name, projections.Approvals.Name, projections.Ships.Name, projections.Commits.Name}
}

func stateTables() []string {
	return append(foldTables(), projections.LanesName, projections.ParkedName)
}

// statesOf selects the states of a projection in the order of their keys.
func statesOf(table string) string {
	if table == projections.ToolCalls.Name {
		table += " WHERE NOT derived"
	}
	return "SELECT key, state FROM " + table + " ORDER BY key"
}

// Digests hashes the state of every projection; it reads all rows.
func (s *Store) Digests() (projections.Digests, error) {
	out := projections.Digests{}
	for _, table := range stateTables() {
		d, err := s.digest(table)
		if err != nil {
			return nil, err
		}
		out[table] = d
	}
	return out, nil
}

func (s *Store) digest(table string) (domain.Digest, error) {
	d := projections.NewStateDigest()
	var buf []byte
	err := s.read(statesOf(table), nil, func(stmt *sqlite.Stmt) error {
		buf = readBlob(stmt, 1, buf)
		return d.Add(stmt.ColumnText(0), buf)
	})
	return d.Sum(), err
}
