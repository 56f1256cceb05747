package index

import (
	"bytes"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// Collect returns the set of facts that the outcome of a lane is a function of: the facts of the
// lane, of its sessions, their parents and children, and of its workers; the commits that these
// name; the outages of their hosts; and the events that they name as causes.
func Collect(load Loader, lane domain.LaneID) Set {
	c := collector{load: load, seen: map[Key]bool{}, sessions: map[domain.SessionID]bool{}, have: map[domain.EventID]int{}}
	c.want(LaneKey(lane))
	c.drain()
	for i := range c.facts {
		c.wantCauses(c.facts[i].fact)
	}
	c.drain()
	c.collectArrivals()
	facts := make([]*fact.Fact, len(c.facts))
	for i := range c.facts {
		facts[i] = c.facts[i].fact
	}
	return newSet(lane, facts)
}

func (c *collector) drain() {
	for len(c.queue) > 0 {
		k := c.queue[0]
		c.queue = c.queue[1:]
		far := reachOf(k)
		for _, f := range c.load(k) {
			c.add(f, far)
		}
	}
}

// wantCauses queues the causes of a fact that are not collected yet. Where a trusted fact names an
// id that only an untrusted fact has, the id is queued too: a trusted fact may have it as well.
func (c *collector) wantCauses(f *fact.Fact) {
	if fact.IsTool(f.Kind) {
		return
	}
	for _, id := range f.Follows() {
		if at, held := c.have[id]; !held || f.Trusted() && !c.facts[at].fact.Trusted() {
			c.want(eventKey(id))
		}
	}
}

// reach states whether the facts under a key lead to further keys.
type reach int

const (
	answers reach = iota + 1 // to nothing: evidence, outages, whether a cause is there
	leads                    // to their sessions, workers, commits and hosts
)

func reachOf(k Key) reach {
	switch word, _, _ := strings.Cut(string(k), ":"); word {
	case "lane", "session", "worker":
		return leads
	}
	return answers
}

type collector struct {
	load  Loader
	queue []Key
	seen  map[Key]bool
	// sessions were wanted.
	sessions map[domain.SessionID]bool
	have     map[domain.EventID]int // place in facts of the last one with an id
	arrivals arrivals
	facts    []collected
}

// collected is a fact of the set.
type collected struct {
	fact  *fact.Fact // the loader's
	other int        // place of the one before with the same id, -1 for none
	led   reach      // how far what it leads to was asked for
	form  []byte
}

func (c *collector) want(k Key) {
	if !c.seen[k] {
		c.seen[k] = true
		c.queue = append(c.queue, k)
	}
}

// add collects f once, and queues the keys that it leads to.
func (c *collector) add(f *fact.Fact, far reach) {
	held := c.place(f)
	if far <= held.led {
		return
	}
	held.led = far
	if far == leads {
		c.follow(f)
	}
}

// follow queues the keys of the sessions, worker, commit and outages of f.
func (c *collector) follow(f *fact.Fact) {
	var some [3]domain.SessionID
	for _, s := range f.AppendSessions(some[:0]) {
		c.wantSession(s)
	}
	if f.Worker != "" {
		c.want(WorkerKey(f.Worker))
	}
	if f.Commit != "" {
		c.want(commitKey(f.Commit))
	}
	if fact.IsTool(f.Kind) {
		return
	}
	for printed := range printedIn(f) {
		c.want(madeKey(printed))
	}
	c.arrivals.follow(f)
	if f.Host != "" {
		c.want(downKey(hostKey(f.Host)))
	}
	if f.ControlServer != "" {
		c.want(downKey(controlKey(f.ControlServer)))
	}
}

// wantSession queues the key of a session. It checks the session before the key is built, because
// nearly every fact names a session that is queued already.
func (c *collector) wantSession(s domain.SessionID) {
	if !c.sessions[s] {
		c.sessions[s] = true
		c.want(SessionKey(s))
	}
}

// place returns the entry of f, which is added if it is new.
func (c *collector) place(f *fact.Fact) *collected {
	held, known := c.have[f.ID]
	if !known {
		held = -1
	}
	var form []byte
	if known {
		form = fact.Append(nil, f)
		for i := held; i >= 0; i = c.facts[i].other {
			if bytes.Equal(c.facts[i].stored(), form) {
				return &c.facts[i]
			}
		}
	}
	c.have[f.ID] = len(c.facts)
	c.facts = append(c.facts, collected{fact: f, other: held, form: form})
	return &c.facts[len(c.facts)-1]
}

// stored returns the stored form of the fact, computed when it is first needed.
func (c *collected) stored() []byte {
	if c.form == nil {
		c.form = fact.Append(nil, c.fact)
	}
	return c.form
}
