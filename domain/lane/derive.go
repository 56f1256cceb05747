package lane

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// Options is what the outcome depends on beside the facts; a property of the log.
type Options struct {
	// Replay says that the log was opened as a replay: re-sent copies count.
	Replay bool
}

// Derive returns the outcome of the set's lane. It depends on the facts of the
// set and on opts, on nothing else.
func Derive(set Set, opts Options) Outcome {
	d := newDerivation(set, opts)
	d.derive()
	return d.out
}

func (d *derivation) derive() {
	d.countAttempts()
	d.tellScope()
	d.tellSessions()
	d.tellOrder()
	verdict := d.decide(d.top, true)
	d.tellHistory()
	d.tellVerdict(verdict)
	d.tellDisposition()
	d.tellTransport()
	d.tellState()
	d.tellFingerprint(verdict)
	d.tellDoubts()
}

// derivation holds the facts of one lane while its outcome is derived. A fact is
// spoken of by its place in facts.
type derivation struct {
	lane    domain.LaneID
	kin     *families
	facts   []*Fact // in the order of rule 2
	tools   []*Fact
	ord     *order
	attempt []int   // beside facts: the attempt of each
	opens   []int   // beside facts: the attempt that it opens, 0 for none
	void    []bool  // beside facts: openers that are not heard
	top     int     // the highest attempt
	members [][]int // the facts of each attempt
	reopens []int   // beside components: see reopenings
	filed   files
	out     Outcome
}

// files are what is looked up more than once, each made when it is first asked for.
type files struct {
	downs       map[domain.EventID]bool
	ends        map[domain.EventID]bool
	trees       *trees
	witnesses   *witnesses
	written     *written
	withdrawals *[]int
	calls       *openCalls
	spoken      map[domain.SessionID][]int
	over        map[domain.SessionID]bool
}

func newDerivation(set Set, opts Options) *derivation {
	d := &derivation{lane: set.Lane, kin: newFamilies(set.facts, opts)}
	d.out = Outcome{Lane: set.Lane, Because: map[string]Because{}}
	d.gather(set)
	known := make(map[domain.EventID]bool, len(set.facts))
	for i := range set.facts {
		known[set.facts[i].ID] = true
	}
	d.ord = newOrder(d.facts, known)
	if d.dropIgnored() {
		d.ord = newOrder(d.facts, known)
	}
	nameEnds(d.facts)
	return d
}

// gather takes the lane's facts out of the set: what belongs to it, the commits
// and pushes of commits that it names, the outages that cover it.
func (d *derivation) gather(set Set) {
	var own []*Fact
	mine := make([]bool, len(set.facts))
	for i, f := range set.facts {
		if !d.owns(f) {
			continue
		}
		mine[i] = true
		own = append(own, f)
		if !isTool(f.Kind) {
			d.out.Counts.Events++
		}
	}
	if !slices.ContainsFunc(own, (*Fact).works) {
		d.out.Counts.Events = 0
		return
	}
	at := surroundings(own)
	for i, f := range set.facts {
		switch {
		case mine[i] && isTool(f.Kind):
			d.tools = append(d.tools, f)
		case mine[i],
			d.kin.counts(f) && isTransport(f.Kind) && d.covers(f, at),
			d.kin.counts(f) && isShown(f.Kind) && (at.holds(f) || slices.Contains(f.Said.Lanes, d.lane)):
			d.facts = append(d.facts, f)
		}
	}
}

// works reports whether f shows that there is a lane. A commit only names a session that
// may never have been heard of, and so does a binding.
func (f *Fact) works() bool {
	return f.Kind != "lane.ownership_bound" && (!isShown(f.Kind) || f.Lane != "")
}

// owns reports whether f is an event of the lane that counts.
func (d *derivation) owns(f *Fact) bool {
	return !isTransport(f.Kind) && d.kin.counts(f) && d.kin.lane(f) == d.lane
}

// places is where a lane's work happens, as its believed events say.
type places struct {
	commits  map[domain.CommitID]bool
	hosts    map[domain.HostID]bool
	controls map[domain.ControlServerID]bool
}

// holds reports whether the lane names a commit that f does.
func (at places) holds(f *Fact) bool {
	for c := range f.commits {
		if at.commits[c] {
			return true
		}
	}
	return false
}

func surroundings(own []*Fact) places {
	at := places{map[domain.CommitID]bool{}, map[domain.HostID]bool{}, map[domain.ControlServerID]bool{}}
	for _, f := range believed(own) {
		if f.Commit != "" && f.trusted() {
			at.commits[f.Commit] = true
		}
		if f.Host != "" && !isTool(f.Kind) {
			at.hosts[f.Host] = true
		}
		if f.ControlServer != "" && !isTool(f.Kind) {
			at.controls[f.ControlServer] = true
		}
	}
	return at
}

// isShown reports whether the kind shows a commit, in whatever lane it was seen.
func isShown(kind domain.Kind) bool {
	return kind == "commit.observed" || kind == "ship.pushed_main" || kind == "ship.provenance"
}

// where returns the places of the facts that satisfy keep.
func (d *derivation) where(keep func(i int, f *Fact) bool) []int {
	var out []int
	d.ord.looked += len(d.facts)
	for i, f := range d.facts {
		if keep(i, f) {
			out = append(out, i)
		}
	}
	return out
}

// ids returns the ids of facts, sorted, each once.
func (d *derivation) ids(some []int) []domain.EventID {
	out := make([]domain.EventID, 0, len(some))
	for _, i := range some {
		out = append(out, d.facts[i].ID)
	}
	slices.SortFunc(out, domain.EventID.Compare)
	return slices.Compact(out)
}

// strongest keeps the facts of the highest trust, and of these the live ones if
// there are any (rule 4: trust before order, live before import).
func (d *derivation) strongest(some []int) []int {
	facts := make([]*Fact, len(some))
	for n, i := range some {
		facts[n] = d.facts[i]
	}
	best := 0
	live := false
	for _, f := range highest(facts) {
		best, live = f.rank(), live || !f.Imported
	}
	return slices.DeleteFunc(slices.Clone(some), func(i int) bool {
		return d.facts[i].rank() != best || live && d.facts[i].Imported
	})
}
