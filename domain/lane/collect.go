package lane

import (
	"bytes"
	"strings"

	"github.com/clawable/claw/domain"
)

// Collect loads everything that the outcome of a lane is a function of: its
// facts, those of its sessions, their parents and children, of its workers, the
// commits it names, the outages of its hosts, and the events its own name as causes.
func Collect(load Loader, lane domain.LaneID) Set {
	c := collector{load: load, seen: map[Key]bool{}, have: map[domain.EventID][]int{}}
	c.want(laneKey(lane))
	c.drain()
	for i := range c.facts {
		c.wantCauses(i)
	}
	c.drain()
	return MakeSet(lane, c.facts)
}

func (c *collector) drain() {
	for len(c.queue) > 0 {
		k := c.queue[0]
		c.queue = c.queue[1:]
		for _, f := range c.load(k) {
			c.add(f, reachOf(k))
		}
	}
}

// wantCauses asks for the causes of a fact that are not there yet.
func (c *collector) wantCauses(i int) {
	if f := &c.facts[i]; !isTool(f.Kind) {
		for _, id := range f.names() {
			if len(c.have[id]) == 0 {
				c.want(eventKey(id))
			}
		}
	}
}

// reach says how far the facts under a key lead.
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
	have  map[domain.EventID][]int // places in facts, by id
	facts []Fact
	led   []reach  // beside facts: how far what it leads to was asked for
	forms [][]byte // beside facts: the stored form, once it was needed
}

func (c *collector) want(k Key) {
	if !c.seen[k] {
		c.seen[k] = true
		c.queue = append(c.queue, k)
	}
}

// add takes f in, unless it is there, and asks for what it leads to.
func (c *collector) add(f Fact, far reach) {
	i := c.place(f)
	if far <= c.led[i] {
		return
	}
	c.led[i] = far
	if far == leads {
		c.follow(&c.facts[i])
	}
}

// follow asks for what belongs with f.
func (c *collector) follow(f *Fact) {
	for _, s := range f.sessions() {
		c.want(sessionKey(s))
	}
	if f.Worker != "" {
		c.want(workerKey(f.Worker))
	}
	if f.Commit != "" {
		c.want(commitKey(f.Commit))
	}
	if isTool(f.Kind) {
		return
	}
	if f.Host != "" {
		c.want(downKey(hostKey(f.Host)))
	}
	if f.ControlServer != "" {
		c.want(downKey(controlKey(f.ControlServer)))
	}
}

// place returns where f is in facts, after taking it in if it is new.
func (c *collector) place(f Fact) int {
	held := c.have[f.ID]
	var form []byte
	if len(held) > 0 {
		form = AppendFact(nil, &f)
		for _, i := range held {
			if bytes.Equal(c.form(i), form) {
				return i
			}
		}
	}
	c.have[f.ID] = append(held, len(c.facts))
	c.facts = append(c.facts, f)
	c.led = append(c.led, 0)
	c.forms = append(c.forms, form)
	return len(c.facts) - 1
}

func (c *collector) form(i int) []byte {
	if c.forms[i] == nil {
		c.forms[i] = AppendFact(nil, &c.facts[i])
	}
	return c.forms[i]
}
