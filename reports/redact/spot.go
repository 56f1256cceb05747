package redact

import (
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
)

// spot is the position of a rewriting: in the patterns of the policy and in those of the schema. The
// spots of one rewriting are made once each, so that a thousand items cost the patterns of one.
type spot struct {
	of, schema place
	pattern    string // where it is, with * for a name that the document chose
	chosen     bool   // the document chooses the names of the members here
	knows      bool   // the objects here have a member unknown by their schema
	leaves     Leaves
	asked      Asked // how far the reader asks for what is here
	leavesIn   bool  // the reader does not ask for all in what is here
	ofItems    bool  // the reader does not ask for all in the members of what is here
	noted      bool  // what a rule withholds of a value here that has no parts is noted
	whole      shown
	members    []field          // of an object whose names the document does not choose, as they were met
	at         int              // among members, where the next is looked for first
	next       map[string]*spot // by names that patterns spell, where the document chooses them, and indexes
	other      *spot            // of all other names
}

// field is a member of an object whose names the document does not choose.
type field struct {
	quoted string
	spot   *spot
}

// shown is what is known about whether a reader sees all of a spot, and asks for it.
type shown int

const (
	shownNotAsked shown = iota
	shownWhole
	shownInPart
)

// root is the spot of a whole document.
func root(p *Policy, schema *Schema, leaves Leaves) *spot {
	return newSpot(p.root(), place{nodes: []*node{schema.names}}, "", leaves)
}

func newSpot(of, schema place, pattern string, leaves Leaves) *spot {
	s := &spot{of: of, schema: schema, pattern: pattern, chosen: schema.chosen(), knows: schema.says(unknown), leaves: leaves}
	_, s.ofItems = leaves[pattern+"/*"]
	for in := range leaves {
		s.leavesIn = s.leavesIn || in == pattern || strings.HasPrefix(in, pattern+"/")
	}
	return s
}

// isLeaf reports whether no pattern is about anything in what is here.
func (s *spot) isLeaf() bool { return len(s.of.nodes) == 0 && len(s.schema.nodes) == 0 }

// member returns the spot of a member, whose name is as it is written.
func (s *spot) member(quoted []byte) *spot {
	if s.chosen {
		return s.in(jcs.NameOf(quoted), true)
	}
	for range s.members { // most objects have the same in one order
		if s.at == len(s.members) {
			s.at = 0
		}
		f := &s.members[s.at]
		if s.at++; f.quoted == string(quoted) {
			return f.spot
		}
	}
	made := s.in(jcs.NameOf(quoted), false)
	s.members = append(s.members, field{string(quoted), made})
	s.at = len(s.members)
	return made
}

// in returns the spot of a member or an element; any means that the name is chosen, or an index.
func (s *spot) in(name []byte, any bool) *spot {
	if next := s.next[string(name)]; next != nil {
		return next
	}
	if any && s.other != nil && !s.spells(name) {
		return s.other
	}
	text := string(name)
	pattern := s.pattern + "/" + text
	if any {
		pattern = s.pattern + "/*"
	}
	made := newSpot(s.of.in(text), s.schema.in(text), pattern, s.leaves)
	if leaves := s.leaves[s.pattern]; leaves != nil {
		made.asked = leaves(text)
	}
	if any && !s.spells(name) {
		s.other = made
		return made
	}
	if s.next == nil {
		s.next = map[string]*spot{}
	}
	s.next[text] = made
	return made
}

// spells reports whether a pattern is about this name and not about every one.
func (s *spot) spells(name []byte) bool { return s.of.spells(name) || s.schema.spells(name) }

func (at place) spells(name []byte) bool {
	for _, n := range at.nodes {
		if n.literal[string(name)] != nil {
			return true
		}
		for _, p := range n.begins {
			if len(name) >= len(p.prefix) && string(name[:len(p.prefix)]) == p.prefix {
				return true
			}
		}
	}
	return false
}

// isWhole reports whether no rule withholds anything of what is here from a reader of classes up to
// ceiling, and the reader asks for all of it.
func (s *spot) isWhole(ceiling domain.Sensitivity) bool {
	if s.whole == shownNotAsked {
		s.whole = shownWhole
		if s.leavesIn || !s.of.rule.shows(ceiling) || slices.ContainsFunc(s.of.nodes, func(n *node) bool { return !n.shows(ceiling) }) {
			s.whole = shownInPart
		}
	}
	return s.whole == shownWhole
}

// appendAsked appends the value at c, which is at s, without what the reader does not ask for.
func (s *spot) appendAsked(out []byte, c *jcs.Cursor) []byte {
	if !s.leavesIn || !c.At("{") {
		return append(out, c.Value()...)
	}
	c.Enter()
	out = append(out, '{')
	for quoted := c.Name(); quoted != nil; quoted = c.Name() {
		next := s.member(quoted)
		if next.asked == NotAsked {
			c.Value()
			continue
		}
		if out[len(out)-1] != '{' {
			out = append(out, ',')
		}
		out = next.appendAsked(append(append(out, quoted...), ':'), c)
	}
	return append(out, '}')
}

// shows reports whether a reader of classes up to ceiling sees what every rule below is about.
func (n *node) shows(ceiling domain.Sensitivity) bool {
	if n.rule != nil && !n.rule.shows(ceiling) || n.names != nil && !n.names.shows(ceiling) || n.any != nil && !n.any.shows(ceiling) {
		return false
	}
	for _, p := range n.begins {
		if !p.node.shows(ceiling) {
			return false
		}
	}
	for _, below := range n.literal {
		if !below.shows(ceiling) {
			return false
		}
	}
	return true
}
