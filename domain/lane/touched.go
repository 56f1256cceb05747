package lane

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// Touched returns the lanes whose outcome may change when f joins the facts of
// load, sorted; it may name a lane that does not change, never miss one that
// does. load holds f already.
func Touched(load Loader, f *Fact) []domain.LaneID {
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
func (t *toucher) commits(f *Fact) {
	for c := range f.commits {
		t.filed(commitKey(c))
	}
}

// fact adds the lanes that f may belong to.
func (t *toucher) fact(f *Fact) {
	t.lane(f.Lane)
	t.lane(f.Said.Lane)
	for _, l := range f.Said.Lanes {
		t.lane(l)
	}
	for _, s := range f.sessions() {
		t.session(s)
	}
	if f.Worker != "" {
		t.filed(WorkerKey(f.Worker))
	}
	if isShown(f.Kind) && f.Commit != "" {
		t.filed(commitKey(f.Commit))
	}
	if isTransport(f.Kind) && f.Host != "" {
		t.filed(hostKey(f.Host))
	}
	if isTransport(f.Kind) && f.ControlServer != "" {
		t.filed(controlKey(f.ControlServer))
	}
}

// session adds the lanes that a session may belong to: its own, those it is
// named with or bound to, and those of its parents.
func (t *toucher) session(s domain.SessionID) {
	k := sessionKey(s)
	if t.seen[k] {
		return
	}
	t.seen[k] = true
	t.lane(s.Lane())
	for _, f := range t.load(k) {
		t.lane(f.Lane)
		t.lane(f.Said.Lane)
		if f.Session == s && f.Said.Parent != "" {
			t.session(f.Said.Parent)
		}
	}
}

func (t *toucher) lane(l domain.LaneID) {
	if l != "" {
		t.lanes[l] = true
	}
}
