package query

import (
	"fmt"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/projections/store/selection"
)

// MostThere bounds the values that are named beside one that nothing has.
const MostThere = 5

// Absent is a value that a filter asks for and that no row of the log has, so that
// a reader of an empty list learns why it is empty.
type Absent struct {
	Of    string   // what would have it: session, lane, agent, owner, and so on
	Value string   // as it was asked for
	There []string // values that rows have, in order, at most [MostThere]; none of ids
}

// sought is a value and the rows that would have it.
type sought struct {
	of, value     string
	column, table string
}

// AbsentFrom returns what f asks for in vain, whatever the other members of f select.
// State is no part of it: it is a closed set.
func AbsentFrom(s Model, f selection.Filter) ([]Absent, error) {
	absent, err := absentOf(s,
		sought{"session", string(f.Session), "key", "sessions"},
		sought{"lane", string(f.Lane), "key", "lanes"},
		sought{"agent", f.Agent, "agent", "sessions"},
		sought{"repo", f.Repo, "repo", "sessions"},
		sought{"branch", f.Branch, "branch", "sessions"},
		sought{"tool", f.Tool, "name", "tools"},
		sought{"owner", f.Owner, "owner", "lanes"},
		sought{"workflow", f.Workflow, "workflow", "lanes"},
		sought{"kind", f.Kind, "class", allErrors})
	if err != nil || f.Commit == "" {
		return absent, err
	}
	sessions, err := madeBy(s, f.Commit)
	if sessions == "[]" {
		absent = append(absent, Absent{Of: "commit", Value: string(f.Commit)})
	}
	return absent, err
}

// AbsentOfShips returns what f asks for in vain.
func AbsentOfShips(s selection.Reader, f ShipFilter) ([]Absent, error) {
	return absentOf(s,
		sought{"repo", string(f.Repo), "repo", "ships"},
		sought{"ref", string(f.Ref), "ref", "ships"})
}

// AbsentOfActs returns which session and which actor f asks for in vain; its other members
// are texts to look for.
func AbsentOfActs(s selection.Reader, f ActFilter) ([]Absent, error) {
	absent, err := absentOf(s, sought{"session", string(f.Session), "key", "sessions"})
	if err != nil || f.Actor == "" {
		return absent, err
	}
	acted, err := selection.Count(s, &selection.Query{Table: "sessions", Where: []string{"key = ?"}, Args: []any{string(sessionOf(f.Actor))}})
	if err != nil || acted > 0 {
		return absent, err
	}
	part, err := selection.Count(s, &selection.Query{Table: "approvals", Where: []string{"instr(actors, ?) > 0"}, Args: []any{"\n" + string(f.Actor) + "\n"}})
	if err == nil && part == 0 {
		absent = append(absent, Absent{Of: "actor", Value: string(f.Actor)})
	}
	return absent, err
}

func absentOf(s selection.Reader, all ...sought) (absent []Absent, err error) {
	for _, by := range all {
		if by.value == "" {
			continue
		}
		n, err := selection.Count(s, &selection.Query{Table: by.table, Where: []string{by.column + " = ?"}, Args: []any{by.value}})
		if err != nil {
			return nil, err
		}
		if n > 0 {
			continue
		}
		there, err := valuesThere(s, by.column, by.table)
		if err != nil {
			return nil, err
		}
		absent = append(absent, Absent{by.of, by.value, there})
	}
	return absent, nil
}

// valuesThere are the first few values of a column that is no key.
func valuesThere(s selection.Reader, column, table string) (values []string, err error) {
	if column == "key" {
		return nil, nil
	}
	sql := fmt.Sprintf("SELECT DISTINCT %[1]s FROM %[2]s WHERE %[1]s <> '' ORDER BY 1 LIMIT %[3]d", column, table, MostThere)
	err = s.Read(sql, nil, func(stmt *sqlite.Stmt) error {
		values = append(values, stmt.ColumnText(0))
		return nil
	})
	return values, err
}
