package evidence

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/causal"
)

// workspace judges whether the work was done in the lane's own worktree. It is met unless a
// mismatch is open, and missing where that cannot be determined: a concurrent fact would clear
// the mismatch, or the worktree equals none of those bound without order to the work.
func (e *examination) workspace() Verdict {
	s := e.verified(func(v domain.Verified) domain.EvidenceVerdict { return v.Workspace })
	wrong, elsewhere := e.mismatches()
	confirms := slices.Concat(s.confirmed, s.none)
	open, unclear := e.uncleared(slices.Concat(wrong, s.refuted), confirms)
	astray, unsure := e.uncleared(elsewhere, confirms)
	unclear = slices.Concat(unclear, astray, unsure)
	switch {
	case len(open) > 0:
		e.found = open
		return VerdictContradicted
	case len(unclear) > 0:
		e.found = unclear
		return VerdictMissing
	case len(s.unseen) > 0 && len(s.confirmed) == 0:
		e.found = s.unseen
		return VerdictNotObservable
	}
	e.found = slices.Concat(confirms, wrong, s.refuted, elsewhere)
	return VerdictMet
}

// mismatches returns the facts about work in a worktree that is not the lane's (wrong), and those
// for which this cannot be determined because no binding precedes them (elsewhere).
func (e *examination) mismatches() (wrong, elsewhere []int) {
	l := e.l
	named := slices.Clone(e.claim)
	for _, i := range e.speaks {
		switch f := l.facts[i]; f.Kind {
		case domain.KindBranchWorkspaceMismatch:
			if !l.inTree(i, f.Payload.Actual) {
				wrong = append(wrong, i)
			}
		case domain.KindLaneCommitCreated:
			named = append(named, i)
		}
	}
	for _, i := range named {
		switch l.tree(i) {
		case treeWrong:
			wrong = append(wrong, i)
		case treeElsewhere:
			elsewhere = append(elsewhere, i)
		case treeUnknown, treeRight:
		}
	}
	return wrong, elsewhere
}

// uncleared returns the mismatches that nothing cleared, and those for which this cannot be
// determined because the fact that would clear them is concurrent.
func (e *examination) uncleared(wrong, confirms []int) (open, unclear []int) {
	if len(wrong) == 0 {
		return nil, nil
	}
	may := slices.Concat(confirms, e.clearers())
	after, before := e.l.order.Relate(causal.Singles(wrong), causal.Singles(may)), e.l.order.Relate(causal.Singles(may), causal.Singles(wrong))
	for n, m := range wrong {
		cleared, maybe := false, false
		for k, c := range may {
			if e.l.facts[c].Rank() < e.l.facts[m].Rank() || k >= len(confirms) && !e.clears(c, m) {
				continue
			}
			cleared = cleared || after.Precedes(n, k) || weightOf(e.l.facts[c]) > weightOf(e.l.facts[m])
			maybe = maybe || !before.Precedes(k, n)
		}
		switch {
		case cleared:
		case maybe:
			unclear = append(unclear, m)
		default:
			open = append(open, m)
		}
	}
	return open, unclear
}

// clearers returns the facts, other than verifications, that may clear a mismatch: a binding that
// does not follow the claim, or a commit in the right worktree that speaks for it.
func (e *examination) clearers() []int {
	l := e.l
	bound := l.witnesses().clearing
	late := l.order.After(e.claim, bound)
	return slices.DeleteFunc(slices.Clone(bound), func(c int) bool {
		if l.facts[c].Kind == domain.KindLaneOwnershipBound {
			return late.Holds(c)
		}
		_, speaks := slices.BinarySearch(e.speaks, c)
		return !speaks || l.facts[c].Imported || l.tree(c) != treeRight
	})
}

// clears reports whether clearer c is about mismatch m. A binding must name the worktree that m
// found. An imported fact clears imported mismatches only.
func (e *examination) clears(c, m int) bool {
	f, found := e.l.facts[c], e.l.found(m)
	return c != m && (!f.Imported || e.l.facts[m].Imported) && (f.Kind != domain.KindLaneOwnershipBound || found == "" || f.Worktree == found)
}

// found is the tree in which a mismatch found the work.
func (l *Lane) found(m int) domain.Path {
	if f := l.facts[m]; f.Kind == domain.KindBranchWorkspaceMismatch {
		return f.Payload.Actual
	}
	return l.facts[m].Worktree
}

// treeVerdict is the relation of the tree that an event names to the lane's tree.
type treeVerdict int

const (
	treeUnknown   treeVerdict = iota // none is named, or none was bound
	treeRight                        // it is bound
	treeWrong                        // another was bound before
	treeElsewhere                    // another was bound, without order to it
)

// tree compares the worktree that fact i names with those bound before it, or
// without order to it, of which none took the place before it: equal to one is
// right, equal to none is wrong when one came before, else elsewhere.
func (l *Lane) tree(i int) treeVerdict {
	at := l.facts[i].Worktree
	if at == "" {
		return treeUnknown
	}
	bound, some := l.boundFor(i)
	switch {
	case slices.Contains(bound, at):
		return treeRight
	case some:
		return treeWrong
	case len(bound) > 0:
		return treeElsewhere
	}
	return treeUnknown
}

// inTree reports whether path is a worktree bound for fact i.
func (l *Lane) inTree(i int, path domain.Path) bool {
	bound, _ := l.boundFor(i)
	return path != "" && slices.Contains(bound, path)
}
