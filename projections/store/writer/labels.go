package writer

import (
	"fmt"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/tables"
)

// label writes which events carry a label that withholds a part of them from a reader of what is
// internal. Such events are few.
func (w *writer) label(events []domain.Event) error {
	for i := range events {
		e := &events[i]
		class := e.MostSensitive()
		if class == "" {
			continue
		}
		row := [...]string{e.ID.String(), e.Stream.String(), string(e.Subject.Lane.Value), string(e.Subject.Session.Value), string(class)}
		if err := w.tables.Do(func() error { return w.writeLabel(row[:]) }); err != nil {
			return fmt.Errorf("write the label of %s: %w", row[0], err)
		}
	}
	return nil
}

func (w *writer) writeLabel(row []string) error {
	stmt, err := w.tables.Conn.Prepare("INSERT INTO labels VALUES (?1, ?2, ?3, ?4, ?5)")
	if err != nil {
		return err
	}
	for i, text := range row {
		stmt.BindText(i+1, text)
	}
	return tables.Step(stmt)
}
