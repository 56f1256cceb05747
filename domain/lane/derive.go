package lane

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/causal"
	"github.com/clawable/claw/domain/lane/evidence"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/domain/lane/profile"
	"github.com/clawable/claw/domain/lane/work"
)

// Options is what the outcome depends on beside the facts. It is a property of the log.
type Options struct {
	// Replay reports that the log was opened as a replay: re-sent copies count.
	Replay bool
	// Profile is what the work of a lane sets itself, see [profile.InForce].
	Profile profile.Profile
}

// Derive returns the outcome of the set's lane. It depends on the facts of the
// set and on opts, on nothing else.
func Derive(set index.Set, opts Options) Outcome {
	d := newDerivation(set, opts)
	d.derive()
	return d.out
}

func (d *derivation) derive() {
	countAttempts(d)
	writeScope(d)
	writeStated(d)
	writeSessions(d)
	writeOrder(d)
	verdict := d.decide(d.top, true)
	writeHistory(d)
	writeVerdict(d, verdict)
	writeDisposition(d)
	writeTransport(d)
	writeState(d)
	writeFingerprint(d, verdict)
	writeAccepted(d)
	writeDoubts(d)
}

// derivation holds the facts of one lane while its outcome is derived. A fact is addressed by its
// index in facts. Slices "by fact" are parallel to facts. Its methods answer what several sections
// of the rule ask; a step of one section is a function.
type derivation struct {
	lane    domain.LaneID
	profile profile.Profile
	admission
	facts      factList
	tools      []*fact.Fact
	repository []*fact.Fact                // what repositories say of commits, of the lane or not
	unheard    []*fact.Fact                // of the lane, but not heard
	turnStarts map[*fact.Fact][]*fact.Fact // for an end that names no turn: the starts that name it
	ord        *causal.Order
	attempt    []int            // by fact: its attempt
	opens      []int            // by fact: the attempt that it opens, 0 for none
	void       []bool           // by fact: whether it is an opener that is not heard
	voidBy     map[int]int      // for an opener that is not heard: a fact that prevents it
	top        int              // the highest attempt
	before     []preceding      // by fact: what precedes it
	members    [][]int          // the facts of each attempt
	adopted    map[int]bool     // endings that repeat an ending of a later attempt
	reopens    []int            // by component: see reopenings
	past       []verdict        // verdicts of the earlier attempts
	verdict    []domain.EventID // the events that the verdict of the highest attempt rests on
	cached     cache
	looked     int // facts looked at by in and where
	out        Outcome
}

// cache holds what is looked up more than once. Each member is computed when it is first needed.
type cache struct {
	downs       map[domain.EventID]bool
	ends        map[domain.EventID]bool
	evidence    *evidence.Lane
	work        map[int]*work.Work // by attempt
	withdrawals *[]int
	calls       map[domain.SessionID]map[domain.TurnID][]*fact.Fact // that never came back
	compacted   map[domain.SessionID][]int
	spoken      map[domain.SessionID][]int
	seen        map[domain.SessionID]seen
	over        map[domain.SessionID]bool
}

// factList holds the facts of a lane in the order of rule 2. Its methods return what can be
// determined from single facts, without their causes and without the other lanes.
type factList []*fact.Fact

func newDerivation(set index.Set, opts Options) *derivation {
	d := &derivation{lane: set.Lane, profile: opts.Profile, cached: cache{work: map[int]*work.Work{}}, out: Outcome{Lane: set.Lane, Because: map[string]Because{}}}
	d.trusts, d.believes = newMemberships(set.Facts(), opts)
	d.gather(set, func(*fact.Fact) bool { return true })
	if dropsIgnored(d) {
		d.gather(set, func(f *fact.Fact) bool { return !isIgnored(f) })
	}
	d.turnStarts = fact.NameEnds(d.facts)
	return d
}

