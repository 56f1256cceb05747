package view

import (
	"bytes"
	"iter"

	"github.com/clawable/claw/domain/jcs"
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
	told     []toldText // by facts
	evidence place
	one      prose.Item
}

// toldText is the text of a value that many items have.
type toldText struct{ of, text []byte }

// bytes is [value.bytes].
func (t *toldText) bytes(v value) []byte {
	if text := v.asItIs(); text != nil || len(v.of) == 0 {
		return text
	}
	if !bytes.Equal(t.of, v.of) {
		t.of, t.text = v.of, []byte(v.text())
	}
	return t.text
}

// items renders the items of a section, the most important first.
func (s *spoken) items(l *listing, lanes *laneNames) iter.Seq[*prose.Item] {
	return func(yield func(*prose.Item) bool) {
		t := &itemProse{s: s, lanes: lanes, told: make([]toldText, len(s.facts))}
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
		text := t.reads.at(t.facts[i])
		if of.now.exists() && (f.path == "next" || f.path == "blocker") {
			text = of.now.at(f.path)
		}
		is, named := t.named(of, f.path, text)
		if !named {
			is = t.told[i].bytes(text)
		}
		if len(is) > 0 {
			one.Facts = append(one.Facts, prose.Said{Label: f.label, Text: is})
		}
	}
	if len(one.Head) == 0 {
		one.Head = append(one.Head, nameBytes(of.name)...)
	}
	return one
}

// named is what an item says at a path that names the item or a lane, where v is: nothing where the name of the item
// says that already. false for another path.
func (t *itemProse) named(of *listed, path string, v value) ([]byte, bool) {
	item := of.name
	switch path {
	case "":
		if t.s.name == "lanes" {
			i, there := t.lanes.find(item, of.nth)
			return t.lanes.short(item, i, there), true
		}
		return t.lanes.subject(item), true
	case "lane", "approval":
		raw := v.raw()
		if _, id, _ := bytes.Cut(item, []byte{':'}); len(id) > 0 && raw == string(id) {
			return nil, true
		}
		if path == "lane" && raw != "" {
			return t.lanes.text([]byte(raw)), true
		}
	}
	return nil, false
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
	l := listingAt(&c, b.m.now)
	b.m.now = l.all
	return &byLane{stub: l.stub, lanes: l.all}
}

// of is what depends on the time of reading of a lane, nil for nothing. Lanes that follow each other in a
// report mostly do here.
func (now *byLane) of(name []byte) *listed {
	if now.next == len(now.lanes) || !bytes.Equal(now.lanes[now.next].name, name) {
		if now.named == nil {
			now.named = make(map[string]int, len(now.lanes))
			for i, l := range now.lanes {
				now.named[string(l.name)] = i
			}
		}
		i, there := now.named[string(name)]
		if !there {
			return nil
		}
		now.next = i
	}
	now.next++
	return &now.lanes[now.next-1]
}

// see reads what depends on the time of reading of each lane of a listing: it is as urgent as that says.
func (now *byLane) see(l *listing) {
	for i := range l.all {
		one := &l.all[i]
		if now.stub.exists() {
			one.now, one.needs = now.stub, reports.LanesNotVisible
			continue
		}
		of := now.of(one.name)
		if of == nil {
			continue
		}
		if one.now, one.needs = valueOf(of.of), of.needs; one.needs == reports.LanesDone && one.isOpen {
			one.needs = reports.LanesUnused
		}
		if !one.now.isStub() {
			one.rank = of.rank
		}
	}
}
