package gather

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/tables"
	"github.com/clawable/claw/reports"
)

// lanes reads the lanes of the scope.
//
// Errors: kind not_found for an owner of no lane.
func (g *gathering) lanes() error {
	owner, owned := g.o.Scope.Owner, false
	err := query.LaneStandings(g.m, g.f, domain.Instant{}, func(r query.LaneRow, o *lane.Outcome) {
		if owner == "" || o.Scope.Owner == owner {
			g.o.Lanes.Items[string(r.Lane)] = g.lane(&r, o)
		}
	})
	if err != nil || owner == "" || len(g.o.Lanes.Items) > 0 {
		return err
	}
	var others []string // who owns lanes
	err = query.LaneStandings(g.m, selection.Filter{}, domain.Instant{}, func(_ query.LaneRow, o *lane.Outcome) {
		owned = owned || o.Scope.Owner == owner
		if o.Scope.Owner != "" && !slices.Contains(others, o.Scope.Owner) && len(others) < query.MostThere {
			others = append(others, o.Scope.Owner)
		}
	})
	if err == nil && !owned {
		err = unknownScope("owner", owner, others)
	}
	return err
}

// lane is a lane as a report has it. What depends on the time of reading is left out.
func (g *gathering) lane(r *query.LaneRow, o *lane.Outcome) reports.Lane {
	advice := tables.Advise(o, lane.FreshnessCurrent)
	if g.waiting[r.Lane] && o.Disposition == "" {
		advice = projections.Advice{Urgency: 1, Blocker: string(domain.BlockedApproval), Next: projections.NextAnswer}
	}
	l := reports.Lane{State: o.State, Outcome: o.Outcome, Disposition: o.Disposition, Subphase: o.Subphase, FailureClass: o.FailureClass,
		Fingerprint: o.Fingerprint, Attempt: o.Attempt, Blocker: advice.Blocker, Urgency: advice.Urgency, Next: advice.Next, Closure: reports.ClosureOf(o),
		Actionable: o.Actionable, Owner: o.Scope.Owner, Workflow: o.Scope.Workflow, Agent: r.Agent, Model: r.Model, Repo: r.Repo, Branch: r.Branch,
		Title: r.Title, Opening: r.Opening, Workspace: r.Workspace, Sessions: orNone(r.Sessions), Turns: texts(r.Turns), ToolCalls: texts(r.ToolCalls),
		Errors: r.Errors, ObservedAt: o.LastObserved, Evidence: evidenceOf(o)}
	if l.ObservedAt.IsZero() {
		l.ObservedAt = domain.UnknownInstant(domain.UnknownNotRecorded)
	}
	if lane.StaleFrom(*o).Known() {
		l.TTL = reports.TTLSeconds
	}
	if w := o.Work; !w.IsZero() {
		l.Standing = &reports.Standing{Tested: string(w.Tested.State), Committed: string(w.Committed.State), Pushed: string(w.Pushed.State), PullRequest: string(w.PullRequest.State)}
	}
	return l
}

// decided are the members of a lane whose events a report names.
var decided = []string{"state", "outcome", "disposition", "subphase", "failure_class", "actionable"}

// evidenceOf are the events that decided how a lane stands, by member.
func evidenceOf(o *lane.Outcome) map[string][]domain.EventID {
	by := map[string][]domain.EventID{}
	for _, member := range decided {
		if b := o.Because[member]; len(b.Events) > 0 {
			by[member] = b.Events
		}
	}
	return by
}

func orNone[T any](all []T) []T {
	if all == nil {
		return []T{}
	}
	return all
}

// texts are counts by words of any type.
func texts[K ~string](counts map[K]int) map[string]int {
	all := make(map[string]int, len(counts))
	for k, n := range counts {
		all[string(k)] = n
	}
	return all
}
