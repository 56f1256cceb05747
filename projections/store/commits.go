package store

import (
	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
)

// CommitRow is a commit of the log.
type CommitRow struct {
	Commit domain.CommitID
	Says   projections.Commit
}

// CommitNamed finds a commit that was imported, or that a ship speaks of, by its name or a beginning of it.
//
// Errors: kind not_found, kind usage when several begin like this.
func (s *Store) CommitNamed(typed string) (domain.CommitID, error) {
	var found []string
	// Ships name lanes as well, which are shorter than any commit.
	const sql = "SELECT key FROM commits WHERE key >= ?1 AND key < ?1 || 'g'" +
		" UNION SELECT substr(key, 1, instr(key, ' ') - 1) FROM ship_words WHERE key >= ?1 AND key < ?1 || 'g' AND instr(key, ' ') > 40" +
		" ORDER BY 1 LIMIT 11"
	err := s.read(sql, []any{typed}, func(stmt *sqlite.Stmt) error {
		found = append(found, stmt.ColumnText(0))
		return nil
	})
	if err != nil {
		return "", err
	}
	key, err := pick("commits", "commit", typed, found, len(found) > 0 && found[0] == typed)
	return domain.CommitID(key), err
}

// CommitAt is a commit of the log; false when it holds none of this name.
func (s *Store) CommitAt(id domain.CommitID) (row CommitRow, held bool, err error) {
	rows, err := s.commits("key = ?", string(id))
	if err != nil || len(rows) == 0 {
		return row, false, err
	}
	return rows[0], len(rows[0].Says.Events) > 0, nil
}

// Instead lists the commits that git says a commit took the place of, sorted.
func (s *Store) Instead(id domain.CommitID) (old []domain.CommitID, err error) {
	row, _, err := s.CommitAt(id)
	for _, name := range row.Says.Instead {
		old = append(old, domain.CommitID(name))
	}
	return old, err
}

// CommitsWith lists the commits that change the same, by patch-id, the oldest first.
func (s *Store) CommitsWith(patch string) ([]CommitRow, error) {
	if patch == "" {
		return nil, nil
	}
	return s.commits("patch = ? AND patch <> ''", patch) // as its index says
}

func (s *Store) commits(condition string, value string) (rows []CommitRow, err error) {
	err = s.read("SELECT key, state FROM commits WHERE "+condition+" ORDER BY at, key", []any{value}, func(stmt *sqlite.Stmt) error {
		row := CommitRow{Commit: domain.CommitID(stmt.ColumnText(0))}
		err := projections.ReadState(readBlob(stmt, 1, nil), &row.Says)
		rows = append(rows, row)
		return err
	})
	return rows, err
}
