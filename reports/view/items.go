package view

import (
	"bytes"
	"iter"

	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/prose"
)

// itemProse renders the items of a section as prose, one after the other.
type itemProse struct {
	s        *spoken
	lanes    *laneNames
	reads    reading
	head     []place
	facts    []place
	evidence place
	one      prose.Item
}

// items renders the items of a section, the most important first.
func (s *spoken) items(l *listing, lanes *laneNames) iter.Seq[*prose.Item] {
	return func(yield func(*prose.Item) bool) {
		t := &itemProse{s: s, lanes: lanes}
		for _, path := range s.head {
			t.head = append(t.head, t.reads.place(path))
		}
		for _, f := range s.facts {
			t.facts = append(t.facts, t.reads.place(f.path))
		}
		t.evidence = t.reads.place(s.evidence)
		for _, of := range l.ranked() {
			if !yield(t.item(of)) {
				return
			}
		}
	}
}

func (t *itemProse) item(of *listed) *prose.Item {
	v, one := valueOf(of.of), &t.one
	t.reads.read(v)
	one.Head, one.Facts = one.Head[:0], one.Facts[:0]
	if t.s.name == "lanes" {
		one.Group = of.needs.Heading()
	}
	one.Evidence = appendEvidence(one.Evidence[:0], t.reads.at(t.evidence))
	if v.isStub() {
		for _, f := range t.s.facts {
			if f.path == "" {
				one.Facts = append(one.Facts, prose.Said{Label: f.label, Text: nameBytes(of.name)})
			}
		}
		one.Head = append(one.Head, v.text()...)
		return one
	}
	for _, p := range t.head {
		if text := t.reads.at(p).bytes(); len(text) > 0 {
			if len(one.Head) > 0 {
				one.Head = append(one.Head, ' ')
			}
			one.Head = append(one.Head, text...)
		}
	}
	for i, f := range t.s.facts {
		if is := t.fact(of, f.path, t.reads.at(t.facts[i])); len(is) > 0 {
			one.Facts = append(one.Facts, prose.Said{Label: f.label, Text: is})
		}
	}
	if len(one.Head) == 0 {
		one.Head = append(one.Head, nameBytes(of.name)...)
	}
	return one
}

// fact is what an item says at a path, where v is; nothing where its name says that already.
func (t *itemProse) fact(of *listed, path string, v value) []byte {
	switch _, id, _ := bytes.Cut(of.name, []byte{':'}); {
	case path == "" && t.s.name == "lanes":
		return t.lanes.short(of.name)
	case path == "":
		return t.lanes.subject(of.name)
	case (path == "lane" || path == "approval") && len(id) > 0 && v.raw() == string(id):
		return nil
	case path == "lane" && v.raw() != "":
		return t.lanes.text([]byte(v.raw()))
	case of.now.exists() && (path == "next" || path == "blocker"):
		v = of.now.at(path)
	}
	return v.bytes()
}

// needsOf says what a lane needs, as far as the reader sees it.
func needsOf(l *listed) reports.LaneGroup {
	group, urgency, blocker := value{of: l.group}, value{of: l.urgency}, l.blocker
	if l.now.exists() {
		group, urgency, blocker = l.now.at("group"), l.now.at("urgency"), l.now.at("blocker")
	}
	if group.isStub() || !group.exists() || urgency.isStub() {
		return reports.LanesNotVisible
	}
	return reports.GroupOf(adviceOf(group, urgency, blocker), lane.Result(l.outcome.text()), lane.Disposition(l.disposition.text()))
}

// adviceOf is an advice, as far as the reader sees it.
func adviceOf(group, urgency, blocker value) projections.Advice {
	return projections.Advice{Group: projections.Group(group.text()), Urgency: int(urgency.number()), Blocker: blocker.text()}
}

// byLane is what depends on the time of reading.
type byLane struct {
	stub  value // of all lanes
	lanes []listed
	next  int            // among lanes, where the next is looked for first
	named map[string]int // lanes, once one was not there
}

func lanesNow(b *body) *byLane {
	c := jcs.NewCursor(valueOf(b.named("as_of")).at("lanes").of)
	l := listingAt(&c)
	return &byLane{stub: l.stub, lanes: l.all}
}

// of is what depends on the time of reading of a lane. Lanes that follow each other in a report mostly do
// here.
func (now *byLane) of(name []byte) value {
	if now.stub.exists() {
		return now.stub
	}
	if now.next == len(now.lanes) || !bytes.Equal(now.lanes[now.next].name, name) {
		if now.named == nil {
			now.named = make(map[string]int, len(now.lanes))
			for i, l := range now.lanes {
				now.named[string(l.name)] = i
			}
		}
		i, there := now.named[string(name)]
		if !there {
			return value{}
		}
		now.next = i
	}
	now.next++
	return value{of: now.lanes[now.next-1].of}
}

// see reads what depends on the time of reading of each lane of a listing: it is as urgent as that says.
func (now *byLane) see(l *listing) {
	for i := range l.all {
		one := &l.all[i]
		if one.now = now.of(one.name); one.now.exists() && !one.now.isStub() {
			one.rank = adviceOf(one.now.at("group"), one.now.at("urgency"), value{}).Rank()
		}
	}
}
