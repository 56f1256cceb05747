package store

import (
	"iter"
	"slices"
	"strings"

	"github.com/oklog/ulid/v2"
	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
)

// ShipRow is a ship of the log.
type ShipRow struct {
	Stream domain.StreamID
	projections.Ship
}

// ShipFilter selects ships; zero fields select all.
type ShipFilter struct {
	Since  projections.Time // made at or after
	Until  projections.Time // made before
	Repo   domain.RepoID
	Ref    domain.Ref
	Method domain.MergeMethod
	Basis  domain.Basis
	// Untold selects those too of which it is not told what they brought.
	Untold bool
}

// ShipList is a page of ships, the newest first.
type ShipList struct {
	Ships []ShipRow
	Total int
	Next  string
}

// Ships lists ships, the newest first.
//
// Errors: kind usage for a cursor that is none.
func (s *Store) Ships(f ShipFilter, p Page) (list ShipList, err error) {
	q := query{table: "ships", time: "first", newest: true}
	if !f.Untold {
		q.and("told = 1")
	}
	if f.Since.Known() {
		q.and("first >= ?", int64(f.Since))
	}
	if f.Until.Known() {
		q.and("first < ?", int64(f.Until))
	}
	for _, by := range [][2]string{{"repo", string(f.Repo)}, {"ref", string(f.Ref)}, {"method", string(f.Method)}, {"basis", string(f.Basis)}} {
		q.andText(by[0]+" = ?", by[1])
	}
	list.Total, list.Next, err = s.list(q, p, func(at cursor, state []byte) error {
		row, err := shipRow(at.Key, state)
		list.Ships = append(list.Ships, row)
		return err
	})
	return list, err
}

// ShipsOf calls each with every ship of a repository, those too of which it is not told
// what they brought.
func (s *Store) ShipsOf(repo domain.RepoID, each func(ShipRow)) error {
	return s.shipRows("SELECT key, state FROM ships WHERE repo = ? ORDER BY first, key", []any{string(repo)}, each)
}

// OpenShips lists the ships to a ref of which it is not told what they brought, in the
// order of their first events.
func (s *Store) OpenShips(repo domain.RepoID, ref domain.Ref) (streams []domain.StreamID, err error) {
	const sql = "SELECT key FROM ships WHERE repo = ? AND ref = ? AND told = 0 ORDER BY first, key"
	err = s.read(sql, []any{string(repo), string(ref)}, func(stmt *sqlite.Stmt) error {
		id, err := ulid.ParseStrict(stmt.ColumnText(0))
		streams = append(streams, domain.StreamID{Family: domain.FamilyShip, ULID: id})
		return err
	})
	return streams, err
}

// ShipRepos lists the repositories of ships, sorted.
func (s *Store) ShipRepos() (repos []domain.RepoID, err error) {
	err = s.read("SELECT DISTINCT repo FROM ships ORDER BY repo", nil, func(stmt *sqlite.Stmt) error {
		repos = append(repos, domain.RepoID(stmt.ColumnText(0)))
		return nil
	})
	return repos, err
}

// AllShips calls each with every ship of the log.
func (s *Store) AllShips(each func(ShipRow)) error {
	return s.shipRows("SELECT key, state FROM ships ORDER BY first, key", nil, each)
}

func (s *Store) shipRows(sql string, args []any, each func(ShipRow)) error {
	return s.read(sql, args, func(stmt *sqlite.Stmt) error {
		row, err := shipRow(stmt.ColumnText(0), readBlob(stmt, 1, nil))
		if err == nil {
			each(row)
		}
		return err
	})
}

// Ship finds a ship by its id or a beginning of it.
//
// Errors: kind not_found, kind usage when several begin like this.
func (s *Store) Ship(typed string) (ShipRow, error) {
	key, err := s.find("ships", "ship", strings.TrimPrefix(typed, domain.FamilyShip.Prefix()), false)
	if err != nil {
		return ShipRow{}, err
	}
	return s.ship(key)
}

// ShipWord is what a ship says of a commit or a lane.
type ShipWord string

// The words.
const (
	ShipBrought  ShipWord = "brought"
	ShipDropped  ShipWord = "dropped"  // the ref held it no more
	ShipUnlogged ShipWord = "unlogged" // no recorded ship brought it
	ShipCarried  ShipWord = "carried"  // it was the head of what was shipped, as other commits
)

// ShipsWith lists the ships that say this of a commit.
func (s *Store) ShipsWith(commit domain.CommitID, word ShipWord) ([]ShipRow, error) {
	return s.shipsSaying(string(commit), word)
}

