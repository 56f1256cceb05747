package accounts

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// Reading is the result of comparing the accounts of a session.
type Reading struct {
	// Turns are the turns that count.
	Turns map[domain.TurnID]Turn
	// Repeats are the turns of accounts that record exactly what an account that counts records, and
	// end as it does: they are no further turns, and the session ended the same way in them.
	Repeats map[domain.TurnID]bool
	// Superseded are the last turns of the other accounts, as far as they do not count
	// themselves, sorted.
	Superseded []domain.TurnID
}

// Turn is a turn that counts.
type Turn struct {
	End  End
	By   domain.EventID // the word that decides how it ended, zero when none does
	Last bool           // no other turn of its account follows it
	// Led reports that a word of the highest class of the session is about the turn: a turn that only
	// words of a lower class leave open is not open beside it.
	Led bool
}

// Read compares the accounts of one session. withdrawn reports whether a turn was withdrawn.
func Read(words []Word, withdrawn func(domain.TurnID) bool) Reading {
	r := &reading{words: words, withdrawn: withdrawn, counted: map[domain.TurnID]bool{}, repeats: map[domain.TurnID]bool{}}
	turns := r.turnsOf(believed(words))
	all := r.count(turns, rounds)
	r.leftOpen(all)
	return r.told(turns, all)
}

// reading is the state of [Read].
type reading struct {
	words     []Word
	withdrawn func(domain.TurnID) bool
	counted   map[domain.TurnID]bool
	repeats   map[domain.TurnID]bool
}

// rounds is how often accounts are compared again by what they record later than others: each
// round costs as much as the first. Turns that are later than the last round count in any account.
const rounds = 8

// count adds the turns of the accounts that no other supersedes. It then repeats this for the turns
// of superseded accounts that are later than all of these. It returns the accounts of all turns.
func (r *reading) count(turns []*turn, rounds int) []*account {
	all := r.accountsOf(turns)
	var standing, superseded []*account
	var latest int64
	for _, a := range all {
		by := slices.IndexFunc(standing, func(s *account) bool { return s.supersedes(a) })
		if by >= 0 && rounds > 0 {
			superseded = append(superseded, a)
			r.repeat(standing[by], a)
			continue
		}
		standing = append(standing, a)
		latest = max(latest, a.latest)
		for _, t := range a.turns {
			r.counted[t.id] = true
		}
	}
	if later := laterThan(latest, superseded); len(later) > 0 {
		r.count(later, rounds-1)
	}
	return all
}

// repeat adds the turns of a superseded account that records exactly what the other records.
func (r *reading) repeat(counts, a *account) {
	if counts.repeats(a) {
		for _, t := range a.turns {
			r.repeats[t.id] = true
		}
	}
}

// laterThan returns the turns of some accounts that began later than a time, whatever clock
// it was by; none when it is not known.
func laterThan(at int64, some []*account) []*turn {
	var out []*turn
	for _, a := range some {
		for _, t := range a.turns {
			if at != 0 && t.began > at+int64(Skew) {
				out = append(out, t)
			}
		}
	}
	return out
}

// leftOpen adds the turns that a live account of the highest class leaves open at its end, where no
// account that counts does.
func (r *reading) leftOpen(all []*account) {
	var best class
	for _, a := range all {
		best = max(best, a.class)
	}
	if !best.live() {
		return
	}
	var left []*turn
	for _, a := range all {
		open := a.open(best)
		if slices.ContainsFunc(open, func(t *turn) bool { return r.counted[t.id] }) {
			return
		}
		if left == nil {
			left = open
		}
	}
	for _, t := range left {
		r.counted[t.id] = true
	}
}

// open returns the last turns of an account that have a word of a class and no end.
func (a *account) open(c class) []*turn {
	var out []*turn
	for _, t := range a.last {
		if t.end == None && t.class == c {
			out = append(out, t)
		}
	}
	return out
}

// told returns the result.
func (r *reading) told(turns []*turn, all []*account) Reading {
	out := Reading{Turns: make(map[domain.TurnID]Turn, len(r.counted)), Repeats: r.repeats}
	var best class
	for _, t := range turns {
		best = max(best, t.class)
	}
	last := map[domain.TurnID]bool{}
	for _, a := range all {
		for _, t := range a.last {
			last[t.id] = true
		}
	}
	for _, t := range turns {
		if !r.counted[t.id] {
			continue
		}
		told := Turn{End: t.end, Last: last[t.id], Led: t.class == best}
		if t.by >= 0 {
			told.By = r.words[t.by].ID
		}
		out.Turns[t.id] = told
	}
	for id := range last {
		if !r.counted[id] && !r.repeats[id] {
			out.Superseded = append(out.Superseded, id)
		}
	}
	slices.Sort(out.Superseded)
	return out
}
