package query

import (
	"strings"

	"github.com/oklog/ulid/v2"
	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/statejson"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/tables"
	"github.com/clawable/claw/projections/values"
)

// ShipRow is a ship of the log.
type ShipRow struct {
	Stream domain.StreamID
	projections.Ship
}

// ShipFilter selects ships; zero fields select all.
type ShipFilter struct {
	Since  values.Time // made at or after
	Until  values.Time // made before
	Repo   domain.RepoID
	Ref    domain.Ref
	Method domain.MergeMethod
	Basis  domain.Basis
	// Untold also selects those for which it is not recorded what they brought.
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
func Ships(s selection.Reader, f ShipFilter, p selection.Page) (list ShipList, err error) {
	q := selection.Query{Table: "ships", Time: "first", Newest: true}
	if !f.Untold {
		q.And("told = 1")
	}
	if f.Since.Known() {
		q.And("first >= ?", int64(f.Since))
	}
	if f.Until.Known() {
		q.And("first < ?", int64(f.Until))
	}
	for _, by := range [][2]string{{"repo", string(f.Repo)}, {"ref", string(f.Ref)}, {"method", string(f.Method)}, {"basis", string(f.Basis)}} {
		q.AndText(by[0]+" = ?", by[1])
	}
	list.Total, list.Next, err = selection.List(s, q, p, func(at selection.Cursor, state []byte) error {
		row, err := shipRow(at.Key, state)
		list.Ships = append(list.Ships, row)
		return err
	})
	return list, err
}

// ShipsOf calls each with every ship of a repository, including those for which it is
// not recorded what they brought.
func ShipsOf(s selection.Reader, repo domain.RepoID, each func(ShipRow)) error {
	return shipRows(s, "SELECT key, state FROM ships WHERE repo = ? ORDER BY first, key", []any{string(repo)}, each)
}

// OpenShips lists the ships to a ref for which it is not recorded what they brought, in
// the order of their first events.
func OpenShips(s selection.Reader, repo domain.RepoID, ref domain.Ref) (streams []domain.StreamID, err error) {
	const sql = "SELECT key FROM ships WHERE repo = ? AND ref = ? AND told = 0 ORDER BY first, key"
	err = s.Read(sql, []any{string(repo), string(ref)}, func(stmt *sqlite.Stmt) error {
		id, err := ulid.ParseStrict(stmt.ColumnText(0))
		streams = append(streams, domain.StreamID{Family: domain.FamilyShip, ULID: id})
		return err
	})
	return streams, err
}

// shipRepos lists the repositories of ships, sorted.
func shipRepos(s selection.Reader) (repos []domain.RepoID, err error) {
	err = s.Read("SELECT DISTINCT repo FROM ships ORDER BY repo", nil, func(stmt *sqlite.Stmt) error {
		repos = append(repos, domain.RepoID(stmt.ColumnText(0)))
		return nil
	})
	return repos, err
}

// AllShips calls each with every ship of the log.
func AllShips(s selection.Reader, each func(ShipRow)) error {
	return shipRows(s, "SELECT key, state FROM ships ORDER BY first, key", nil, each)
}

func shipRows(s selection.Reader, sql string, args []any, each func(ShipRow)) error {
	return s.Read(sql, args, func(stmt *sqlite.Stmt) error {
		row, err := shipRow(stmt.ColumnText(0), tables.ReadBlob(stmt, 1, nil))
		if err == nil {
			each(row)
		}
		return err
	})
}

// Ship finds a ship by its id or a beginning of it.
//
// Errors: kind not_found, kind usage when several begin like this.
func Ship(s selection.Reader, typed string) (ShipRow, error) {
	key, err := selection.Find(s, "ships", "ship", strings.TrimPrefix(typed, domain.FamilyShip.Prefix()))
	if err != nil {
		return ShipRow{}, err
	}
	return shipAt(s, key)
}

// ShipsWith lists the ships that say this of a commit.
func ShipsWith(s selection.Reader, commit domain.CommitID, word tables.ShipWord) ([]ShipRow, error) {
	return shipsSaying(s, string(commit), word)
}

// commitsBrought lists the commits that ships brought, each once, by name.
func commitsBrought(s selection.Reader) (ids []domain.CommitID, err error) {
	err = s.Read("SELECT key FROM ship_words ORDER BY key", nil, func(stmt *sqlite.Stmt) error {
		of, word, _ := strings.Cut(stmt.ColumnText(0), " ")
		id := domain.CommitID(of)
		if strings.HasPrefix(word, string(tables.ShipBrought)+" ") && strings.Trim(of, "0123456789abcdef") == "" && (len(ids) == 0 || ids[len(ids)-1] != id) {
			ids = append(ids, id)
		}
		return nil
	})
	return ids, err
}

// shipsOfLane lists the ships that name the lane of what they brought.
func shipsOfLane(s selection.Reader, lane domain.LaneID) ([]ShipRow, error) {
	return shipsSaying(s, string(lane), tables.ShipBrought)
}

func shipsSaying(s selection.Reader, of string, word tables.ShipWord) (rows []ShipRow, err error) {
	var keys []string
	first := tables.WordKey(of, word, "")
	err = s.Read("SELECT ship FROM ship_words WHERE key >= ?1 AND key < ?2 ORDER BY key", []any{first, first + "\x7f"}, func(stmt *sqlite.Stmt) error {
		keys = append(keys, stmt.ColumnText(0))
		return nil
	})
	for _, key := range keys {
		row, failed := shipAt(s, key)
		if rows = append(rows, row); err == nil {
			err = failed
		}
	}
	return rows, err
}

func shipAt(s selection.Reader, key string) (row ShipRow, err error) {
	err = s.Read("SELECT state FROM ships WHERE hash = ? AND key = ?", []any{tables.HashOf(key), key}, func(stmt *sqlite.Stmt) error {
		row, err = shipRow(key, tables.ReadBlob(stmt, 0, nil))
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
	return row, statejson.Read(state, &row.Ship)
}

// HasShip reports whether some ship says this of a commit.
func HasShip(s selection.Reader, commit domain.CommitID, word tables.ShipWord) (bool, error) {
	first := tables.WordKey(string(commit), word, "")
	return selection.Exists(s, "SELECT 1 FROM ship_words WHERE key >= ?1 AND key < ?2 LIMIT 1", first, first+"\x7f")
}

// HasShipTo reports whether some ship went to a ref.
func HasShipTo(s selection.Reader, ref domain.Ref) (bool, error) {
	return selection.Exists(s, "SELECT 1 FROM ships WHERE ref = ? LIMIT 1", string(ref))
}
