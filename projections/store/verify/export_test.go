package verify

import "zombiezen.com/go/sqlite"

// CompareStates compares a table of a read model with what a replay visits.
func CompareStates(stored *sqlite.Conn, table string, replay func(visit func(key string, state []byte) error) error) (found []Finding, err error) {
	err = compareStates(stored, table, replay, func(f Finding) { found = append(found, f) })
	return found, err
}
