package query

import (
	"strings"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/selection"
)

// shortest is the least length of a short id.
const shortest = 8

// ShortLane returns as much of a lane's id as a person needs to type: of the part
// after a derived id's zeros, at least 8 characters, and as many as no other lane
// of the log begins with.
func ShortLane(s selection.Reader, id domain.LaneID) (string, error) {
	key := string(id)
	zeros := 0
	if strings.HasPrefix(key, selection.DerivedZeros) {
		zeros = len(selection.DerivedZeros)
	}
	n := zeros + shortest
	err := s.Read("SELECT max(key) FROM lanes WHERE key < ?1 UNION ALL SELECT min(key) FROM lanes WHERE key > ?1", []any{key},
		func(stmt *sqlite.Stmt) error {
			n = max(n, common(key, stmt.ColumnText(0))+1)
			return nil
		})
	return key[zeros:min(n, len(key))], err
}

// common is the length of what two texts begin with.
func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
