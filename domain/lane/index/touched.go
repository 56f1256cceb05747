package index

import (
	"maps"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// Touched returns the lanes whose outcome may change because f was added, sorted. It may return a
// lane that does not change, and never misses one that does. load returns f already.
func Touched(load Loader, f *fact.Fact) []domain.LaneID {
	t := NewToucher(load)
	t.Add(f)
	return t.Lanes()
}

// Toucher gathers what [Touched] returns of several facts, which its loader returns already. Not safe for
// concurrent use.
type Toucher struct {
	load  Loader
	lanes map[domain.LaneID]bool
	seen  map[Key]bool
	below map[domain.CommitID]int // how many generations below a commit were looked at
}

// NewToucher returns a Toucher of no facts.
func NewToucher(load Loader) *Toucher {
	return &Toucher{load: load, lanes: map[domain.LaneID]bool{}, seen: map[Key]bool{}, below: map[domain.CommitID]int{}}
}

// Add adds the lanes whose outcome may change because f was added.
func (t *Toucher) Add(f *fact.Fact) {
	t.fact(f)
	t.filed(namesKey(f.ID))
	for _, by := range t.load(namesKey(f.ID)) {
		t.commits(by)
	}
	if f.Worker != "" {
		t.filed(WorkerKey(f.Worker))
	}
	t.commits(f)
	t.descend(f.Shown())
}

// Lanes returns the lanes, sorted.
func (t *Toucher) Lanes() []domain.LaneID { return slices.Sorted(maps.Keys(t.lanes)) }

// descend adds the lanes whose calls made or pushed a commit, or one that it descends from: what was said of it may
// show that theirs arrived.
func (t *Toucher) descend(commit domain.CommitID) {
	level := []domain.CommitID{commit}
	for left := fact.Reach + 1; left > 0 && len(level) > 0; left-- {
		var next []domain.CommitID
		for _, c := range level {
			if len(c) < fact.Printed || t.below[c] >= left {
				continue
			}
			t.below[c] = left
			for _, f := range t.load(madeKey(c)) {
				switch {
				case f.OfCall():
					t.fact(f)
				case tellsCommit(f) && f.Commit == c:
					next = append(next, f.Payload.Parents...)
				}
			}
		}
		level = next
	}
}

// filed adds the lanes of every fact under k.
func (t *Toucher) filed(k Key) {
	if t.seen[k] {
		return
	}
	t.seen[k] = true
	for _, f := range t.load(k) {
		t.fact(f)
	}
}

// commits adds the lanes of every fact that names a commit which f names.
func (t *Toucher) commits(f *fact.Fact) {
	for c := range f.Commits {
		t.filed(commitKey(c))
	}
}

// fact adds the lanes that f may belong to.
func (t *Toucher) fact(f *fact.Fact) {
	t.lane(f.Lane)
	t.lane(f.Payload.Lane)
	for _, l := range f.Payload.Lanes {
		t.lane(l)
	}
	for _, s := range f.AppendSessions(nil) {
		t.session(s)
	}
	if f.Worker != "" {
		t.filed(WorkerKey(f.Worker))
	}
	if fact.ShowsCommit(f.Kind) && f.Commit != "" {
		t.filed(commitKey(f.Commit))
	}
	if shown := f.Shown(); len(shown) >= fact.Printed {
		t.filed(madeKey(shown))
	}
	if fact.IsTransport(f.Kind) && f.Host != "" {
		t.filed(hostKey(f.Host))
	}
	if fact.IsTransport(f.Kind) && f.ControlServer != "" {
		t.filed(controlKey(f.ControlServer))
	}
}

// session adds the lanes that a session may belong to: its default lane, those that it is named
// with or bound to, and those of its parents.
func (t *Toucher) session(s domain.SessionID) {
	k := SessionKey(s)
	if t.seen[k] {
		return
	}
	t.seen[k] = true
	t.lane(s.Lane())
	for _, f := range t.load(k) {
		t.lane(f.Lane)
		t.lane(f.Payload.Lane)
		if f.Session == s && f.Payload.Parent != "" {
			t.session(f.Payload.Parent)
		}
	}
}

func (t *Toucher) lane(l domain.LaneID) {
	if l != "" {
		t.lanes[l] = true
	}
}
