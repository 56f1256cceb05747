package explain

import (
	"context"
	"slices"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/sessions"
	"github.com/clawable/claw/projections/statejson"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/tables"
)

// LaneExplanation is a lane as the lists show it, and why.
type LaneExplanation struct {
	Row     query.BoardRow
	Outcome lane.Outcome
	Because Reasons // of both
}

// Lane derives a lane anew, with all reasons; typed as for [query.Lane], asks as for [query.Board].
//
// Errors: as [query.Lane].
func Lane(ctx context.Context, s query.Model, typed string, asOf domain.Instant, asks query.Asks) (x LaneExplanation, err error) {
	set, opts, err := query.LaneSet(ctx, s, typed)
	if err != nil {
		return x, err
	}
	x.Outcome = lane.Explain(set, opts)
	if x.Row, err = query.RowOnBoard(s, &x.Outcome, asOf, asks); err != nil {
		return x, err
	}
	x.Because = Reasons{}
	x.Because.outcome(&x.Outcome)
	if err := row(s, x.Because, &x.Outcome); err != nil {
		return x, err
	}
	x.Because.asked(&x.Outcome, asks[x.Outcome.Lane])
	return x, nil
}

// row adds why a lane's row is as it is, beside its outcome.
func row(s query.Model, b Reasons, o *lane.Outcome) error {
	of, err := query.SessionsOfLane(s, o)
	if err != nil {
		return err
	}
	if of.Oldest != nil {
		b.identity(of.Oldest)
		b.said("model", "row.identity", of.Oldest.Field("model"))
	}
	b.turns(of.Roots)
	b.unbound("sessions", of.Roots...)
	if !of.First.IsZero() {
		b.add("first_observed", "row.first", of.First.ID)
	}
	standing := slices.Concat(b["state"].Events, b["last_observed"].Events)
	for _, field := range []string{"freshness", "age_ms", "clock_ahead"} {
		b.add(field, "freshness", slices.Clone(standing)...)
	}
	b.add("actionable", "scope", slices.Concat(b["scope"].Events, b["outcome"].Events)...)
	advice := slices.Concat(standing, b["outcome"].Events, b["disposition"].Events, b["subphase"].Events, b["failure_class"].Events)
	for _, field := range []string{"group", "urgency", "blocker", "next"} {
		b.add(field, "board.advice", slices.Clone(advice)...)
	}
	b.add("proof", "row.proof", slices.Clone(advice)...)
	responses, err := responsesOf(s, query.OfLane, string(o.Lane))
	if err != nil {
		return err
	}
	if len(responses) > 0 {
		b.add("cost", "row.cost", responses...)
	}
	if err := ships(s, b, o.Lane); err != nil {
		return err
	}
	return counted(s, b, query.OfLane, string(o.Lane))
}

// responsesOf are the events of the responses of sessions; the condition is on the session.
func responsesOf(s query.Model, condition, of string) (ids []domain.EventID, err error) {
	err = s.Read("SELECT state FROM usage WHERE "+condition, []any{of}, func(stmt *sqlite.Stmt) error {
		var r projections.Response
		err := statejson.Read(tables.ReadBlob(stmt, 0, nil), &r)
		ids = append(ids, r.ID)
		return err
	})
	return ids, err
}

// SessionExplanation is a session as the lists show it, and why.
type SessionExplanation struct {
	Row     query.SessionRow
	Because Reasons
}

// Session returns why a session's row is as it is; typed as for [query.Session].
//
// Errors: as [query.Session]; those of stream.
func Session(s query.Model, typed string, stream Stream) (x SessionExplanation, err error) {
	doc, err := query.Session(s, typed)
	if err != nil {
		return x, err
	}
	x = SessionExplanation{Row: doc.SessionRow, Because: Reasons{}}
	e, err := query.SessionState(s, x.Row.Session)
	if err != nil {
		return x, err
	}
	b := x.Because
	b.identity(&e)
	b.add(sessions.FieldPurpose, "row.identity")
	for _, field := range []string{sessions.FieldPurpose, sessions.FieldParent, "agent_version", "agent_type"} {
		b.said(field, "row.identity", e.Field(field))
	}
	standing, err := query.StandingOf(s, x.Row.Session, &e)
	if err != nil {
		return x, err
	}
	b.add("state", "session.state", standing.Because...)
	b.said("ended", "row.ended", e.Ended.Last())
	b.turns([]sessions.Session{e})
	if !e.First.IsZero() {
		b.add("first_observed", "row.first", e.First.ID)
		b.add("last_observed", "row.last", e.Last.ID)
	}
	if err := counted(s, b, "session = ?", string(x.Row.Session)); err != nil {
		return x, err
	}
	responses, err := responsesOf(s, "session = ?", string(x.Row.Session))
	if err != nil {
		return x, err
	}
	b.add("usage", "row.usage", slices.Clone(responses)...)
	if err := laneOfSession(s, b, &x.Row); err != nil {
		return x, err
	}
	b.unbound("lane", e)
	b.said("pull_requests", "row.work", e.Field("pr_number"))
	return x, sets(s, b, &x.Row, responses, stream)
}
