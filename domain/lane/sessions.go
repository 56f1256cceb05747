package lane

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
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

// tellSessions lists the lane's sessions, sorted.
func (d *derivation) tellSessions() {
	seen := map[domain.SessionID]bool{}
	var contested, decided []int
	for i, f := range d.facts {
		if f.Session == "" || isTransport(f.Kind) || isShown(f.Kind) || f.Kind == "lane.ownership_bound" || seen[f.Session] || d.kin.lane(f) != d.lane {
			continue
		}
		seen[f.Session] = true
		s := Session{Session: f.Session, Parent: d.kin.parents[f.Session], Over: d.sessionOver(f.Session)}
		if b, ok := d.kin.bound[f.Session]; ok && b.lane == d.lane {
			s.BoundBy = b.by
			if len(b.others) > 0 {
				contested = append(contested, i)
			}
		}
		decided = append(decided, d.placing(s)...)
		d.out.Sessions = append(d.out.Sessions, s)
	}
	slices.SortFunc(d.out.Sessions, func(a, b Session) int { return cmp.Compare(a.Session, b.Session) })
	if len(d.out.Sessions) > 0 {
		d.because("sessions", RuleSessionLane, decided)
	}
	d.doubt(DoubtBinding, d.bindings(contested))
}

// placing returns the events that put a session in the lane.
func (d *derivation) placing(s Session) []int {
	var out []int
	at, _ := slices.BinarySearchFunc(d.facts, s.BoundBy, func(f *Fact, id domain.EventID) int { return f.ID.Compare(id) })
	for ; at < len(d.facts) && d.facts[at].ID == s.BoundBy; at++ {
		out = append(out, at)
	}
	if s.Parent != "" {
		out = append(out, d.only(d.spoken(s.Session), "session.created")...)
	}
	return out
}

// bindings returns the bindings of the sessions of some facts.
func (d *derivation) bindings(some []int) []int {
	of := map[domain.SessionID]bool{}
	for _, i := range some {
		of[d.facts[i].Session] = true
	}
	return d.where(func(_ int, f *Fact) bool { return f.Kind == "lane.ownership_bound" && of[f.binds()] })
}

// sessionOver reports whether the end of a session is among its last events; a
// subagent's is over with its parent's.
func (d *derivation) sessionOver(s domain.SessionID) bool {
	return slices.ContainsFunc(d.kin.chain(s), d.endsLast)
}

// endsLast reports whether the end of the session itself is recorded and no prompt of it
// follows. To look at it, to resume it or to name it anew does not make it live.
func (d *derivation) endsLast(s domain.SessionID) bool {
	over, known := d.filed.over[s]
	if !known {
		lives := slices.DeleteFunc(slices.Clone(d.spoken(s)), func(i int) bool {
			k := d.facts[i].Kind
			return k != "session.ended" && k != "turn.started" && k != "prompt.accepted"
		})
		over = slices.ContainsFunc(d.ord.last(lives), func(i int) bool { return d.facts[i].Kind == "session.ended" })
		d.filed.over[s] = over
	}
	return over
}

// spoken returns the facts of a session, but for those of outages and bindings.
func (d *derivation) spoken(s domain.SessionID) []int {
	if d.filed.spoken == nil {
		d.filed.spoken, d.filed.over = map[domain.SessionID][]int{}, map[domain.SessionID]bool{}
		for i, f := range d.facts {
			if f.Session != "" && !isTransport(f.Kind) && f.Kind != "lane.ownership_bound" {
				d.filed.spoken[f.Session] = append(d.filed.spoken[f.Session], i)
			}
		}
	}
	return d.filed.spoken[s]
}

// only returns those of some facts that are of a kind.
func (d *derivation) only(some []int, kind domain.Kind) []int {
	return slices.DeleteFunc(slices.Clone(some), func(i int) bool { return d.facts[i].Kind != kind })
}

// overWithoutWord makes an attempt unknown when all that worked in it is over and
// nobody said how it ended.
func (d *derivation) overWithoutWord(v *verdict, attempt int) {
	ends := d.allOver(attempt)
	if len(ends) == 0 {
		return
	}
	v.result, v.rule, v.decided, v.over = ResultUnknown, RuleOver, ends, ends
	v.doubts[DoubtEndedWithout] = ends
}

// allOver returns the ends of all workers and sessions of an attempt, nil when one of
// them is not over. Where there are workers, a session may be over with them.
func (d *derivation) allOver(attempt int) []int {
	workers, sessions := map[domain.WorkerID][]int{}, map[domain.SessionID]bool{}
	for _, i := range d.members[attempt] {
		f := d.facts[i]
		if isTransport(f.Kind) {
			continue
		}
		if f.Worker != "" && inOrder(f.Kind) {
			workers[f.Worker] = append(workers[f.Worker], i)
		}
		if f.Session != "" && !d.kin.isSubagent(f) && f.Kind != "lane.ownership_bound" {
			sessions[f.Session] = true
		}
	}
	var ends []int
	for _, own := range workers {
		over := slices.DeleteFunc(d.ord.last(own), func(i int) bool { return !endsWorker(d.facts[i].Kind) })
		if len(over) == 0 {
			return nil
		}
		ends = append(ends, over...)
	}
	for s := range sessions {
		if !d.sessionOver(s) {
			if len(workers) == 0 {
				return nil
			}
			continue
		}
		ends = append(ends, d.only(d.spoken(s), "session.ended")...)
	}
	return ends
}

// subagentsAlone makes an attempt unknown of which nobody but subagents speaks: what their
// root session came to is not known. When their last turns ended, nothing works on. It
// reports false where others speak, or a live subagent goes on.
func (d *derivation) subagentsAlone(v *verdict, attempt int, now bool) bool {
	if slices.ContainsFunc(d.members[attempt], func(i int) bool {
		f := d.facts[i]
		return !isTransport(f.Kind) && !isShown(f.Kind) && f.Kind != "lane.ownership_bound" && d.kin.isRoot(f)
	}) {
		return false
	}
	last := d.lastTurns(attempt, d.kin.isSubagent)
	if len(last) == 0 {
		return false
	}
	over := true
	var decided []int
	for _, t := range last {
		r, facts := d.turnResult(t, now, false)
		if r == ResultNone {
			return false
		}
		decided, over = append(decided, facts...), over && r != ResultUnknown
	}
	v.result, v.rule, v.decided = ResultUnknown, RuleOver, decided
	if over {
		v.over = decided
	}
	v.doubts[DoubtEndedWithout] = decided
	return true
}

func endsWorker(kind domain.Kind) bool {
	return kind == "worker.finished" || kind == "worker.failed" || kind == "worker.terminated"
}
