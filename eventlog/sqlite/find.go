package sqlite

import (
	"context"
	"errors"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog/sqlite/db"
	"github.com/clawable/claw/eventlog/sqlite/layout"
)

// Find implements [eventlog.Finder]: it reads in one transaction, which takes half the time of one for
// each id.
func (l *Log) Find(ctx context.Context, ids []domain.EventID) (held map[domain.EventID]domain.Event, err error) {
	held = map[domain.EventID]domain.Event{}
	err = l.read(ctx, "find events", func(c *db.Conn) error {
		if err := c.Run("BEGIN"); err != nil {
			return err
		}
		return errors.Join(l.find(c, ids, held), c.Run("COMMIT"))
	})
	return held, err
}

// find adds the events of ids that the log holds to held.
func (l *Log) find(c *db.Conn, ids []domain.EventID, held map[domain.EventID]domain.Event) error {
	r := layout.Rows{Names: &l.source.names, Conn: c, NoData: true}
	for _, id := range ids {
		var e domain.Event
		switch found, err := r.ByID(id, &e); {
		case err != nil:
			return err
		case found:
			held[id] = e
		}
	}
	return nil
}
