package lane

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/membership"
)

// Session is one conversation of the lane.
type Session struct {
	Session domain.SessionID `json:"session"`
	// Parent is the session that spawned it; "" for a root session.
	Parent domain.SessionID `json:"parent,omitzero"`
	// Over says that its end was recorded and no prompt of it follows.
	Over bool `json:"over"`
	// BoundBy is the binding that put it in this lane, zero when none did.
	BoundBy domain.EventID `json:"bound_by,omitzero"`
}

// writeSessions lists the lane's sessions, sorted.
func writeSessions(d *derivation) {
	seen := map[domain.SessionID]bool{}
	var contested []int
	for i, f := range d.facts {
		if seen[f.Session] || !shows(d, f) {
			continue
		}
		seen[f.Session] = true
		s := Session{Session: f.Session, Parent: d.lanes.Parent(f.Session), Over: d.sessionOver(f.Session)}
		if b, ok := d.lanes.Binding(f.Session); ok && b.Lane == d.lane {
			s.BoundBy = b.Fact.ID
			if len(b.Others) > 0 {
				contested = append(contested, i)
			}
		}
		d.out.Sessions = append(d.out.Sessions, s)
	}
	slices.SortFunc(d.out.Sessions, func(a, b Session) int { return cmp.Compare(a.Session, b.Session) })
	if len(d.out.Sessions) > 0 {
		d.rests("sessions", RuleSessionLane, shownBy(d, d.out.Sessions))
	}
	d.doubt(DoubtBinding, bindingsOf(d, contested))
}

// shows reports whether f shows that its session works for the lane.
func shows(d *derivation, f *fact.Fact) bool {
	return f.Session != "" && !fact.IsTransport(f.Kind) && !fact.ShowsCommit(f.Kind) && f.Kind != domain.KindLaneOwnershipBound && d.lanes.Of(f) == d.lane
}

// shownBy returns what shows sessions as they are listed: an event of each, whose child it
// is, by what it is bound, and its end.
func shownBy(d *derivation, some []Session) []*fact.Fact {
	words := map[domain.SessionID]*fact.Fact{}
	for _, f := range d.facts {
		if word := words[f.Session]; shows(d, f) && (word == nil || isPlainer(f, word)) {
			words[f.Session] = f
		}
	}
	var out []*fact.Fact
	for _, s := range some {
		word := words[s.Session]
		out = append(out, word)
		if membership.IsBirth(word.Kind) && s.Parent == "" {
			out = append(out, d.lanes.Creations(s.Session)...)
			if by := d.lanes.TrustedFact(s.Session); by != nil {
				out = append(out, by)
			}
		}
		out = append(out, d.lanes.Births(s.Session)...)
		if !s.BoundBy.IsZero() {
			b, _ := d.lanes.Binding(s.Session)
			out = append(out, b.Fact)
		}
		switch spoken := d.spoken(s.Session); {
		case s.Over:
			out = append(out, d.facts.at(sessionEnds(d, s.Session))...)
		case len(d.facts.only(spoken, domain.KindSessionEnded)) > 0:
			out = append(out, d.facts.at(lastLife(d, s.Session))...)
		}
	}
	return out
}

// bindingsOf returns the bindings of the sessions of some facts.
func bindingsOf(d *derivation, some []int) []int {
	of := map[domain.SessionID]bool{}
	for _, i := range some {
		of[d.facts[i].Session] = true
	}
	return d.where(func(_ int, f *fact.Fact) bool {
		return f.Kind == domain.KindLaneOwnershipBound && of[membership.BoundSession(f)]
	})
}

// sessionOver reports whether the end of a session is among its last events; a
// subagent's is over with its parent's.
func (d *derivation) sessionOver(s domain.SessionID) bool {
	return slices.ContainsFunc(d.lanes.Chain(s), d.endsLast)
}

// sessionEnds returns the ends by which a session is over: its own, else those of the first
// of its parents that has some.
func sessionEnds(d *derivation, s domain.SessionID) []int {
	for _, s := range d.lanes.Chain(s) {
		if d.endsLast(s) {
			return d.facts.only(lastLife(d, s), domain.KindSessionEnded)
		}
	}
	return nil
}

// endsLast reports whether the end of the session itself is recorded and no prompt of it
// follows. To look at it, to resume it or to name it anew does not make it live.
func (d *derivation) endsLast(s domain.SessionID) bool {
	over, known := d.cached.over[s]
	if !known {
		over = len(d.facts.only(lastLife(d, s), domain.KindSessionEnded)) > 0
		d.cached.over[s] = over
	}
	return over
}

