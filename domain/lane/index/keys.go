package index

import (
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// Key is a name under which facts are filed, so that the facts which can change a lane are
// found without a scan.
type Key string

// The prefixes of keys that can be parsed.
const (
	laneWord   = "lane:"
	eventWord  = "event:"
	workerWord = "worker:"
)

// LaneKey is the key of the facts that name a lane.
func LaneKey(l domain.LaneID) Key { return Key(laneWord + l) }

// Lane returns the lane of a [LaneKey]; false for every other key.
func (k Key) Lane() (domain.LaneID, bool) {
	l, ok := strings.CutPrefix(string(k), laneWord)
	return domain.LaneID(l), ok
}

// Event returns the id of the key that one event alone is filed under; false for
// every other key.
func (k Key) Event() (domain.EventID, bool) {
	text, ok := strings.CutPrefix(string(k), eventWord)
	if !ok {
		return domain.EventID{}, false
	}
	id, err := domain.ParseEventID(text)
	return id, err == nil
}

// NamesKey is the key of the facts that name an event as a cause.
func NamesKey(id domain.EventID) Key { return namesKey(id) }

// CommitKey is the key of the facts that name a commit.
func CommitKey(c domain.CommitID) Key { return commitKey(c) }

// WorkerKey is the key of the facts that name a worker.
func WorkerKey(w domain.WorkerID) Key { return Key(workerWord + w) }

// Worker returns the worker of a [WorkerKey]; false for every other key.
func (k Key) Worker() (domain.WorkerID, bool) {
	w, ok := strings.CutPrefix(string(k), workerWord)
	return domain.WorkerID(w), ok
}

// SessionKey is the key of the facts that name a session.
func SessionKey(s domain.SessionID) Key { return Key("session:" + s) }

func commitKey(c domain.CommitID) Key { return Key("commit:" + c) }

// madeKey is the key of the facts of calls that made or pushed commits whose names begin like c, and of
// what repositories say of these.
func madeKey(c domain.CommitID) Key { return Key("made:" + c[:fact.Printed]) }

// childKey is the key of what repositories say of the commits that have c as a parent.
func childKey(c domain.CommitID) Key { return Key("child:" + c) }

func checkpointKey(id domain.CheckpointID) Key {
	return Key("checkpoint:" + id)
}
func eventKey(id domain.EventID) Key { return Key(eventWord + id.String()) }
func namesKey(id domain.EventID) Key { return Key("names:" + id.String()) }
func downKey(name Key) Key           { return "down:" + name }
func hostKey(h domain.HostID) Key    { return Key("host:" + h) }
func controlKey(c domain.ControlServerID) Key {
	return Key("control:" + c)
}

// Loader returns all facts that are filed under a key, in any order, each at least once. The
// caller must not change the facts.
type Loader func(Key) []*fact.Fact

// Keys returns the keys under which f is filed, sorted, each once. It is a
// function of f alone.
func Keys(f *fact.Fact) []Key { return slices.Clone(new(Keyer).Keys(f)) }

// Keyer computes the keys of many facts: it caches the keys of sessions. The zero Keyer is
// ready. It is not safe for concurrent use.
type Keyer struct {
	keys  []Key // of the current fact
	known map[domain.SessionID]sessionKeys
}

// sessionKeys are the keys of a session and of its default lane.
type sessionKeys struct{ session, lane Key }

// ProfileKey is the key of the adoptions of profiles: each lane of a log is derived by what they say,
// and none collects them.
const ProfileKey Key = "profile:"

// maxSessions is how many sessions a Keyer caches; beyond it, the cache is emptied.
const maxSessions = 4096

// Keys returns what the function [Keys] does. The slice is valid until the next call.
func (c *Keyer) Keys(f *fact.Fact) []Key {
	c.keys = append(c.Shared(f), eventKey(f.ID))
	return c.sorted()
}

// Shared returns Keys without the key of the fact's own id. The slice is valid until the next call.
func (c *Keyer) Shared(f *fact.Fact) []Key {
	c.keys = c.keys[:0]
	if f.Lane != "" {
		c.add(LaneKey(f.Lane))
	}
	if f.Payload.Lane != "" {
		c.add(LaneKey(f.Payload.Lane))
	}
	for _, l := range f.Payload.Lanes {
		c.add(LaneKey(l))
	}
	c.addSessions(f)
	if f.Worker != "" {
		c.add(WorkerKey(f.Worker))
	}
	for commit := range f.Commits {
		c.add(commitKey(commit))
	}
	for _, id := range f.Payload.Checkpoints {
		c.add(checkpointKey(id))
	}
	if f.Kind == domain.KindExpectsAdopted {
		c.add(ProfileKey)
	}
	for printed := range printedIn(f) {
		c.add(madeKey(printed))
	}
	if shown := f.Shown(); len(shown) >= fact.Printed {
		c.add(madeKey(shown))
		for _, p := range f.Payload.Parents {
			c.add(childKey(p))
		}
	}
	if !fact.IsTool(f.Kind) {
		c.addOrder(f)
	}
	return c.sorted()
}

func (c *Keyer) add(k Key) { c.keys = append(c.keys, k) }

func (c *Keyer) addSessions(f *fact.Fact) {
	var some [3]domain.SessionID
	for _, s := range f.AppendSessions(some[:0]) {
		keys := c.session(s)
		c.add(keys.session)
		if f.Lane == "" && !fact.IsTool(f.Kind) {
			c.add(keys.lane)
		}
	}
}

// addOrder adds the keys of a fact that takes part in the order of a lane: causes, host, control
// server.
func (c *Keyer) addOrder(f *fact.Fact) {
	for _, id := range f.Causes {
		c.add(namesKey(id))
	}
	if !f.Payload.Settles.IsZero() {
		c.add(namesKey(f.Payload.Settles))
	}
	down := fact.IsTransport(f.Kind)
	for _, k := range [...]struct {
		key Key
		on  bool
	}{{hostKey(f.Host), f.Host != ""}, {controlKey(f.ControlServer), f.ControlServer != ""}} {
		switch {
		case k.on && down:
			c.add(downKey(k.key))
		case k.on:
			c.add(k.key)
		}
	}
}

func (c *Keyer) sorted() []Key {
	slices.Sort(c.keys)
	c.keys = slices.Compact(c.keys)
	return c.keys
}

// SessionLane returns the key of the default lane of a session.
func (c *Keyer) SessionLane(s domain.SessionID) Key { return c.session(s).lane }

func (c *Keyer) session(s domain.SessionID) sessionKeys {
	keys, ok := c.known[s]
	if !ok {
		if c.known == nil || len(c.known) >= maxSessions {
			c.known = map[domain.SessionID]sessionKeys{}
		}
		keys = sessionKeys{SessionKey(s), LaneKey(s.Lane())}
		c.known[s] = keys
	}
	return keys
}
