package lane

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// workspace judges that the work was done in the lane's own tree: met unless a
// mismatch is open. One that something concurrent cleared cannot be told.
func (e *examination) workspace() Verdict {
	d := e.d
	s := e.verified(func(v domain.Verified) domain.EvidenceVerdict { return v.Workspace })
	var wrong []int
	for _, i := range e.speaks {
		switch f := d.facts[i]; f.Kind {
		case "branch.workspace_mismatch":
			if !d.inTree(i, f.Said.Actual) {
				wrong = append(wrong, i)
			}
		case "lane.commit.created":
			if d.tree(i) == treeWrong {
				wrong = append(wrong, i)
			}
		}
	}
	for _, i := range e.claim.facts {
		if d.tree(i) == treeWrong {
			wrong = append(wrong, i)
		}
	}
	wrong = append(wrong, s.refuted...)
	open, unclear := e.uncleared(wrong, slices.Concat(s.confirmed, s.none))
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
	e.found = slices.Concat(s.confirmed, s.none, wrong)
	return VerdictMet
}

// uncleared returns the mismatches that nothing cleared, and those of which it
// cannot be said because what would clear them is concurrent.
func (e *examination) uncleared(wrong, confirms []int) (open, unclear []int) {
	d := e.d
	for _, m := range wrong {
		after, before := d.ord.after([]int{m}), d.ord.before([]int{m})
		cleared, maybe := false, false
		for _, c := range e.clearers(m, confirms) {
			cleared = cleared || after[d.ord.comp[c]]
			maybe = maybe || !before[d.ord.comp[c]]
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

// clearers lists what may clear mismatch m: a binding to the tree it found, said
// before the claim; a commit in the right tree; a verification.
func (e *examination) clearers(m int, confirms []int) []int {
	d := e.d
	late := d.ord.after(e.claim.facts)
	out := slices.DeleteFunc(slices.Clone(confirms), func(c int) bool { return d.facts[c].rank() < d.facts[m].rank() })
	for c, f := range d.facts {
		if c == m || !f.trusted() || f.rank() < d.facts[m].rank() {
			continue
		}
		switch f.Kind {
		case "lane.ownership_bound":
			if f.Worktree != "" && !late[d.ord.comp[c]] && (d.found(m) == "" || f.Worktree == d.found(m)) {
				out = append(out, c)
			}
		case "lane.commit.created":
			if slices.Contains(e.speaks, c) && d.tree(c) == treeRight && !f.Imported {
				out = append(out, c)
			}
		}
	}
	return out
}

// found is the tree in which a mismatch found the work.
func (d *derivation) found(m int) domain.Path {
	if f := d.facts[m]; f.Kind == "branch.workspace_mismatch" {
		return f.Said.Actual
	}
	return d.facts[m].Worktree
}

// treeVerdict says how the tree that an event names stands to the lane's.
type treeVerdict int

const (
	treeUnknown treeVerdict = iota
	treeRight
	treeWrong
)

// tree compares the worktree that fact i names with those bound before it, or
// without order to it, of which none took the place before it: equal to one is
// right, equal to none while one came before is wrong.
func (d *derivation) tree(i int) treeVerdict {
	at := d.facts[i].Worktree
	if at == "" {
		return treeUnknown
	}
	bound, some := d.boundFor(i)
	switch {
	case slices.Contains(bound, at):
		return treeRight
	case some:
		return treeWrong
	}
	return treeUnknown
}

// inTree reports whether path is a worktree bound for fact i.
func (d *derivation) inTree(i int, path domain.Path) bool {
	bound, _ := d.boundFor(i)
	return path != "" && slices.Contains(bound, path)
}

// boundFor returns the worktrees bound for fact i, and whether one of the bindings
// precedes it.
func (d *derivation) boundFor(i int) (trees []domain.Path, some bool) {
	bindings := d.treeBindings()
	before, after := d.ord.before([]int{i}), d.ord.after([]int{i})
	earlier := slices.DeleteFunc(slices.Clone(bindings), func(b int) bool { return !before[d.ord.comp[b]] })
	last := d.ord.last(earlier)
	for _, b := range bindings {
		c := d.ord.comp[b]
		if b == i || after[c] || before[c] && !slices.Contains(last, b) {
			continue
		}
		trees = append(trees, d.facts[b].Worktree)
	}
	return trees, len(last) > 0
}

// treeBindings lists the trusted events of the highest trust that bind a worktree
// to the lane.
func (d *derivation) treeBindings() []int {
	if d.trees == nil {
		d.trees = d.strongest(d.where(func(i int, f *Fact) bool {
			switch f.Kind {
			case "lane.started", "lane.restarted", "lane.ownership_bound":
				return f.trusted() && !d.void[i] && f.Worktree != ""
			}
			return false
		}))
		if d.trees == nil {
			d.trees = []int{}
		}
	}
	return d.trees
}
