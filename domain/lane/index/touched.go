package index

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// Touched returns the lanes whose outcome may change because f was added, sorted. It may return a
// lane that does not change, and never misses one that does. load returns f already.
func Touched(load Loader, f *fact.Fact) []domain.LaneID {
	t := toucher{load: load, lanes: map[domain.LaneID]bool{}, seen: map[Key]bool{}}
	t.fact(f)
	t.filed(namesKey(f.ID))
	for _, by := range load(namesKey(f.ID)) {
		t.commits(by)
	}
	if f.Worker != "" {
		t.filed(WorkerKey(f.Worker))
	}
	t.commits(f)
	out := make([]domain.LaneID, 0, len(t.lanes))
	for l := range t.lanes {
		out = append(out, l)
	}
	slices.Sort(out)
	return out
}

type toucher struct {
	load  Loader
	lanes map[domain.LaneID]bool
	seen  map[Key]bool
}

// filed adds the lanes of every fact under k.
func (t *toucher) filed(k Key) {
	if t.seen[k] {
		return
	}
	t.seen[k] = true
	for _, f := range t.load(k) {
		t.fact(f)
	}
}

// commits adds the lanes of every fact that names a commit which f names.
func (t *toucher) commits(f *fact.Fact) {
	for c := range f.Commits {
		t.filed(commitKey(c))
	}
}

// fact adds the lanes that f may belong to.
func (t *toucher) fact(f *fact.Fact) {
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
func (t *toucher) session(s domain.SessionID) {
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

func (t *toucher) lane(l domain.LaneID) {
	if l != "" {
		t.lanes[l] = true
	}
}
