package accounts

import (
	"cmp"
	"maps"
	"slices"

	"github.com/clawable/claw/domain"
)

// account is one recording of a session: what emitters that share the name of a turn record of its
// turns.
type account struct {
	emitter domain.EmitterID // the least of them
	turns   []*turn
	class   class  // the highest of its words
	says    amount // how much it records
	timed   int    // turns of which it has a time
	latest  int64  // the latest of them
	last    []*turn
	ending  []End // how its last turns ended, sorted
}

// amount is how much an account records.
type amount struct {
	turns, failed, interrupted, completed, withdrawn int
}

func (a amount) sum() int { return a.turns + a.failed + a.interrupted + a.completed + a.withdrawn }

// within reports whether another amount is as great in each part.
func (a amount) within(o amount) bool {
	return a.turns <= o.turns && a.failed <= o.failed && a.interrupted <= o.interrupted && a.completed <= o.completed &&
		a.withdrawn <= o.withdrawn
}

func (a amount) compare(o amount) int {
	return cmp.Or(cmp.Compare(a.sum(), o.sum()), cmp.Compare(a.turns, o.turns), cmp.Compare(a.failed, o.failed),
		cmp.Compare(a.interrupted, o.interrupted), cmp.Compare(a.completed, o.completed))
}

// accountsOf groups turns into accounts, sorted so that an account can supersede later ones only.
func (r *reading) accountsOf(turns []*turn) []*account {
	joined := emitters{}
	for _, t := range turns {
		for _, i := range t.words[1:] {
			joined.join(r.words[t.words[0]].Emitter, r.words[i].Emitter)
		}
	}
	by := map[domain.EmitterID]*account{}
	for _, t := range turns {
		first := joined.first(r.words[t.words[0]].Emitter)
		if by[first] == nil {
			by[first] = &account{emitter: first}
		}
		by[first].add(t)
	}
	out := slices.Collect(maps.Values(by))
	for _, a := range out {
		a.last = r.lastTurns(a)
		for _, t := range a.last {
			a.ending = append(a.ending, t.end)
		}
		slices.Sort(a.ending)
	}
	slices.SortFunc(out, compareAccounts)
	return out
}

func (a *account) add(t *turn) {
	a.turns = append(a.turns, t)
	a.class, a.latest = max(a.class, t.class), max(a.latest, t.latest)
	a.says.turns++
	switch t.end {
	case Failed:
		a.says.failed++
	case Interrupted:
		a.says.interrupted++
	case Completed:
		a.says.completed++
	case None:
	}
	if t.back {
		a.says.withdrawn++
	}
	if t.began != 0 {
		a.timed++
	}
}

// compareAccounts sorts accounts that record more first, and of those that record as much the
// preferred ones first.
func compareAccounts(a, b *account) int {
	return cmp.Or(b.says.compare(a.says), cmp.Compare(b.class, a.class), cmp.Compare(len(a.last), len(b.last)),
		slices.Compare(a.ending, b.ending), cmp.Compare(b.timed, a.timed), cmp.Compare(a.latest, b.latest), cmp.Compare(a.emitter, b.emitter))
}

// supersedes reports whether a, which precedes b in the order of accounts, records all that b
// records.
func (a *account) supersedes(b *account) bool {
	if a.says != b.says {
		return b.says.within(a.says)
	}
	return a.class != b.class || len(a.last) != len(b.last) || a.repeats(b)
}

// repeats reports whether b records exactly what a records, including the end of the session.
func (a *account) repeats(b *account) bool {
	return a.says == b.says && a.class == b.class && slices.Equal(a.ending, b.ending)
}

// emitters joins the emitters that use one name for a turn.
type emitters map[domain.EmitterID]domain.EmitterID // emitter → one that it is joined to; a representative → itself

// first returns the least of all emitters that e is joined to.
func (j emitters) first(e domain.EmitterID) domain.EmitterID {
	for {
		to, joined := j[e]
		if !joined || to == e {
			return e
		}
		if next, further := j[to]; further {
			j[e] = next
		}
		e = to
	}
}

func (j emitters) join(a, b domain.EmitterID) {
	a, b = j.first(a), j.first(b)
	j[max(a, b)] = min(a, b)
}
