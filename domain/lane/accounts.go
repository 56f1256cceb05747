package lane

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/accounts"
	"github.com/clawable/claw/domain/lane/fact"
)

// excluded holds the facts of superseded accounts of sessions, which do not count (rule 5.accounts).
type excluded struct {
	facts map[int]bool
	last  map[domain.SessionID][]domain.TurnID // the last turns of superseded accounts
}

// without returns the facts of some that are not excluded.
func (l excluded) without(some []int) []int {
	return slices.DeleteFunc(slices.Clone(some), func(i int) bool { return l.facts[i] })
}

// superseded returns which facts of turns do not count because their account is superseded. The
// facts of some have one rank of trust, and all are live or all recorded. withdrawn are the facts
// of turns that were withdrawn.
func (fs factList) superseded(some, withdrawn []int) excluded {
	out := excluded{map[int]bool{}, map[domain.SessionID][]domain.TurnID{}}
	if len(some) == 0 {
		return out
	}
	sessions := map[domain.SessionID][]int{}
	for _, i := range some {
		sessions[fs[i].Session] = append(sessions[fs[i].Session], i)
	}
	back := map[turnKey]bool{}
	like := fs[some[0]]
	for _, i := range withdrawn {
		f := fs[i]
		if told := sessions[f.Session]; told != nil && f.Rank() == like.Rank() && f.Imported == like.Imported {
			sessions[f.Session] = append(told, i)
			back[turnKey{f.Session, turnWord(f).Turn}] = true
		}
	}
	for session, facts := range sessions {
		fs.exclude(&out, session, facts, back)
	}
	return out
}

// exclude adds the facts of one session that do not count.
func (fs factList) exclude(out *excluded, session domain.SessionID, facts []int, back map[turnKey]bool) {
	one := fs[facts[0]].Emitter
	if !slices.ContainsFunc(facts, func(i int) bool { return fs[i].Emitter != one }) {
		return
	}
	words := make([]accounts.Word, len(facts))
	for n, i := range facts {
		words[n] = turnWord(fs[i])
	}
	counts := accounts.Read(words, func(id domain.TurnID) bool { return back[turnKey{session, id}] })
	for n, i := range facts {
		turn := words[n].Turn
		if _, ok := counts.Turns[turn]; !ok && !counts.Repeats[turn] {
			out.facts[i] = true
		}
	}
	out.last[session] = counts.Superseded
}

// turnWord converts f for [accounts.Read].
func turnWord(f *fact.Fact) accounts.Word {
	w := accounts.Word{ID: f.ID, Turn: f.Turn, Emitter: f.Emitter, Epoch: f.Epoch, Seq: f.Seq, Trust: f.Rank(), Recorded: f.Imported}
	if f.Turn == "" {
		w.Turn = domain.TurnID("event:" + f.ID.String())
	}
	if f.Observed.Known() {
		w.At = f.Observed.UnixNano()
	}
	switch f.Kind {
	case domain.KindTurnCompleted:
		w.End = accounts.Completed
	case domain.KindTurnInterrupted:
		w.End = accounts.Interrupted
	case domain.KindTurnFailed:
		w.End = accounts.Failed
	}
	return w
}
