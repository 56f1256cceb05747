package redact

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// spot is the position of a rewriting: in the patterns of the policy and in those of the schema. The
// spots of one rewriting are made once each, so that a thousand items cost the patterns of one.
type spot struct {
	of, schema place
	pattern    string // where it is, with * for a name that the document chose
	chosen     bool   // the document chooses the names of the members here
	knows      bool   // the objects here have a member unknown by their schema
	shown      shown
	next       map[string]*spot // by names that patterns spell, and all where the document chooses none
	other      *spot            // of all other names
}

// shown is what is known about whether a reader sees all of a spot.
type shown int

const (
	shownNotAsked shown = iota
	shownWhole
	shownInPart
)

// root is the spot of a whole document.
func root(p *Policy, schema *Schema) *spot {
	return newSpot(p.root(), place{nodes: []*node{schema.names}}, "")
}

func newSpot(of, schema place, pattern string) *spot {
	return &spot{of: of, schema: schema, pattern: pattern, chosen: schema.chosen(), knows: schema.says(unknown)}
}

// isLeaf reports whether no pattern is about anything in what is here.
func (s *spot) isLeaf() bool { return len(s.of.nodes) == 0 && len(s.schema.nodes) == 0 }

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
	made := newSpot(s.of.in(text), s.schema.in(text), pattern)
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

// isShown reports whether no rule withholds anything of what is here from a reader of classes up to
// ceiling.
func (s *spot) isShown(ceiling domain.Sensitivity) bool {
	if s.shown == shownNotAsked {
		s.shown = shownWhole
		if !s.of.rule.shows(ceiling) || slices.ContainsFunc(s.of.nodes, func(n *node) bool { return !n.shows(ceiling) }) {
			s.shown = shownInPart
		}
	}
	return s.shown == shownWhole
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
