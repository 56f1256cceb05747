package reports

import (
	"maps"
	"strconv"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
)

// TTLPolicy names the rule that sets the TTLs: lanes and sessions in progress are stale after
// [lane.StaleAfter], what waits for a person after a day, what has ended never is.
const TTLPolicy = "in-progress/1"

// Observed is what a log shows of a scope in a window.
type Observed struct {
	Scope     Scope
	Window    Window
	Lanes     Lanes
	Sessions  Sessions // those whose end is not recorded
	Approvals Approvals
	Ships     Ships
	Errors    Errors
	Usage     Usage

	// Pinpoints are those of the scope that the log shows, by their ids; nil where it holds none at all,
	// and a reporter alone can state some.
	Pinpoints map[string]Pinpoint

	SessionCount int // of all sessions
	ErrorCount   int // of all errors
	UndatedLanes int // of the scope, that no window can hold because no time of them is recorded
	ToolCalls    map[string]int
}

// LanesAfter counts the lanes that were observed after a time.
func (o *Observed) LanesAfter(at domain.Instant) (n int) {
	for _, l := range o.Lanes.Items {
		if l.ObservedAt.Known() && l.ObservedAt.Time().After(at.Time()) {
			n++
		}
	}
	return n
}

// Previous is the report that a new one is compared with.
type Previous struct {
	Hash     domain.Digest
	Document *Document
}

// Build makes the canonical report of what was observed and what the reporter states. before is the
// previous report, nil for none. by names the searcher, for negative evidence.
func Build(o *Observed, s *Statement, before *Previous, by string) *Document {
	d := &Document{SchemaVersion: SchemaVersion, Scope: o.Scope, Window: o.Window, Lanes: o.Lanes, ActiveSessions: o.Sessions,
		Approvals: o.Approvals, Ships: o.Ships, Errors: o.Errors, Usage: o.Usage,
		Claims: orEmpty(s.Claims), Closure: s.Closure, NextActions: map[string]Action{}, Negative: map[string]Negative{}}
	d.Pinpoints = Pinpoints{Unknown: WhyNotChecked}
	if o.Pinpoints != nil || s.Pinpoints != nil {
		d.Pinpoints = Pinpoints{Items: orEmpty(maps.Clone(o.Pinpoints))}
		maps.Copy(d.Pinpoints.Items, s.Pinpoints) // what a reporter states counts before
	}
	if before != nil {
		carry(d, before, s.Pinpoints != nil)
	}
	d.blockers()
	d.actions()
	d.negatives(by)
	maps.Copy(d.NextActions, s.NextActions)
	maps.Copy(d.Negative, s.Negative)
	d.Freshness = freshnessOf(d)
	d.Totals = d.totals(o)
	d.Delta = Compare(d, before)
	return d
}

func orEmpty[V any](m map[string]V) map[string]V {
	if m == nil {
		return map[string]V{}
	}
	return m
}

// blockers lists what holds lanes, and requests that wait.
func (d *Document) blockers() {
	d.Blockers = Blockers{Items: map[string]Blocker{}}
	if d.Lanes.Items == nil && d.Approvals.Items == nil {
		d.Blockers = Blockers{Unknown: WhyNotChecked}
		return
	}
	for id, l := range d.Lanes.Items {
		if l.Blocker != "" && l.Urgency <= urgencyUnclear {
			d.Blockers.Items["lane:"+id] = Blocker{Blocker: l.Blocker, Lane: domain.LaneID(id), ObservedAt: l.ObservedAt, TTL: l.TTL, Evidence: l.decidedBy(), Carried: l.Carried}
		}
	}
	for id, a := range d.Approvals.Items {
		if a.Waits {
			d.Blockers.Items["approval:"+id] = Blocker{Blocker: string(domain.BlockedApproval), Approval: id, ObservedAt: a.RequestedAt, TTL: a.TTL, Evidence: a.Evidence}
		}
	}
}

// The urgencies of [projections.Advice] that request an action.
const (
	urgencyPerson  = 1
	urgencyUnclear = 2
)

// decidedBy returns the events that decided the state of a lane, the most significant first.
func (l *Lane) decidedBy() []domain.EventID {
	for _, member := range []string{"subphase", "failure_class", "outcome", "state"} {
		if ids := l.Evidence[member]; len(ids) > 0 {
			return ids
		}
	}
	return []domain.EventID{}
}

