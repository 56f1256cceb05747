package sqlite

import (
	"context"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/db"
	"github.com/clawable/claw/eventlog/sqlite/fault"
	"github.com/clawable/claw/eventlog/sqlite/layout"
)

// Head implements [eventlog.Log].
func (l *Log) Head(ctx context.Context) (h eventlog.Head, err error) {
	err = l.read(ctx, "read head", func(c *db.Conn) error {
		h, err = l.source.head(c)
		return err
	})
	return h, err
}

func (s *source) head(c *db.Conn) (eventlog.Head, error) {
	h, err := s.identity(c)
	if err != nil {
		return eventlog.Head{}, err
	}
	until, err := s.reaches(c)
	if err != nil {
		return eventlog.Head{}, err
	}
	last, err := s.lastEvent(c) // before until when the last rows are lost
	if err != nil {
		return eventlog.Head{}, err
	}
	h.Position = domain.PositionAt(until)
	r := layout.Rows{Names: &s.names, Conn: c, NoData: true}
	var e domain.Event
	if _, err := r.At(last, &e); err != nil {
		return eventlog.Head{}, err
	}
	h.Recorded = e.RecordedAt
	return h, nil
}

// identity returns what position 1 says about the log.
func (s *source) identity(c *db.Conn) (eventlog.Head, error) {
	if known := s.first.Load(); known != nil {
		return *known, nil
	}
	r := layout.Rows{Names: &s.names, Conn: c}
	var e domain.Event
	found, err := r.At(1, &e)
	if err != nil {
		return eventlog.Head{}, err
	}
	if !found {
		return eventlog.Head{}, fault.Missing(1, 2)
	}
	var opened domain.LogOpened
	if err := eventlog.Decode(e.Data, &opened); err != nil || e.Kind != opened.Kind() {
		return eventlog.Head{}, fault.Corrupt(1, "it is not log.opened")
	}
	h := &eventlog.Head{ID: seal.Leaf(&e).String(), Name: opened.Name, Replay: opened.Replay}
	s.first.Store(h)
	return *h, nil
}
