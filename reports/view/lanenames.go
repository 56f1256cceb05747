package view

import (
	"bytes"
	"slices"

	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/redact"
)

// laneNames are the lanes of a report by their ids, sorted, as people tell them apart: by what [laneNames.text] says,
// and by as much of an id as no other lane of the view begins with.
type laneNames struct{ all []listed }

// short is as much of the id of a lane as distinguishes it. The lane is at i, or would be, see [laneNames.find].
func (n *laneNames) short(id []byte, i int, there bool) []byte {
	if len(id) > 0 && id[0] == '$' {
		return nameBytes(id)
	}
	var before, after []byte
	if i > 0 {
		before = n.all[i-1].name
	}
	if there {
		i++
	}
	if i < len(n.all) {
		after = n.all[i].name
	}
	return nameBytes(reports.ShortLane(id, before, after))
}

// find returns where a lane is, or would be. It looks at nth first.
func (n *laneNames) find(id []byte, nth int) (int, bool) {
	if nth < len(n.all) && bytes.Equal(n.all[nth].name, id) {
		return nth, true
	}
	return slices.BinarySearchFunc(n.all, id, func(l listed, id []byte) int { return bytes.Compare(l.name, id) })
}

// text is a lane in words: its title, or else its branch or its agent, as far as the reader sees them, and its short id.
func (n *laneNames) text(id []byte) []byte {
	i, there := n.find(id, 0)
	short := n.short(id, i, there)
	if there {
		for _, name := range called {
			if v := valueOf(n.all[i].of).at(name); !v.isStub() && v.exists() {
				return slices.Concat(v.bytes(), []byte(" ("), short, []byte(")"))
			}
		}
	}
	return short
}

// called are the members of a lane that say what it is called, the best first.
var called = [...]string{"title", "branch", "agent"}

// subject is what the name of an item is about: a lane by its title, another thing by its name.
func (n *laneNames) subject(name []byte) []byte {
	if id, isLane := bytes.CutPrefix(name, []byte("lane:")); isLane {
		return append([]byte("lane "), n.text(id)...)
	}
	return nameBytes(bytes.TrimPrefix(name, []byte("approval:")))
}

// laneTitles is the section of lanes with nothing but what they are called by, as a reader sees it: for prose that names
// lanes and does not list them.
func (r *Renderer) laneTitles(text []byte, reader redact.Reader, m *memory) []byte {
	reader.Leaves = redact.Leaves{ItemsAt("lanes"): func(name string) redact.Asked {
		if slices.Contains(called[:], name) {
			return redact.AskedFor
		}
		return redact.NotAsked
	}}
	c, w := jcs.NewCursor(text), redact.NewRewriting(r.schema, r.policy, reader, m.titles)
	titles := w.Member("lanes", &c)
	m.titles = w.Written()
	return titles
}
