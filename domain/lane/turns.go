package lane

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// withoutEnding derives an attempt that no lane.* event ended (rule 5): from the
// last turn of its root sessions, else from what is over.
func withoutEnding(d *derivation, attempt int, now bool) verdict {
	v := verdict{doubts: map[DoubtKind][]int{}}
	v.take(decisive(nothingEnded))
	last, passed := d.lastTurns(attempt, d.lanes.IsRoot)
	v.passed = passed
	if len(last) == 0 {
		if !subagentsAlone(d, &v, attempt, now) {
			overWithoutWord(d, &v, attempt)
		}
		return v
	}
	behindAnswers(d, last)
	ends, decider := make([]turnEnd, len(last)), deciderOf(d, attempt)
	for n, t := range last {
		ends[n] = turnResult(d, t, now, decider)
		if ends[n].result == ResultFailed {
			v.class = d.facts.turnClass(t, v.class)
		}
	}
	v.take(together(ends))
	var by gathered
	for _, e := range ends {
		switch {
		case e.result == v.result:
			v.rule = e.rule
		case v.result != ResultContested:
			continue
		}
		by.add(d, &e, e.byAccounts || v.result == ResultContested && e.turn.beside)
		v.calls = append(v.calls, e.calls...)
	}
	v.decided = append(v.decided, by.places...)
	if v.classRule = RuleTurnClass; v.result != ResultFailed {
		v.class = ""
	}
	v.ended = v.result != ResultNone && v.result != ResultUnknown
	v.kind = turnKind(v.result)
	v.ends = ends
	v.inferred = v.ended && slices.ContainsFunc(ends, func(e turnEnd) bool { return e.rule == RuleAnswered })
	if v.result == ResultUnverified {
		creditTurn(d, &v, attempt)
	}
	v.decided = append(v.decided, d.passedAmong(v.decided, v.passed)...)
	if v.result == ResultUnknown {
		over, seen := sessionsAreOver(d, attempt)
		v.over = append(over, seen...)
	}
	return v
}

// turnEnd is how a turn ended, by which rule, and what says so.
type turnEnd struct {
	row    *Row
	result Result
	rule   Rule
	by     []int
	calls  []*fact.Fact
	open   []*fact.Fact // calls in which an open turn breaks off
	left   []*fact.Fact // calls of an open turn that never came back
	turn   turn
	// byAccounts reports that it also rests on what all accounts record about the session's turns.
	byAccounts bool
}

// gathered are facts by which turns ended.
type gathered struct {
	places   []int
	accounts map[domain.SessionID]bool // the sessions of which all accounts are in places
}

// add adds the facts by which a turn ended, and, where all is true, the facts that all accounts record about
// the session's turns: those are added once for a session.
func (g *gathered) add(d *derivation, e *turnEnd, all bool) {
	more := e.by
	if all && !g.accounts[e.turn.session] {
		if g.accounts == nil {
			g.accounts = map[domain.SessionID]bool{}
		}
		g.accounts[e.turn.session] = true
		more = slices.Concat(more, e.turn.allAccounts)
	}
	d.looked += len(more)
	g.places = append(g.places, more...)
}

// together returns the row that decides of several last turns. Where all have one outcome,
// it is theirs.
func together(ends []turnEnd) *Row {
	is := condition(0)
	for _, e := range ends {
		switch {
		case e.result == ResultNone:
			is |= oneGoesOn
		case e.result == ResultUnknown:
			is |= oneUnknown
		case e.result != ends[0].result:
			is |= turnsDiffer
		}
	}
	if is == 0 {
		return ends[0].row
	}
	return decisive(is)
}

func turnKind(r Result) domain.Kind {
	return map[Result]domain.Kind{ResultUnverified: domain.KindTurnCompleted, ResultCanceled: domain.KindTurnInterrupted, ResultFailed: domain.KindTurnFailed}[r]
}

