package work

import (
	"cmp"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
)

// TestedState is the state of the tests of a lane.
type TestedState string

// The states.
const (
	TestedGreen   TestedState = "green"
	TestedRed     TestedState = "red"
	TestedStale   TestedState = "stale" // written after the last green
	TestedHung    TestedState = "hung"
	TestedNever   TestedState = "never"
	TestedUnknown TestedState = "unknown" // a write has no order to the last green
)

// Enum lists the values.
func (TestedState) Enum() []string {
	return []string{string(TestedGreen), string(TestedRed), string(TestedStale), string(TestedHung), string(TestedNever), string(TestedUnknown)}
}

// Tested is the state of the tests of a lane, with their last results.
type Tested struct {
	State   TestedState       `json:"state"`
	Level   domain.GreenLevel `json:"level,omitzero"`
	Runner  string            `json:"runner,omitzero"`
	Failed  int               `json:"failed,omitzero"` // tests, where the runner counted them
	Folder  string            `json:"folder,omitzero"` // in which the runner worked, below the worktree; absent for the worktree
	At      domain.Instant    `json:"at,omitzero"`
	Because []domain.EventID  `json:"because,omitzero"`
	// Maybe says that a program ran after the green which changes files that its command does not name.
	Maybe bool `json:"maybe_changed,omitzero"`
}

// selection is what a run of tests ran.
type selection struct {
	runner, scope string
	folder        domain.Path
	level         domain.GreenLevel
}

func (x node) selection() selection {
	p := &x.f.Payload
	return selection{p.Run.Runner, p.Run.Scope, p.Run.Folder, p.Level}
}

func (x node) passed() bool { return x.f.Kind == domain.KindTestPassed }

// tested returns the state of the tests.
func (w *Work) tested() Tested {
	t, greens, changes := w.testedBehindAll()
	if t.State != "" {
		return t
	}
	var open, stale []int
	reverts := w.reverts()
	for _, g := range greens {
		if len(w.after(g, w.matterTo(g, changes, reverts))) > 0 {
			stale = append(stale, g)
		} else {
			open = append(open, g)
		}
	}
	if len(open) > 0 {
		best := w.highest(open)
		matters := w.matterTo(best, changes, reverts)
		return w.testedBy(TestedUnknown, best, without(matters, w.before(best, matters))...)
	}
	best := w.highest(stale)
	matters := w.matterTo(best, changes, reverts)
	by := w.newest(w.last(w.after(best, matters)))
	return w.testedBy(TestedStale, best, append(notIdle(w, best, by, reverts), by)...)
}

// testedBehindAll returns the state of the tests where a red one is in force or a green one follows every
// change. Otherwise the state is empty, and it returns the greens, and the changes that tests may see.
func (w *Work) testedBehindAll() (t Tested, greens, changes []int) {
	if len(w.tests) == 0 {
		return Tested{State: TestedNever}, nil, nil
	}
	greens, reds := w.standing()
	if len(reds) > 0 {
		return w.testedRed(reds), nil, nil
	}
	changes = slices.DeleteFunc(slices.Concat(w.writes, w.removes, w.reverted), func(n int) bool { return !w.tree.matters(w.nodes[n].work()) })
	reverts := w.reverts()
	valid := slices.DeleteFunc(slices.Clone(greens), func(g int) bool {
		matters := w.matterTo(g, changes, reverts)
		return len(w.before(g, matters)) < len(matters)
	})
	if len(valid) > 0 {
		return w.testedGreen(valid), nil, nil
	}
	return Tested{}, greens, changes
}

// testedGreen is the state of tests of which some runs are behind every write: that of the highest
// level behind which nothing may have written, if there is one.
func (w *Work) testedGreen(valid []int) Tested {
	sure := slices.DeleteFunc(slices.Clone(valid), func(g int) bool { return len(w.before(g, w.maybe)) < len(w.maybe) })
	if len(sure) > 0 {
		return w.testedBy(TestedGreen, w.highest(sure))
	}
	best := w.highest(valid)
	out := w.testedBy(TestedGreen, best, without(w.maybe, w.before(best, w.maybe))...)
	out.Maybe = true
	return out
}

// without returns the nodes of all that are not among some.
func without(all, some []int) []int {
	return slices.DeleteFunc(slices.Clone(all), func(n int) bool { return slices.Contains(some, n) })
}

// standing are the runs that decide: the last of each selection that passed, and those that did
// not pass and that no later run clears.
func (w *Work) standing() (greens, reds []int) {
	by := map[selection][]int{}
	for _, n := range w.tests {
		by[w.nodes[n].selection()] = append(by[w.nodes[n].selection()], n)
	}
	for _, runs := range by {
		for _, n := range w.last(runs) {
			if w.nodes[n].passed() {
				greens = append(greens, n)
			} else {
				reds = append(reds, n)
			}
		}
	}
	slices.Sort(greens)
	slices.Sort(reds)
	return greens, slices.DeleteFunc(reds, func(r int) bool {
		return slices.ContainsFunc(w.after(r, greens), func(g int) bool { return clears(w.nodes[g].selection(), w.nodes[r].selection()) })
	})
}

// clears reports whether a green of one selection answers a red of another: it ran all that the
// other could run.
func clears(green, red selection) bool {
	if green.level != domain.GreenWorkspace && green.level != domain.GreenMergeReady {
		return false
	}
	if green.scope != "" {
		return false // what it ran cannot be determined
	}
	same := green.runner == red.runner || runsScripts(green.runner) || runsScripts(red.runner)
	return same && (green.folder == red.folder || green.folder != "" && strings.HasPrefix(string(red.folder), string(green.folder)+"/"))
}

// runsScripts reports whether a runner runs what the project calls its tests, by whatever runner.
func runsScripts(runner string) bool {
	switch runner {
	case "npm test", "pnpm test", "yarn test", "bun run test", "composer test", "make", "just", "task", "rake", "mise", "tox", "nox", "git hook":
		return true
	}
	return false
}

// testedRed is the state of tests of which some did not pass.
func (w *Work) testedRed(reds []int) Tested {
	state, failed := TestedRed, slices.DeleteFunc(slices.Clone(reds), func(n int) bool { return w.nodes[n].f.Kind == domain.KindTestHung })
	if len(failed) == 0 {
		state, failed = TestedHung, reds
	}
	out := w.testedBy(state, w.highest(failed), reds...)
	for _, n := range failed {
		out.Failed += w.nodes[n].f.Payload.Failed
	}
	return out
}

// highest is the run of the highest level; of several the one observed last.
func (w *Work) highest(runs []int) int {
	return slices.MaxFunc(runs, func(a, b int) int {
		x, y := w.nodes[a].f, w.nodes[b].f
		return cmp.Or(cmp.Compare(x.Payload.Level.Rank(), y.Payload.Level.Rank()), compareContent(x, y))
	})
}

// testedBy is a state that a run shows, with others beside it.
func (w *Work) testedBy(state TestedState, run int, beside ...int) Tested {
	f := w.nodes[run].f
	return Tested{State: state, Level: f.Payload.Level, Runner: f.Payload.Run.Runner, Folder: w.tree.below(f.Payload.Run.Folder), At: f.Observed, Because: w.ids(append(beside, run)...)}
}
