package lane

import (
	"maps"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/causal"
	"github.com/clawable/claw/domain/lane/fact"
)

// turn is one turn of a session in one attempt.
type turn struct {
	session     domain.SessionID
	id          domain.TurnID
	facts       []int
	behind      []*fact.Fact    // calls behind the answers of its session's last turns
	others      []domain.TurnID // the last turns of superseded accounts
	beside      bool            // the session has other last turns
	allAccounts []int           // facts of all accounts of the session's turns, where the session has several last turns or superseded accounts; all turns of the session share them
}

type turnKey struct {
	session domain.SessionID
	id      domain.TurnID
}

func (fs factList) turnKey(i int) turnKey { return turnKey{fs[i].Session, fs[i].Turn} }

// lastTurns returns the last turns of an attempt in the sessions that of selects: the turns with an
// event that no event of another turn follows. It also returns the facts of turns that do not
// count.
func (d *derivation) lastTurns(attempt int, of func(*fact.Fact) bool) ([]turn, []int) {
	all := d.in(attempt, func(_ int, f *fact.Fact) bool { return fact.IsTurn(f.Kind) && f.Session != "" && of(f) })
	taken := d.withdrawn(all)
	var stand, back []int
	for _, i := range all {
		if taken[d.facts.turnKey(i)] {
			back = append(back, i)
		} else {
			stand = append(stand, i)
		}
	}
	told := d.facts.strongest(stand)
	left := d.facts.superseded(told, back)
	out := lastOf(d, left.without(told), left.without(d.facts.heard(stand, told)))
	tellAccounts(d, out, left.last, slices.Concat(told, back, d.withdrawals()))
	return out, append(back, slices.Collect(maps.Keys(left.facts))...)
}

// tellAccounts adds to each of the last turns what belongs with it: the last turns of superseded accounts,
// other last turns of its session, and the facts that all accounts record about its turns.
func tellAccounts(d *derivation, last []turn, superseded map[domain.SessionID][]domain.TurnID, told []int) {
	turns, accounts := map[domain.SessionID]map[domain.TurnID]bool{}, map[domain.SessionID][]int{}
	for _, t := range last {
		if turns[t.session] == nil {
			turns[t.session] = map[domain.TurnID]bool{}
		}
		turns[t.session][t.id] = true
	}
	add := func(some []int) {
		d.looked += len(some)
		for _, i := range some {
			if s := d.facts[i].Session; turns[s] != nil {
				accounts[s] = append(accounts[s], i)
			}
		}
	}
	add(told)
	for _, t := range last {
		add(t.facts)
	}
	for n := range last {
		t := &last[n]
		t.others, t.beside = superseded[t.session], len(turns[t.session]) > 1
		if len(t.others) > 0 || t.beside {
			t.allAccounts = accounts[t.session]
		}
	}
}

// heard returns some, without the untrusted facts where the first fact of told is trusted.
func (fs factList) heard(some, told []int) []int {
	if len(told) == 0 || !fs[told[0]].Trusted() {
		return some
	}
	return slices.DeleteFunc(some, func(i int) bool { return !fs[i].Trusted() })
}

// lastOf returns the turns that are the last by the facts of told, each with its facts of all.
func lastOf(d *derivation, told, all []int) []turn {
	facts := map[turnKey][]int{}
	for _, i := range all {
		facts[d.facts.turnKey(i)] = append(facts[d.facts.turnKey(i)], i)
	}
	var out []turn
	seen := map[turnKey]bool{}
	for _, i := range d.ord.Last(told) {
		if k := d.facts.turnKey(i); !seen[k] {
			seen[k] = true
			out = append(out, turnOf(d, k, facts[k]))
		}
	}
	return notOvertaken(d.ord, out)
}

// turnOf returns the turn that facts are about. Facts without a turn id are of several turns: only the last
// of them are used.
func turnOf(d *derivation, k turnKey, facts []int) turn {
	if k.id == "" {
		facts = d.ord.Last(d.facts.strongest(facts))
	}
	return turn{session: k.session, id: k.id, facts: facts}
}

// notOvertaken returns turns, without those that another turn of the session follows: an emitter
// that saw nothing later may record an overtaken turn too, which does not make it the last.
func notOvertaken(ord *causal.Order, turns []turn) []turn {
	if len(turns) < 2 {
		return turns
	}
	every := make([][]int, len(turns))
	for n, t := range turns {
		every[n] = t.facts
	}
	ahead := leading(ord, turns, every)
	some := make([][]int, len(ahead))
	for n, t := range ahead {
		some[n] = turns[t].facts
	}
	leads, follows := ord.Relate(some, every), ord.Relate(every, some)
	over := make([]bool, len(turns))
	for n, t := range ahead {
		for next := range turns {
			if next != t && turns[next].id != "" && turns[next].session == turns[t].session && leads.Precedes(n, next) && !follows.Precedes(next, n) {
				over[t] = true
				break
			}
		}
	}
	var out []turn
	for n, t := range turns {
		if !over[n] {
			out = append(out, t)
		}
	}
	return out
}

// leading returns the indices of the turns with an id of which an event precedes an event of
// another turn. Of turns that are all concurrent it returns none.
func leading(ord *causal.Order, turns []turn, facts [][]int) []int {
	whose := ord.Followers(facts)
	var out []int
	for n, t := range turns {
		if t.id != "" && slices.ContainsFunc(t.facts, func(i int) bool { return whose(i) != causal.NoGroup && whose(i) != n }) {
			out = append(out, n)
		}
	}
	return out
}