// turnResult returns how a turn ended. now reports that its attempt is the lane's highest; decider are the
// facts of the one that decides for the lane.
func turnResult(d *derivation, t turn, now bool, decider []int) turnEnd {
	ends := slices.DeleteFunc(slices.Clone(t.facts), func(i int) bool { return !fact.EndsTurn(d.facts[i].Kind) })
	ends = d.ord.Last(d.facts.strongest(ends))
	is := d.facts.endsOf(ends)
	if now && goesOn(d, t) {
		is |= turnGoesOn
	}
	if decider != nil {
		is |= otherDecides
	}
	var open []*fact.Fact
	if is&(turnCompleted|turnEndUnknown|turnOpen) != 0 {
		open = openCalls(d, t)
	}
	var against []*fact.Fact
	if is&turnOpen != 0 {
		var answered bool
		if answered, against = isAnswered(d, t, open); answered {
			is = is&^turnOpen | turnAnswered
		}
	} else if len(open) > 0 {
		is |= callOpen
	}
	e := turnEnd{row: decisive(is), by: ends, left: open, turn: t}
	e.result, e.rule = e.row.Outcome, e.row.Rule
	switch {
	case e.rule == RuleLiveTurn:
		e.by = t.facts
		return e
	case e.rule == RuleAnswered:
		e.by = append(slices.Clone(t.facts), turnIsOver(d, t)...)
		return e
	case e.rule == RuleOpenTurn:
		e.open, e.calls = open, against
		e.by = append(slices.Clone(t.facts), turnIsOver(d, t)...)
		return e
	case e.rule == RuleDecider:
		e.by = slices.Concat(t.facts, decider)
		return e
	case decider != nil && now && e.rule != RuleTurnsDiffer:
		e.by = append(ends, turnIsOver(d, t)...)
	}
	switch {
	case e.rule == RuleFailedTurn && d.facts.turnClass(t, "") != d.facts.turnClass(turn{facts: e.by}, ""):
		e.by = append(e.by, t.facts...)
	case e.rule == RuleOpenCall:
		e.calls, e.byAccounts = open, len(t.others) > 0
	}
	return e
}

// endsOf returns how a turn ended by some ends of it. What is not known outweighs the rest.
func (fs factList) endsOf(ends []int) (is condition) {
	for _, i := range ends {
		is |= endOfTurn(fs[i].Kind)
	}
	switch {
	case is == 0:
		return turnOpen
	case is&turnEndUnknown != 0:
		return turnEndUnknown
	case bits.OnesCount64(uint64(is)) > 1:
		return turnEndsDiffer
	}
	return is
}

// endOfTurn is the condition that an event of a kind ended the turn.
func endOfTurn(kind domain.Kind) condition {
	switch kind {
	case domain.KindTurnCompleted:
		return turnCompleted
	case domain.KindTurnInterrupted:
		return turnInterrupted
	case domain.KindTurnFailed:
		return turnFailed
	}
	return turnEndUnknown
}

// goesOn reports whether a turn's session is live and not over: seen by a hook or
// a supervisor, not in a recording.
func goesOn(d *derivation, t turn) bool { return d.facts.isLive(t) && !d.sessionOver(t.session) }

// isLive reports whether the turn was recorded as it happened.
func (fs factList) isLive(t turn) bool {
	return slices.ContainsFunc(t.facts, func(i int) bool { return !fs[i].Imported })
}

// turnIsOver returns the ends of a live turn's session, which mean that the turn does not continue.
func turnIsOver(d *derivation, t turn) []int {
	if !d.facts.isLive(t) {
		return nil
	}
	return sessionEnds(d, t.session)
}

// deciderOf returns the fact of the one that decides for the lane and will report how it ends, nil where there
// is none: of those that opened an attempt, the latest up to this one.
func deciderOf(d *derivation, attempt int) []int {
	best := -1
	for i, f := range d.facts {
		if d.opens[i] == 0 || !strings.HasPrefix(string(f.Kind), "lane.") {
			continue
		}
		if best < 0 || d.opens[best] > attempt || d.opens[i] <= attempt && d.opens[i] > d.opens[best] {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	return []int{best}
}

func (fs factList) turnClass(t turn, sofar domain.FailureClass) domain.FailureClass {
	class := sofar
	for _, i := range t.facts {
		f := fs[i]
		if f.Kind != domain.KindTurnFailed {
			continue
		}
		c := knownClass(f.Payload.Class)
		if class == "" {
			class = c
		}
		if c != class {
			return domain.FailUnknown
		}
	}
	return class
}
