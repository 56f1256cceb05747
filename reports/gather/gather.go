package gather

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/values"
	"github.com/clawable/claw/reports"
)

// Observe reads what the read model shows of a scope in a window. approvals are the requests of the
// window, judged by who may sign; the section says so itself where they cannot be judged.
//
// Errors: kind not_found for a scope that the log does not know; those of the read model.
func Observe(m query.Model, scope reports.Scope, window reports.Window, approvals reports.Approvals) (*reports.Observed, error) {
	g := gathering{m: m, o: &reports.Observed{Scope: scope, Window: window, ToolCalls: map[string]int{}},
		f: selection.Filter{Repo: scope.Repo, Lane: scope.Lane, Since: timeOf(window.After)}}
	g.o.Lanes.Items = map[string]reports.Lane{}
	g.o.Sessions.Items = map[string]reports.Session{}
	g.o.Ships.Items = map[string]reports.Ship{}
	g.o.Errors.Items = map[string]reports.ErrorKind{}
	g.o.Usage.Items = map[string]reports.Spent{}
	if err := g.known(); err != nil {
		return nil, err
	}
	g.waiting = waiting(approvals)
	if err := g.lanes(); err != nil {
		return nil, err
	}
	g.o.Approvals = g.within(approvals)
	for _, f := range g.filters() {
		for _, read := range []func(selection.Filter) error{g.sessions, g.calls, g.errors, g.usage} {
			if err := read(f); err != nil {
				return nil, err
			}
		}
	}
	return g.o, g.ships()
}

// gathering is one reading of the read model.
type gathering struct {
	m       query.Model
	f       selection.Filter
	o       *reports.Observed
	waiting map[domain.LaneID]bool // lanes whose requests wait for an approver
}

// timeOf is a time as the read model has it, 0 for none.
func timeOf(at domain.Instant) values.Time {
	if !at.Known() {
		return 0
	}
	return values.Time(at.UnixNano())
}

// instantOf is a time of the read model as documents have it.
func instantOf(t values.Time) domain.Instant {
	if !t.Known() {
		return domain.UnknownInstant(domain.UnknownNotRecorded)
	}
	return domain.AtUnixNano(int64(t))
}

// known refuses a scope that nothing in the log is of: its report would look like one of a quiet
// day.
func (g *gathering) known() error {
	absent, err := query.AbsentFrom(g.m, selection.Filter{Repo: g.f.Repo, Lane: g.f.Lane})
	if err != nil || len(absent) == 0 {
		return err
	}
	return unknownScope(absent[0].Of, absent[0].Value, absent[0].There)
}

func unknownScope(of, value string, others []string) error {
	e := &domain.Error{Kind: domain.ErrNotFound, Operation: "make report", Target: of + " " + value, Message: "nothing in this log has it"}
	if len(others) > 0 {
		e.Detail = map[string]any{"others": others}
	}
	return e
}

// filters select what a scope has beside its lanes: all at once, or lane by lane where the scope is
// an owner's.
func (g *gathering) filters() []selection.Filter {
	if g.o.Scope.Owner == "" {
		return []selection.Filter{g.f}
	}
	var all []selection.Filter
	for id := range g.o.Lanes.Items {
		f := g.f
		f.Lane = domain.LaneID(id)
		all = append(all, f)
	}
	return all
}

// waiting are the lanes of requests that wait.
func waiting(a reports.Approvals) map[domain.LaneID]bool {
	of := map[domain.LaneID]bool{}
	for _, one := range a.Items {
		if one.Status == reports.StatusPending {
			for _, id := range one.Lanes {
				of[id] = true
			}
		}
	}
	return of
}

// within are the requests of the scope: of a lane of it, or all where the scope is everything.
func (g *gathering) within(a reports.Approvals) reports.Approvals {
	if a.Items == nil || g.o.Scope == (reports.Scope{}) {
		return a
	}
	in := reports.Approvals{Items: map[string]reports.Approval{}}
	for id, one := range a.Items {
		for _, l := range one.Lanes {
			if _, ok := g.o.Lanes.Items[string(l)]; ok {
				in.Items[id] = one
			}
		}
	}
	return in
}