// CommitsBrought lists the commits that ships brought, each once, by name.
func (s *Store) CommitsBrought() (ids []domain.CommitID, err error) {
	err = s.read("SELECT key FROM ship_words ORDER BY key", nil, func(stmt *sqlite.Stmt) error {
		of, word, _ := strings.Cut(stmt.ColumnText(0), " ")
		id := domain.CommitID(of)
		if strings.HasPrefix(word, string(ShipBrought)+" ") && strings.Trim(of, "0123456789abcdef") == "" && (len(ids) == 0 || ids[len(ids)-1] != id) {
			ids = append(ids, id)
		}
		return nil
	})
	return ids, err
}

// ShipsOfLane lists the ships that name the lane of what they brought.
func (s *Store) ShipsOfLane(lane domain.LaneID) ([]ShipRow, error) {
	return s.shipsSaying(string(lane), ShipBrought)
}

func (s *Store) shipsSaying(of string, word ShipWord) (rows []ShipRow, err error) {
	var keys []string
	first := wordKey(of, word, "")
	err = s.read("SELECT ship FROM ship_words WHERE key >= ?1 AND key < ?2 ORDER BY key", []any{first, first + "\x7f"}, func(stmt *sqlite.Stmt) error {
		keys = append(keys, stmt.ColumnText(0))
		return nil
	})
	for _, key := range keys {
		row, failed := s.ship(key)
		if rows = append(rows, row); err == nil {
			err = failed
		}
	}
	return rows, err
}

func (s *Store) ship(key string) (row ShipRow, err error) {
	err = s.read("SELECT state FROM ships WHERE hash = ? AND key = ?", []any{hashOf(key), key}, func(stmt *sqlite.Stmt) error {
		row, err = shipRow(key, readBlob(stmt, 0, nil))
		return err
	})
	return row, err
}

func shipRow(key string, state []byte) (row ShipRow, err error) {
	id, err := ulid.ParseStrict(key)
	if err != nil {
		return row, err
	}
	row.Stream = domain.StreamID{Family: domain.FamilyShip, ULID: id}
	return row, projections.ReadState(state, &row.Ship)
}

// wordKey is the key of what a ship says of a commit or a lane, whose names are of
// different lengths.
func wordKey(of string, word ShipWord, ship string) string {
	return of + " " + string(word) + " " + ship
}

// HasShip reports whether some ship says this of a commit.
func (s *Store) HasShip(commit domain.CommitID, word ShipWord) (bool, error) {
	first := wordKey(string(commit), word, "")
	return s.exists("SELECT 1 FROM ship_words WHERE key >= ?1 AND key < ?2 LIMIT 1", first, first+"\x7f")
}

// HasShipTo reports whether some ship went to a ref.
func (s *Store) HasShipTo(ref domain.Ref) (bool, error) {
	return s.exists("SELECT 1 FROM ships WHERE ref = ? LIMIT 1", string(ref))
}

// exists reports whether a SELECT finds a row.
func (s *Store) exists(sql string, args ...any) (found bool, err error) {
	err = s.read(sql, args, func(*sqlite.Stmt) error {
		found = true
		return nil
	})
	return found, err
}

// writeShipWords writes what a ship says of commits and lanes.
func writeShipWords(d *tableWriter, ship string, s *projections.Ship) error {
	gone, err := d.conn.Prepare("DELETE FROM ship_words WHERE ship = ?1")
	if err != nil {
		return err
	}
	gone.BindText(1, ship)
	if err := step(gone); err != nil {
		return err
	}
	stmt, err := d.conn.Prepare("INSERT OR REPLACE INTO ship_words VALUES (?1, ?2)")
	if err != nil {
		return err
	}
	for key := range shipWords(ship, s) {
		stmt.BindText(1, key)
		stmt.BindText(2, ship)
		if err := step(stmt); err != nil {
			return err
		}
	}
	return nil
}

// shipWords yields the keys of what a ship says, some of them twice.
func shipWords(ship string, s *projections.Ship) iter.Seq[string] {
	return func(yield func(string) bool) {
		word := func(of string, word ShipWord) bool { return of == "" || yield(wordKey(of, word, ship)) }
		for i := range s.Provenance.Says.Commits {
			c := &s.Provenance.Says.Commits[i]
			if !word(string(c.Commit), ShipBrought) || !word(string(c.Lane), ShipBrought) {
				return
			}
		}
		if told := &s.Provenance.Says; told.HeadCommit != told.New && !word(string(told.HeadCommit), ShipCarried) {
			return
		}
		for _, lane := range slices.Concat(s.Pushed.Says.Lanes, s.Provenance.Says.Intent.Lanes) {
			if !word(string(lane), ShipBrought) {
				return
			}
		}
		for _, c := range s.Rewritten.Says.Dropped {
			if !word(string(c), ShipDropped) {
				return
			}
		}
		for _, c := range s.Unlogged.Says.Commits {
			if !word(string(c), ShipUnlogged) {
				return
			}
		}
	}
}
