package query

import (
	"strings"
	"unicode/utf8"

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
	zeros := 0
	if strings.HasPrefix(string(id), selection.DerivedZeros) {
		zeros = len(selection.DerivedZeros)
	}
	short, err := beginning(s, "lanes", string(id), zeros)
	return short[zeros:], err
}

// ShortSession returns as much of a session's id as a person needs to type, see [selection.FindSession]:
// the agent, at least 8 characters of each part of its own id, and as many as no other session of the
// log has there.
func ShortSession(s selection.Reader, id domain.SessionID) (string, error) {
	agent := strings.IndexByte(string(id), '/') + 1
	of := strings.IndexByte(string(id)[agent:], '/')
	if of < 0 {
		return beginning(s, "sessions", string(id), agent)
	}
	above := string(id)[:agent+of]
	short, err := beginning(s, "sessions", above, agent)
	if err != nil || short == above {
		return string(id), err // the beginning of another id, perhaps
	}
	below, err := beginning(s, "sessions", string(id), len(above)+1)
	return short + below[len(above):], err
}

// beginning is the shortest beginning of key that no other row of table has, but for those below key, and
// at least [shortest] longer than what keys have in common.
func beginning(s selection.Reader, table, key string, common int) (string, error) {
	n := common + shortest
	err := s.Read("SELECT max(key) FROM "+table+" WHERE key < ?1 UNION ALL SELECT min(key) FROM "+table+" WHERE key > ?1 AND key NOT BETWEEN ?1 || '/' AND ?1 || '0'", []any{key},
		func(stmt *sqlite.Stmt) error {
			n = max(n, shared(key, stmt.ColumnText(0))+1)
			return nil
		})
	for n < len(key) && !utf8.RuneStart(key[n]) {
		n++
	}
	return key[:min(n, len(key))], err
}

// shared is the length of what two texts begin with.
func shared(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
