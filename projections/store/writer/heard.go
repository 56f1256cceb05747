package writer

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/domain"
)

// hearLogs counts what other logs forwarded. A log makes its admissions itself and takes none from another.
func (w *writer) hearLogs(events []domain.Event) error {
	for i := range events {
		e := &events[i]
		var p domain.LogAdmitted
		if e.Kind != p.Kind() || json.Unmarshal(e.Data, &p) != nil || p.Via != domain.ViaForward {
			continue
		}
		row := []any{p.ClaimsLog, e.RecordedAt.UnixNano(), p.Count} // the event is its batch's
		err := w.tables.Do(func() error {
			return sqlitex.Execute(w.tables.Conn, `INSERT INTO heard VALUES (?, ?, ?)
ON CONFLICT (key) DO UPDATE SET at = excluded.at, events = events + excluded.events`, &sqlitex.ExecOptions{Args: row})
		})
		if err != nil {
			return fmt.Errorf("write of which log was heard: %w", err)
		}
	}
	return nil
}
