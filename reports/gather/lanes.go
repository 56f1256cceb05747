package gather

import (
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/tables"
	"github.com/clawable/claw/reports"
)

// lanes reads the lanes of the scope. asks are the requests that wait.
func (g *gathering) lanes(asks query.Asks) error {
	f := g.f
	f.Owner = g.o.Scope.Owner
	err := query.EveryOnBoard(g.m, f, asks, func(r *query.BoardRow) {
		l := laneOf(r)
		l.Sensitivity = g.classes.Lane(r.Lane, r.Sessions)
		g.o.Lanes.Items[string(r.Lane)] = l
	})
	if err == nil && f.Since.Known() {
		g.o.UndatedLanes, err = query.UndatedLanes(g.m, f)
	}
	return err
}

// laneOf is a lane as a report has it. What depends on the time of reading is left out.
func laneOf(r *query.BoardRow) reports.Lane {
	o := r.Of
	l := reports.Lane{State: o.State, Outcome: o.Outcome, Rule: o.Because["outcome"].Rule, Basis: o.Basis, Ended: o.Ended, Disposition: o.Disposition,
		Accepted: o.Accepted, Subphase: o.Subphase, WaitsFor: o.WaitsFor, FailureClass: o.FailureClass, Fingerprint: o.Fingerprint, Attempt: o.Attempt, Profile: o.Profile,
		Expectations: o.Evidence, Ships: r.Ships, Advice: r.Advice, Closure: reports.ClosureOf(o), Actionable: o.Actionable, Owner: o.Scope.Owner,
		Workflow: o.Scope.Workflow, Agent: r.Agent, Model: r.Model, Repo: r.Repo, Branch: r.Branch, Title: r.Title, Opening: r.Opening,
		Workspace: r.Workspace, Sessions: orNone(r.Sessions), Turns: texts(r.Turns), ToolCalls: texts(r.ToolCalls), Errors: r.Errors,
		ObservedAt: o.LastObserved, TTL: ttlOf(o), Evidence: evidenceOf(o)}
	if l.ObservedAt.IsZero() {
		l.ObservedAt = domain.UnknownInstant(domain.UnknownNotRecorded)
	}
	for _, c := range o.Contested {
		l.Contested = append(l.Contested, reports.Ending{Kind: c.Kind, FailureClass: c.FailureClass})
	}
	if w := r.Waits; w != nil && w.HeldTotal > 0 {
		l.Blocked = &reports.Blocked{Count: w.HeldTotal, Rule: w.Held[0].Rule}
	}
	if !o.Work.IsZero() {
		l.Standing = &o.Work
	}
	return l
}

// ttlOf is how many seconds behind its last observation a lane is silent, 0 for never.
func ttlOf(o *lane.Outcome) int {
	silent := tables.SilentFrom(o)
	if !silent.Known() {
		return 0
	}
	if !o.LastObserved.Known() {
		return reports.TTLSeconds
	}
	return int(silent.Time().Sub(o.LastObserved.Time()) / time.Second)
}

// decided are the members of a lane whose events a report names.
var decided = []string{"state", "outcome", "disposition", "subphase", "failure_class", "actionable", "attempt"}

// evidenceOf returns the events that decided the state of a lane, by member.
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