// lastLife returns the last of what says that a session lives or is over.
func lastLife(d *derivation, s domain.SessionID) []int {
	return d.ord.Last(slices.DeleteFunc(slices.Clone(d.spoken(s)), func(i int) bool {
		k := d.facts[i].Kind
		return k != domain.KindSessionEnded && k != domain.KindTurnStarted && k != domain.KindPromptAccepted
	}))
}

// spoken returns the facts of a session, except those of outages and bindings.
func (d *derivation) spoken(s domain.SessionID) []int {
	if d.cached.spoken == nil {
		d.cached.spoken, d.cached.over = map[domain.SessionID][]int{}, map[domain.SessionID]bool{}
		for i, f := range d.facts {
			if f.Session != "" && !fact.IsTransport(f.Kind) && f.Kind != domain.KindLaneOwnershipBound {
				d.cached.spoken[f.Session] = append(d.cached.spoken[f.Session], i)
			}
		}
	}
	return d.cached.spoken[s]
}

// only returns those of some facts that are of a kind.
func (fs factList) only(some []int, kind domain.Kind) []int {
	return slices.DeleteFunc(slices.Clone(some), func(i int) bool { return fs[i].Kind != kind })
}

// overWithoutWord makes an attempt unknown when all that worked in it is over and nothing
// records how it ended.
func overWithoutWord(d *derivation, v *verdict, attempt int) {
	ends, seen := sessionsAreOver(d, attempt)
	if len(ends) == 0 {
		return
	}
	v.take(decisive(allOver))
	v.decided = slices.Concat(ends, seen)
	v.decided = append(v.decided, d.passedAmong(v.decided, v.passed)...)
	v.over = v.decided
	v.doubts[DoubtEndedWithout] = ends
}

// sessionsAreOver returns the ends of all workers and sessions of an attempt, nil when one of
// them is not over; and what else makes these the attempt's, where it is not the first.
// Where there are workers, a session may be over with them.
func sessionsAreOver(d *derivation, attempt int) (ends, seen []int) {
	workers, sessions := map[domain.WorkerID][]int{}, map[domain.SessionID]int{}
	for _, i := range d.members[attempt] {
		f := d.facts[i]
		if fact.IsTransport(f.Kind) {
			continue
		}
		if f.Worker != "" && fact.InOrder(f.Kind) {
			workers[f.Worker] = append(workers[f.Worker], i)
		}
		if f.Session != "" && !d.lanes.IsSubagent(f) && f.Kind != domain.KindLaneOwnershipBound {
			sessions[f.Session] = i
		}
	}
	for _, own := range workers {
		over := slices.DeleteFunc(d.ord.Last(own), func(i int) bool { return !endsWorker(d.facts[i].Kind) })
		if len(over) == 0 {
			return nil, nil
		}
		ends = append(ends, over...)
	}
	for s, i := range sessions {
		if !d.sessionOver(s) {
			if len(workers) == 0 {
				return nil, nil
			}
			continue
		}
		ends, seen = append(ends, d.facts.only(d.spoken(s), domain.KindSessionEnded)...), append(seen, i)
	}
	if len(ends) == 0 || attempt == 1 {
		return ends, nil
	}
	return ends, append(seen, d.opening()...)
}

// subagentsAlone makes an attempt unknown whose facts come from subagents only: the result of
// their root session is not known. When their last turns ended, nothing works on. It reports
// false where others have facts of it, or a live subagent continues.
func subagentsAlone(d *derivation, v *verdict, attempt int, now bool) bool {
	if slices.ContainsFunc(d.members[attempt], func(i int) bool {
		f := d.facts[i]
		return !fact.IsTransport(f.Kind) && !fact.ShowsCommit(f.Kind) && f.Kind != domain.KindLaneOwnershipBound && d.lanes.IsRoot(f)
	}) {
		return false
	}
	last, passed := d.lastTurns(attempt, d.lanes.IsSubagent)
	if len(last) == 0 {
		return false
	}
	over, by := true, gathered{}
	for _, t := range last {
		e := turnResult(d, t, now, nil)
		if e.result == ResultNone {
			return false
		}
		by.add(d, &e, e.byAccounts)
		v.calls = append(v.calls, e.calls...)
		over = over && e.result != ResultUnknown
	}
	v.passed = append(v.passed, passed...)
	v.decided = append(v.decided, by.places...)
	v.decided = append(v.decided, d.passedAmong(v.decided, v.passed)...)
	v.take(decisive(subagentsOnly))
	if over {
		v.over = v.decided
	}
	v.doubts[DoubtEndedWithout] = v.decided
	return true
}

func endsWorker(kind domain.Kind) bool {
	return kind == domain.KindWorkerFinished || kind == domain.KindWorkerFailed || kind == domain.KindWorkerTerminated
}
