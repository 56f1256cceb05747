package query

import (
	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/selection"
)

// Changing is what the log records about the changes of a file.
type Changing struct {
	// Commits change the file, each once, as the repositories of ships say: by repository, then in
	// the order of their events.
	Commits []domain.CommitID
	// Unread counts the commits that ships brought and of which the log does not know the files.
	Unread int
}

// CommitsChanging finds the commits that change a file of a repository of ships. file must be UTF-8.
//
// Errors: those of the read model.
func CommitsChanging(s selection.Reader, file domain.Path) (c Changing, err error) {
	c.Commits = []domain.CommitID{}
	repos, err := shipRepos(s)
	if err != nil {
		return c, err
	}
	changing := map[string][]domain.CommitID{} // by the stream that says so
	const sql = "SELECT stream, changed FROM paths JOIN observed ON observed.position = paths.position WHERE path = ? ORDER BY paths.position"
	err = s.Read(sql, []any{string(file)}, func(stmt *sqlite.Stmt) error {
		stream := stmt.ColumnText(0)
		changing[stream] = append(changing[stream], domain.CommitID(stmt.ColumnText(1)))
		return nil
	})
	seen := map[domain.CommitID]bool{}
	for _, repo := range repos {
		for _, id := range changing[repo.Stream().String()] {
			if !seen[id] {
				seen[id] = true
				c.Commits = append(c.Commits, id)
			}
		}
	}
	if err == nil {
		c.Unread, err = unread(s, repos)
	}
	return c, err
}

// unread counts the commits that ships brought and that no repository records.
func unread(s selection.Reader, repos []domain.RepoID) (n int, err error) {
	told := map[domain.CommitID]bool{}
	for _, repo := range repos {
		err := s.Read("SELECT subject FROM observed WHERE stream = ?", []any{repo.Stream().String()}, func(stmt *sqlite.Stmt) error {
			told[domain.CommitID(stmt.ColumnText(0))] = true
			return nil
		})
		if err != nil {
			return 0, err
		}
	}
	brought, err := commitsBrought(s)
	if err != nil {
		return 0, err
	}
	for _, id := range brought {
		if told[id] {
			continue
		}
		_, elsewhere, err := CommitAt(s, id)
		if err != nil {
			return 0, err
		}
		if !elsewhere {
			n++
		}
	}
	return n, nil
}
