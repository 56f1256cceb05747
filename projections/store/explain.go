package store

import (
	"context"
	"fmt"
	"slices"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/projections"
)

// LaneExplanation is a lane as the lists show it, and why.
type LaneExplanation struct {
	Row     BoardRow
	Outcome lane.Outcome
	Because Reasons // of both
}

// ExplainLane derives a lane anew, with all reasons; typed as for [Store.Lane], asks as for [Store.Board].
//
// Errors: as [Store.Lane].
func (s *Store) ExplainLane(ctx context.Context, typed string, asOf domain.Instant, asks Asks) (x LaneExplanation, err error) {
	set, opts, err := s.laneSet(ctx, typed)
	if err != nil {
		return x, err
	}
	x.Outcome = lane.Explain(set, opts)
	if x.Row, err = s.boardRow(&x.Outcome, asOf, asks); err != nil {
		return x, err
	}
	x.Because = Reasons{}
	x.Because.outcome(&x.Outcome)
	if err := s.explainRow(x.Because, &x.Outcome); err != nil {
		return x, err
	}
	x.Because.asked(&x.Outcome, asks[x.Outcome.Lane])
	return x, nil
}

// LaneBelonging says where a lane's work belongs; typed as for [Store.Lane].
//
// Errors: as [Store.Lane].
func (s *Store) LaneBelonging(ctx context.Context, typed string) (lane.Belonging, error) {
	set, opts, err := s.laneSet(ctx, typed)
	if err != nil {
		return lane.Belonging{}, err
	}
	return lane.BelongingOf(set, opts), nil
}

// laneSet loads what a lane is derived from.
func (s *Store) laneSet(ctx context.Context, typed string) (index.Set, lane.Options, error) {
	held, err := s.LaneOutcome(typed)
	if err != nil {
		return index.Set{}, lane.Options{}, err
	}
	by, err := readAmendments(s.conn)
	if err != nil {
		return index.Set{}, lane.Options{}, err
	}
	from := newLoader(&tableWriter{conn: s.conn}, nil, func(id domain.EventID) (domain.Event, bool, error) {
		return found(ctx, s.log, by, id, s.at.position)
	})
	set := index.Collect(from.load, held.Lane)
	if from.err != nil {
		return set, lane.Options{}, fmt.Errorf("load lane %s: %w", held.Lane, from.err)
	}
	return set, lane.Options{Replay: s.at.replay}, nil
}

// explainRow adds why a lane's row is as it is, beside its outcome.
func (s *Store) explainRow(b Reasons, o *lane.Outcome) error {
	of, err := s.sessionsOf(o)
	if err != nil {
		return err
	}
	if of.oldest != nil {
		b.identity(of.oldest)
		b.said("model", "row.identity", of.oldest.Field("model"))
	}
	b.turns(of.roots)
	b.unbound("sessions", of.roots...)
	if !of.first.IsZero() {
		b.add("first_observed", "row.first", of.first.ID)
	}
	standing := slices.Concat(b["state"].Events, b["last_observed"].Events)
	for _, field := range []string{"freshness", "age_ms", "clock_ahead"} {
		b.add(field, "freshness", slices.Clone(standing)...)
	}
	b.add("actionable", "scope", slices.Concat(b["scope"].Events, b["outcome"].Events)...)
	advice := slices.Concat(standing, b["outcome"].Events, b["disposition"].Events, b["subphase"].Events, b["failure_class"].Events)
	for _, field := range []string{"urgency", "blocker", "next"} {
		b.add(field, "board.advice", slices.Clone(advice)...)
	}
	if err := s.explainShips(b, o.Lane); err != nil {
		return err
	}
	return s.counted(b, ofLane, string(o.Lane))
}

// SessionExplanation is a session as the lists show it, and why.
type SessionExplanation struct {
	Row     SessionRow
	Because Reasons
}

// ExplainSession says why a session's row is as it is; typed as for [Store.Session].
//
// Errors: as [Store.Session]; those of stream.
func (s *Store) ExplainSession(typed string, stream Stream) (x SessionExplanation, err error) {
	doc, err := s.Session(typed)
	if err != nil {
		return x, err
	}
	x = SessionExplanation{Row: doc.SessionRow, Because: Reasons{}}
	e, err := s.session(x.Row.Session)
	if err != nil {
		return x, err
	}
	b := x.Because
	b.identity(&e)
	b.add(projections.FieldPurpose, "row.identity")
	for _, field := range []string{projections.FieldPurpose, projections.FieldParent, "agent_version", "agent_type"} {
		b.said(field, "row.identity", e.Field(field))
	}
	standing, err := s.standing(x.Row.Session, &e)
	if err != nil {
		return x, err
	}
	b.add("state", "session.state", standing.Because...)
	b.said("ended", "row.ended", e.Ended.Last())
	b.turns([]projections.Session{e})
	if !e.First.IsZero() {
		b.add("first_observed", "row.first", e.First.ID)
		b.add("last_observed", "row.last", e.Last.ID)
	}
	if err := s.counted(b, "session = ?", string(x.Row.Session)); err != nil {
		return x, err
	}
	var responses []domain.EventID
	err = s.read("SELECT key, state FROM usage WHERE session = ?", []any{string(x.Row.Session)}, func(stmt *sqlite.Stmt) error {
		var r projections.Response
		err := projections.ReadState(readBlob(stmt, 1, nil), &r)
		responses = append(responses, r.ID)
		return err
	})
	if err != nil {
		return x, err
	}
	b.add("usage", "row.usage", slices.Clone(responses)...)
	if err := s.laneOfSession(b, &x.Row); err != nil {
		return x, err
	}
	b.unbound("lane", e)
	return x, s.sets(b, &x.Row, responses, stream)
}

// passed finds an event up to a position.
func passed(ctx context.Context, log Log, id domain.EventID, until domain.Position) (domain.Event, bool, error) {
	e, err := log.Get(ctx, id)
	if isLost(err) {
		return e, false, nil
	}
	if err != nil {
		return e, false, logFailure{err}
	}
	return e, !e.Position.After(until), nil
}
