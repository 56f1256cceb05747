package tables

import (
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/statejson"
)

// FoldTables are those of the folds, whose entities have hashes.
func FoldTables() []string {
	return []string{projections.Sessions.Name, projections.Messages.Name, projections.ToolCalls.Name, projections.Usage.Name,
		projections.Failures.Name, projections.Approvals.Name, projections.Ships.Name, projections.Commits.Name}
}

// StateTables are those of every projection.
func StateTables() []string {
	return append(FoldTables(), projections.LanesName, projections.ParkedName)
}

// StatesOf selects the states of a projection in the order of their keys.
func StatesOf(table string) string {
	if table == projections.ToolCalls.Name {
		table += " WHERE NOT derived"
	}
	return "SELECT key, state FROM " + table + " ORDER BY key"
}

// DigestOf is the state digest of a table.
func DigestOf(conn *sqlite.Conn, table string) (domain.Digest, error) {
	d := statejson.NewDigest()
	var buf []byte
	err := sqlitex.Execute(conn, StatesOf(table), &sqlitex.ExecOptions{ResultFunc: func(stmt *sqlite.Stmt) error {
		buf = ReadBlob(stmt, 1, buf)
		return d.Add(stmt.ColumnText(0), buf)
	}})
	return d.Sum(), err
}

// IsCall selects the rows of tools that are calls.
const IsCall = "status IS NOT NULL"

// CountCalls counts all of them: as many as the last row's number says where no row is derived.
const CountCalls = "SELECT CASE WHEN EXISTS (SELECT 1 FROM call_words) THEN (SELECT count(*) FROM tools WHERE " + IsCall + ")" +
	" ELSE (SELECT max(rowid) FROM tools) END"
