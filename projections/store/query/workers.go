package query

import (
	"cmp"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/projections"
)

// WorkerState returns the state of a worker; false when none is recorded.
func WorkerState(s Model, id domain.WorkerID) (state projections.WorkerState, told bool, err error) {
	from := ties(s)
	facts := from.Load(index.WorkerKey(id))
	state, told = projections.WorkerOf(projections.Options{Replay: s.At().Replay}, id, facts)
	if from.Err == nil && told {
		state.Ship, err = lastShip(s, facts)
	}
	return state, told, cmp.Or(from.Err, err)
}

// Workers lists the recorded workers, sorted.
func Workers(s Model) (told []domain.WorkerID, err error) {
	var named []domain.WorkerID
	first := index.WorkerKey("")
	err = s.Read("SELECT DISTINCT key FROM packs WHERE key >= ?1 AND key < ?2 ORDER BY key", []any{string(first), after(string(first))}, func(stmt *sqlite.Stmt) error {
		id, _ := index.Key(stmt.ColumnText(0)).Worker()
		named = append(named, id)
		return nil
	})
	for _, id := range named {
		if _, is, failed := WorkerState(s, id); failed != nil {
			err = failed
		} else if is {
			told = append(told, id)
		}
	}
	return told, err
}

// after is the least text that is greater than all that begin with prefix.
func after(prefix string) string {
	last := len(prefix) - 1
	return prefix[:last] + string(prefix[last]+1)
}
