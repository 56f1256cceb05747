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
		return errors.Join(find(&layout.Rows{Names: &l.source.names, Conn: c, NoData: true}, ids, held), c.Run("COMMIT"))
	})
	return held, err
}

// find adds the events of ids that are there to held.
func find(r *layout.Rows, ids []domain.EventID, held map[domain.EventID]domain.Event) error {
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
