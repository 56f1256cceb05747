package query

import (
	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/statejson"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/tables"
)

// CommitRow is a commit of the log.
type CommitRow struct {
	Commit domain.CommitID
	Says   projections.Commit
}

// CommitNamed finds a commit that was imported, or that a ship names, by its name or a beginning of it.
//
// Errors: kind not_found, kind usage when several begin like this.
func CommitNamed(s selection.Reader, typed string) (domain.CommitID, error) {
	var found []string
	// Ships name lanes as well, which are shorter than any commit.
	const sql = "SELECT key FROM commits WHERE key >= ?1 AND key < ?1 || 'g'" +
		" UNION SELECT substr(key, 1, instr(key, ' ') - 1) FROM ship_words WHERE key >= ?1 AND key < ?1 || 'g' AND instr(key, ' ') > 40" +
		" ORDER BY 1 LIMIT 11"
	err := s.Read(sql, []any{typed}, func(stmt *sqlite.Stmt) error {
		found = append(found, stmt.ColumnText(0))
		return nil
	})
	if err != nil {
		return "", err
	}
	key, err := selection.Pick("commits", "commit", typed, found, len(found) > 0 && found[0] == typed)
	return domain.CommitID(key), err
}

// CommitAt is a commit of the log; false when it holds none of this name.
func CommitAt(s selection.Reader, id domain.CommitID) (row CommitRow, held bool, err error) {
	rows, err := commitsWhere(s, "key = ?", string(id))
	if err != nil || len(rows) == 0 {
		return row, false, err
	}
	return rows[0], len(rows[0].Says.Events) > 0, nil
}

// Instead lists the commits that git says a commit took the place of, sorted.
func Instead(s selection.Reader, id domain.CommitID) (old []domain.CommitID, err error) {
	row, _, err := CommitAt(s, id)
	for _, name := range row.Says.Instead {
		old = append(old, domain.CommitID(name))
	}
	return old, err
}

// CommitsWith lists the commits that change the same, by patch-id, the oldest first.
func CommitsWith(s selection.Reader, patch string) ([]CommitRow, error) {
	if patch == "" {
		return nil, nil
	}
	return commitsWhere(s, "patch = ? AND patch <> ''", patch) // as its index says
}

func commitsWhere(s selection.Reader, condition string, value string) (rows []CommitRow, err error) {
	err = s.Read("SELECT key, state FROM commits WHERE "+condition+" ORDER BY at, key", []any{value}, func(stmt *sqlite.Stmt) error {
		row := CommitRow{Commit: domain.CommitID(stmt.ColumnText(0))}
		err := statejson.Read(tables.ReadBlob(stmt, 1, nil), &row.Says)
		rows = append(rows, row)
		return err
	})
	return rows, err
}
