package gather

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/tables"
	"github.com/clawable/claw/projections/values"
	"github.com/clawable/claw/reports"
)

// Observe reads what the read model shows about a scope in a window. approvals are the requests of
// the window, judged by who may sign; the section itself states where they cannot be judged.
//
// Errors: kind not_found for a scope that is not in the log; those of the read model.
func Observe(m query.Model, scope reports.Scope, window reports.Window, approvals reports.Approvals) (*reports.Observed, error) {
	g := gathering{m: m, o: &reports.Observed{Scope: scope, Window: window, ToolCalls: map[string]int{}},
		f: selection.Filter{Repo: scope.Repo, Lane: scope.Lane, Since: timeOf(window.After)}}
	g.o.Lanes.Items = map[string]reports.Lane{}
	g.o.Sessions.Items = map[string]reports.Session{}
	g.o.Ships.Items = map[string]reports.Ship{}
	g.o.Errors.Items = map[string]reports.ErrorKind{}
	g.o.Usage.Items = map[string]reports.Spent{}
	err := g.known()
	if err == nil {
		g.classes, err = query.ClassesOf(m)
	}
	if err != nil {
		return nil, err
	}
	asks, err := asksOf(approvals)
	if err != nil {
		return nil, err
	}
	if err := g.lanes(asks); err != nil {
		return nil, err
	}
	g.o.Approvals = g.within(approvals)
	f := g.f
	f.Owner = scope.Owner
	for _, read := range []func(selection.Filter) error{g.sessions, g.calls, g.errors, g.usage} {
		if err := read(f); err != nil {
			return nil, err
		}
	}
	return g.o, g.ships()
}

// gathering is one reading of the read model.
type gathering struct {
	m query.Model
	f selection.Filter
	o *reports.Observed

	classes *query.Classes
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
// day. A repository is known by its sessions or its ships.
func (g *gathering) known() error {
	s := &g.o.Scope
	absent, err := query.AbsentFrom(g.m, selection.Filter{Repo: s.Repo, Lane: s.Lane, Owner: s.Owner})
	if err != nil || len(absent) == 0 {
		return err
	}
	if absent[0].Of == "repo" {
		unshipped, err := query.AbsentOfShips(g.m, query.ShipFilter{Repo: domain.RepoID(s.Repo)})
		if err != nil || len(unshipped) == 0 {
			return err
		}
	}
	e := &domain.Error{Kind: domain.ErrNotFound, Operation: "make report", Target: absent[0].Of + " " + absent[0].Value, Message: "nothing in this log has it",
		Hint: "say another scope, or none for the whole log"}
	if len(absent[0].There) > 0 {
		e.Detail = map[string]any{"others": absent[0].There}
	}
	return e
}

// asksOf are the requests that wait, by the lanes that they are of, the newest first.
func asksOf(a reports.Approvals) (query.Asks, error) {
	by := query.Asks{}
	for id, one := range a.Items {
		if !one.Waits {
			continue
		}
		stream, err := domain.ParseStreamID(id)
		if err != nil {
			return nil, err
		}
		for _, l := range one.Lanes {
			by[l] = append(by[l], query.Asked{Approval: stream, RequestedAt: one.RequestedAt})
		}
	}
	for _, asks := range by {
		slices.SortFunc(asks, func(a, b query.Asked) int {
			return cmp.Or(cmp.Compare(timeOf(b.RequestedAt), timeOf(a.RequestedAt)), strings.Compare(a.Approval.String(), b.Approval.String()))
		})
	}
	return by, nil
}

// within are the requests of the scope: of a lane of it, or all where the scope is everything.
func (g *gathering) within(a reports.Approvals) reports.Approvals {
	if a.Items == nil {
		return a
	}
	in := reports.Approvals{Items: map[string]reports.Approval{}}
	for id, one := range a.Items {
		if one.Waits {
			one.TTL = int(tables.WaitsAtMost / time.Second)
		}
		if g.o.Scope == (reports.Scope{}) || slices.ContainsFunc(one.Lanes, func(l domain.LaneID) bool { _, ok := g.o.Lanes.Items[string(l)]; return ok }) {
			if stream, err := domain.ParseStreamID(id); err == nil {
				one.Sensitivity = g.classes.Stream(stream)
			}
			in.Items[id] = one
		}
	}
	return in
}
