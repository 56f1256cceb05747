package lane

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// Key is a word under which facts are filed, so that the facts which can move a
// lane are found without a search.
type Key string

func laneKey(l domain.LaneID) Key       { return Key("lane:" + l) }
func sessionKey(s domain.SessionID) Key { return Key("session:" + s) }
func workerKey(w domain.WorkerID) Key   { return Key("worker:" + w) }
func commitKey(c domain.CommitID) Key   { return Key("commit:" + c) }
func eventKey(id domain.EventID) Key    { return Key("event:" + id.String()) }
func namesKey(id domain.EventID) Key    { return Key("names:" + id.String()) }
func downKey(name Key) Key              { return "down:" + name }
func hostKey(h domain.HostID) Key       { return Key("host:" + h) }
func controlKey(c domain.ControlServerID) Key {
	return Key("control:" + c)
}

// Loader returns all facts that are filed under a key, in any order, each at
// least once. The facts are not changed by whoever loads them.
type Loader func(Key) []Fact

// Keys returns the keys under which f is filed, sorted, each once. It is a
// function of f alone.
func Keys(f *Fact) []Key {
	keys := []Key{eventKey(f.ID)}
	add := func(k Key, on bool) {
		if on {
			keys = append(keys, k)
		}
	}
	add(laneKey(f.Lane), f.Lane != "")
	add(laneKey(f.Said.Lane), f.Said.Lane != "")
	for _, l := range f.Said.Lanes {
		add(laneKey(l), true)
	}
	for _, s := range f.sessions() {
		add(sessionKey(s), true)
		add(laneKey(s.Lane()), f.Lane == "" && !isTool(f.Kind))
	}
	add(workerKey(f.Worker), f.Worker != "")
	add(commitKey(f.Commit), f.Commit != "")
	if !isTool(f.Kind) {
		for _, c := range f.Causes {
			add(namesKey(c), true)
		}
		add(namesKey(f.Said.Settles), !f.Said.Settles.IsZero())
	}
	host, control := hostKey(f.Host), controlKey(f.ControlServer)
	if isTransport(f.Kind) {
		host, control = downKey(host), downKey(control)
	}
	add(host, f.Host != "" && !isTool(f.Kind))
	add(control, f.ControlServer != "" && !isTool(f.Kind))
	slices.Sort(keys)
	return slices.Compact(keys)
}

// sessions lists the sessions that f speaks of: its own, one it binds, its parent.
func (f *Fact) sessions() []domain.SessionID {
	var out []domain.SessionID
	for _, s := range []domain.SessionID{f.Session, f.Said.Session, f.Said.Parent} {
		if s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}