// gather sets the lane's facts: of the facts of the set that may count, those that belong to the
// lane, the commits and pushes of commits that it names, and the outages that cover it.
func (d *derivation) gather(set index.Set, may func(*fact.Fact) bool) {
	d.facts, d.tools, d.repository, d.unheard, d.out.Counts.Events = nil, nil, nil, nil, 0
	admit(d, set, may)
	own, mine := ownFacts(d, set, may)
	at := surroundings(own)
	known := make(map[domain.EventID]bool, len(set.Facts()))
	for i, f := range set.Facts() {
		heard := d.hears(f)
		known[f.ID] = known[f.ID] || heard
		if f.Shown() != "" && d.lanes.Counts(f) && may(f) {
			d.repository = append(d.repository, f)
		}
		switch {
		case mine[i] && !heard:
			d.unheard = append(d.unheard, f)
		case mine[i] && fact.IsTool(f.Kind):
			d.tools = append(d.tools, f)
		case mine[i], len(own) > 0 && heard && may(f) && surrounds(d, f, at):
			d.facts = append(d.facts, f)
		}
		if mine[i] && !fact.IsTool(f.Kind) {
			d.out.Counts.Events++
		}
	}
	d.ord = fact.Order(d.facts, known)
}

// ownFacts returns the facts of the lane that are heard, and by fact of the set whether it is the
// lane's, heard or not. Both are empty where nothing shows that the lane exists.
func ownFacts(d *derivation, set index.Set, may func(*fact.Fact) bool) (own []*fact.Fact, mine []bool) {
	mine = make([]bool, len(set.Facts()))
	works := false
	for i, f := range set.Facts() {
		if mine[i] = may(f) && d.owns(f); mine[i] {
			works = works || showsWork(f)
			if d.hears(f) {
				own = append(own, f)
			}
		}
	}
	if !works {
		return nil, make([]bool, len(set.Facts()))
	}
	return own, mine
}

// showsWork reports whether f shows that its lane exists. A commit or a binding does not: it only
// names a session, of which there may be no event. Nor does a word about an outcome.
func showsWork(f *fact.Fact) bool {
	return f.Kind != domain.KindLaneOwnershipBound && !fact.IsWord(f.Kind) && (!fact.ShowsCommit(f.Kind) || f.Lane != "")
}

// surrounds reports whether f, which belongs to another lane or to none, concerns the lane: an
// outage that covers it, or an event that shows a commit that it names.
func surrounds(d *derivation, f *fact.Fact, at places) bool {
	switch {
	case !d.lanes.Counts(f):
		return false
	case fact.IsTransport(f.Kind):
		return covers(d, f, at)
	}
	return fact.ShowsCommit(f.Kind) && (at.holds(f) || slices.Contains(f.Payload.Lanes, d.lane))
}

// places holds the commits, hosts and control servers that a lane's heard events name.
type places struct {
	commits  map[domain.CommitID]bool
	hosts    map[domain.HostID]bool
	controls map[domain.ControlServerID]bool
}

// holds reports whether the lane names a commit that f does.
func (at places) holds(f *fact.Fact) bool {
	for c := range f.Commits {
		if at.commits[c] {
			return true
		}
	}
	return false
}

func surroundings(own []*fact.Fact) places {
	at := places{map[domain.CommitID]bool{}, map[domain.HostID]bool{}, map[domain.ControlServerID]bool{}}
	for _, f := range own {
		if f.Commit != "" && f.Trusted() {
			at.commits[f.Commit] = true
		}
		if f.Host != "" && !fact.IsTool(f.Kind) {
			at.hosts[f.Host] = true
		}
		if f.ControlServer != "" && !fact.IsTool(f.Kind) {
			at.controls[f.ControlServer] = true
		}
	}
	return at
}

// where returns the indices of the facts that satisfy keep.
func (d *derivation) where(keep func(i int, f *fact.Fact) bool) []int {
	var out []int
	d.looked += len(d.facts)
	for i, f := range d.facts {
		if keep(i, f) {
			out = append(out, i)
		}
	}
	return out
}

// strongest keeps the facts of the highest trust, and of these the live ones if there are any
// (rule 4: trust before order, live before import).
func (fs factList) strongest(some []int) []int { return fact.Strongest(fs, some) }