// actions lists what to do next: about lanes that want something, and requests that wait.
func (d *Document) actions() {
	for id, l := range d.Lanes.Items {
		if l.Next == projections.NextNothing || l.Next == projections.NextWait || l.Urgency > urgencyUnclear {
			continue
		}
		d.NextActions["lane:"+id] = Action{Do: string(l.Next), Why: l.Blocker, Lane: domain.LaneID(id), Urgency: l.Urgency, Evidence: l.decidedBy()}
	}
	for id, a := range d.Approvals.Items {
		if a.Waits {
			d.NextActions["approval:"+id] = Action{Do: string(projections.NextAnswer), Why: a.Action, Urgency: urgencyPerson, Evidence: a.Evidence}
		}
	}
}

// negatives records for each section what was searched where nothing was found, or that no search was
// made.
func (d *Document) negatives(by string) {
	query := d.Scope.query()
	for _, s := range d.sections() {
		n := Negative{Surfaces: []string{s.surface}, Query: query, Window: d.Window, By: by, Result: NotObserved}
		switch {
		case s.unknown != "":
			n.Result, n.Query = NotChecked, ""
		case s.items > 0:
			continue
		}
		d.Negative[s.name] = n
	}
}

// query is a scope as the flags that select it.
func (s *Scope) query() (q string) {
	for _, part := range [][2]string{{"repo", s.Repo}, {"lane", string(s.Lane)}, {"owner", s.Owner}} {
		if part[1] != "" {
			if q != "" {
				q += " "
			}
			q += part[0] + "=" + part[1]
		}
	}
	if q == "" {
		return "all"
	}
	return q
}

// section is one section as absence sees it.
type section struct {
	name    string // of the member
	surface string // what is searched for it
	unknown Why
	items   int
}

// sections are the sections whose absence has to be explained.
func (d *Document) sections() []section {
	return []section{
		{"active_sessions", "sessions", d.ActiveSessions.Unknown, len(d.ActiveSessions.Items)},
		{"exact_pinpoint", "pinpoints", d.Pinpoints.Unknown, len(d.Pinpoints.Items)},
		{"blocker", "lanes and approvals", d.Blockers.Unknown, len(d.Blockers.Items)},
		{"lanes", "lanes", d.Lanes.Unknown, len(d.Lanes.Items)},
		{"approvals", "approvals", d.Approvals.Unknown, len(d.Approvals.Items)},
		{"ships", "ships", d.Ships.Unknown, len(d.Ships.Items)},
		{"errors", "errors", d.Errors.Unknown, len(d.Errors.Items)},
		{"usage", "usage", d.Usage.Unknown, d.Usage.sums()},
	}
}

func (u *Usage) sums() int {
	if u.Unattributed != nil {
		return len(u.Items) + 1
	}
	return len(u.Items)
}

// totals counts what the sections list. What was carried forward counts as that alone.
func (d *Document) totals(o *Observed) Totals {
	t := Totals{UndatedLanes: o.UndatedLanes, Sessions: o.SessionCount, Errors: o.ErrorCount, ToolCalls: orEmpty(o.ToolCalls),
		Blockers: len(d.Blockers.Items), Ships: len(d.Ships.Items), LanesByOutcome: map[string]int{}, LanesByUrgency: map[string]int{},
		Approvals: map[string]int{}, Claims: map[string]int{}, NegativeEvidence: map[string]int{}}
	for _, l := range d.Lanes.Items {
		if l.Carried != nil {
			t.CarriedLanes++
			continue
		}
		t.Lanes++
		t.LanesByOutcome[string(l.Outcome)]++
		t.LanesByUrgency[strconv.Itoa(l.Urgency)]++
	}
	for _, s := range d.ActiveSessions.Items {
		if s.Carried == nil {
			t.ActiveSessions++
		}
	}
	for _, a := range d.Approvals.Items {
		t.Approvals[a.Status]++
		if a.Waits {
			t.Waiting++
		}
	}
	for _, s := range d.Ships.Items {
		t.Commits, t.Riders, t.UnstatedCommits = t.Commits+s.Commits, t.Riders+s.Riders, t.UnstatedCommits+s.Unstated
	}
	for _, s := range d.Usage.Items {
		t.Responses, t.Tokens = t.Responses+s.Responses, t.Tokens+s.Tokens.Total()
	}
	if s := d.Usage.Unattributed; s != nil {
		t.Responses, t.Tokens = t.Responses+s.Responses, t.Tokens+s.Tokens.Total()
	}
	for _, c := range d.Claims {
		t.Claims[string(c.Kind)]++
	}
	for _, n := range d.Negative {
		t.NegativeEvidence[string(n.Result)]++
	}
	return t
}
