package evidence

import (
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// witnesses are the facts that may be evidence of a finish, filed so that each attempt finds its own
// without a scan of all.
type witnesses struct {
	in       map[int][]int    // by attempt: before the next is opened, these fall silent
	on       []int            // that are heard in later attempts too, whatever commit the finish names
	apart    []int            // likewise, of finishes that name no commit: they name one
	commits  map[string][]int // by the start of the commit they name
	naming   map[int][]int    // by the attempt of an ending that they name
	named    map[int][]int    // the attempts of the endings that each names
	demands  []int            // say what a finish needs
	clearing []int            // may clear a mismatch: bindings and commits
}

// IsWitness reports whether events of a kind can be evidence of a finish.
func IsWitness(kind domain.Kind) bool {
	switch kind {
	case domain.KindLaneCommitCreated, domain.KindCommitObserved, domain.KindLaneReconciled, domain.KindReportFiled, domain.KindShipPushedMain, domain.KindShipProvenance,
		domain.KindLaneGreen, domain.KindLaneRed, domain.KindTestPassed, domain.KindTestFailed, domain.KindTestHung, domain.KindBranchWorkspaceMismatch:
		return true
	}
	return false
}

// witnesses returns the witnesses of the lane, filed at the first call.
func (l *Lane) witnesses() *witnesses {
	if l.cached.witnesses != nil {
		return l.cached.witnesses
	}
	w := &witnesses{in: map[int][]int{}, commits: map[string][]int{}, naming: map[int][]int{}, named: map[int][]int{}}
	l.cached.witnesses = w
	endings := map[domain.EventID]int{}
	for i, f := range l.facts {
		if l.isEnding(i) {
			endings[f.ID] = l.attempt[i]
		}
		if len(f.Payload.Expects) > 0 {
			w.demands = append(w.demands, i)
		}
		if f.Trusted() && (f.Kind == domain.KindLaneOwnershipBound && f.Worktree != "" || f.Kind == domain.KindLaneCommitCreated) {
			w.clearing = append(w.clearing, i)
		}
	}
	for _, i := range l.where(func(_ int, f *fact.Fact) bool { return f.Trusted() && IsWitness(f.Kind) }) {
		if !l.isRepeated(i) {
			w.file(l, i, endings)
		}
	}
	return w
}

func (w *witnesses) file(l *Lane, i int, endings map[domain.EventID]int) {
	f := l.facts[i]
	for c := range f.Commits {
		w.commits[stem(c)] = append(w.commits[stem(c)], i)
	}
	for _, c := range f.Causes {
		if a, ok := endings[c]; ok && !slices.Contains(w.named[i], a) {
			w.named[i] = append(w.named[i], a)
			w.naming[a] = append(w.naming[a], i)
		}
	}
	switch a := l.attempt[i]; {
	case l.reopened(i) <= a:
	case l.reopened(i) == a+1:
		w.in[a] = append(w.in[a], i)
	case f.Commit != "" && !speaksOfAny(f):
		w.apart = append(w.apart, i)
	default:
		w.on = append(w.on, i)
	}
}

// isRepeated reports whether witness i is imported and states what a live witness states: the two
// are records of one.
func (l *Lane) isRepeated(i int) bool {
	if !l.facts[i].Imported {
		return false
	}
	if l.cached.live == nil {
		l.cached.live = map[string]bool{}
		for _, f := range l.facts {
			if f.Trusted() && !f.Imported && IsWitness(f.Kind) {
				l.cached.live[statementOf(f)] = true
			}
		}
	}
	return l.cached.live[statementOf(l.facts[i])]
}

// statementOf returns a text that is equal for witnesses that state the same.
func statementOf(f *fact.Fact) string {
	return strings.Join([]string{string(f.Kind), string(f.Commit), string(f.Worktree), f.Payload.Text()}, "\x00")
}

// speaksOfAny reports whether f is evidence of a finish whatever commit it names.
func speaksOfAny(f *fact.Fact) bool {
	return f.Kind == domain.KindBranchWorkspaceMismatch || f.Kind == domain.KindReportFiled
}

// about returns, sorted, the witnesses that may speak for a finish of an attempt with a commit. It
// includes all that do.
func (w *witnesses) about(attempt int, commit domain.CommitID) []int {
	out := slices.Concat(w.in[attempt], w.on, w.naming[attempt])
	if commit == "" {
		out = append(out, w.apart...)
	} else {
		out = append(out, w.commits[stem(commit)]...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// stem returns the digits that an object name and its abbreviations share.
func stem(c domain.CommitID) string { return string(c[:min(len(c), 7)]) }
