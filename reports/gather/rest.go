package gather

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/sessions"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/reports"
)

// all is a page that holds everything.
var all = selection.Page{Limit: 1 << 30}

// sessions counts sessions, and reads those that have an open turn.
func (g *gathering) sessions(f selection.Filter) error {
	list, err := query.Sessions(g.m, f, selection.Page{Limit: 1})
	if err != nil {
		return err
	}
	g.o.SessionCount += list.Total
	f.State = string(sessions.Working)
	list, err = query.Sessions(g.m, f, all)
	for i := range list.Sessions {
		r := &list.Sessions[i]
		s := reports.Session{State: string(r.State), Agent: r.Agent, Lane: r.Lane, Repo: r.Repo, Branch: r.Branch, Title: r.Title,
			ObservedAt: instantOf(r.LastObserved), TTL: reports.TTLSeconds}
		s.Sensitivity = g.classes.Session(r.Session)
		if err == nil {
			s.Evidence, err = g.standing(r.Session)
		}
		g.o.Sessions.Items[string(r.Session)] = s
	}
	return err
}

// standing are the events that decide the state of a session.
func (g *gathering) standing(id domain.SessionID) ([]domain.EventID, error) {
	e, err := query.SessionState(g.m, id)
	if err != nil {
		return nil, err
	}
	s, err := query.StandingOf(g.m, id, &e)
	return orNone(s.Because), err
}

// calls counts tool calls by status.
func (g *gathering) calls(f selection.Filter) error {
	list, err := query.Tools(g.m, f, selection.Page{Limit: 1})
	for status, n := range list.ByStatus {
		g.o.ToolCalls[status] += n
	}
	return err
}

// errors counts failures by origin and kind.
func (g *gathering) errors(f selection.Filter) error {
	list, err := query.Errors(g.m, f, selection.Page{Limit: 1})
	g.o.ErrorCount += list.Total
	for _, k := range list.ByKind {
		id := string(k.Origin) + "/" + k.Kind
		one := g.o.Errors.Items[id]
		one.Origin, one.Kind, one.Count = k.Origin, k.Kind, one.Count+k.Count
		if room := mostExamples - len(one.Evidence); room > 0 {
			one.Evidence = append(orNone(one.Evidence), k.Examples[:min(room, len(k.Examples))]...)
		}
		g.o.Errors.Items[id] = one
	}
	return err
}

// mostExamples is how many failures of a kind are named.
const mostExamples = 3

// usage sums tokens by model.
func (g *gathering) usage(f selection.Filter) error {
	doc, err := query.Usage(g.m, query.UsageTerms{By: query.UsageByModel}, f, all)
	for _, r := range doc.Rows {
		if r.Key == "" {
			sum := reports.Spent{}
			if g.o.Usage.Unattributed != nil {
				sum = *g.o.Usage.Unattributed
			}
			sum = added(sum, &r)
			g.o.Usage.Unattributed = &sum
			continue
		}
		g.o.Usage.Items[r.Key] = added(g.o.Usage.Items[r.Key], &r)
	}
	if err != nil {
		return err
	}
	return g.models(f)
}

func added(s reports.Spent, r *query.UsageRow) reports.Spent {
	return reports.Spent{Responses: s.Responses + r.Responses, Tokens: s.Tokens.Add(r.Tokens)}
}

// models labels the models that no other sessions name than labelled ones: with the least of their classes.
func (g *gathering) models(f selection.Filter) error {
	type naming struct {
		responses int
		class     domain.Sensitivity // the least
	}
	labelled := map[string]naming{}
	for _, id := range g.classes.Sessions() {
		if f.Session != "" && f.Session != id {
			continue
		}
		f := f
		f.Session = id
		doc, err := query.Usage(g.m, query.UsageTerms{By: query.UsageByModel}, f, all)
		if err != nil {
			return err
		}
		for _, r := range doc.Rows {
			by, class := labelled[r.Key], g.classes.Session(id)
			if by.class == "" || class.Rank() < by.class.Rank() {
				by.class = class
			}
			by.responses += r.Responses
			labelled[r.Key] = by
		}
	}
	for model, by := range labelled {
		if sum, ok := g.o.Usage.Items[model]; ok && sum.Responses == by.responses {
			sum.Sensitivity = by.class
			g.o.Usage.Items[model] = sum
		}
	}
	return nil
}

// ships reads the ships of the scope: those of the repository, or that brought something of a lane.
func (g *gathering) ships() error {
	s := &g.o.Scope
	if s.Lane == "" && s.Owner == "" {
		list, err := query.Ships(g.m, query.ShipFilter{Since: g.f.Since, Repo: domain.RepoID(s.Repo)}, all)
		for i := range list.Ships {
			g.ship(&list.Ships[i])
		}
		return err
	}
	for id := range g.o.Lanes.Items {
		carried, err := query.ShipsThatCarried(g.m, domain.LaneID(id))
		if err != nil {
			return err
		}
		for _, c := range carried {
			row, err := query.Ship(g.m, c.Ship.String())
			if err != nil {
				return err
			}
			if row.First >= g.f.Since {
				g.ship(&row)
			}
		}
	}
	return nil
}

func (g *gathering) ship(r *query.ShipRow) {
	to, told := r.Target(), &r.Provenance.Says
	old, now := r.Move()
	s := reports.Ship{Repo: to.Repo, Ref: to.Ref, Old: old, New: now, Method: told.MergeMethod, Basis: told.Basis, Commits: len(told.Commits),
		PRNumber: told.PRNumber, Actor: told.Actor.Value, Approvals: told.Approvals, ObservedAt: instantOf(r.First), Evidence: []domain.EventID{}}
	for i := range told.Commits {
		switch told.Commits[i].Role {
		case domain.CommitRider:
			s.Riders++
		case domain.CommitUnknown:
			s.Unstated++
		case domain.CommitIntentional:
		}
	}
	if !r.Provenance.IsZero() {
		s.Evidence = append(s.Evidence, r.Provenance.Event)
	}
	s.Sensitivity = g.classes.Stream(r.Stream)
	g.o.Ships.Items[r.Stream.String()] = s
}
