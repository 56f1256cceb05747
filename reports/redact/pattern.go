package redact

import (
	"slices"
	"strings"
)

// nameSegment is the last segment of a pattern that is about the names of members.
const nameSegment = "{name}"

// node is what the patterns say that begin with the same segments.
type node struct {
	rule    *Rule // about the value here, and all in it that no other pattern is about
	names   *Rule // about the names of the members here
	leave   bool  // the value here is left out before any rule is consulted
	literal map[string]*node
	begins  []prefixed // the longest first
	any     *node
}

// prefixed is what patterns say whose next segment ends in *.
type prefixed struct {
	prefix string
	node   *node
}

// segmentsOf splits a pattern or pointer: ~1 is a slash, ~0 a tilde.
func segmentsOf(pattern string) []string {
	parts := strings.Split(pattern, "/")[1:]
	for i := range parts {
		parts[i] = unescape(parts[i])
	}
	return parts
}

// escape and unescape are those of a segment of a JSON pointer (RFC 6901, section 4).
func escape(s string) string { return strings.ReplaceAll(strings.ReplaceAll(s, "~", "~0"), "/", "~1") }

func unescape(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "~1", "/"), "~0", "~")
}

// below returns the node of one more segment, made where there is none.
func (n *node) below(segment string) *node {
	prefix, begins := strings.CutSuffix(segment, "*")
	switch {
	case segment == "*":
		if n.any == nil {
			n.any = &node{}
		}
		return n.any
	case begins:
		for _, p := range n.begins {
			if p.prefix == prefix {
				return p.node
			}
		}
		next := &node{}
		n.begins = append(n.begins, prefixed{prefix, next})
		slices.SortStableFunc(n.begins, func(a, b prefixed) int { return len(b.prefix) - len(a.prefix) })
		return next
	}
	if n.literal == nil {
		n.literal = map[string]*node{}
	}
	if n.literal[segment] == nil {
		n.literal[segment] = &node{}
	}
	return n.literal[segment]
}

// at returns the node of a pattern, and whether it is about names.
func (n *node) at(pattern string) (*node, bool) {
	segments := segmentsOf(pattern)
	names := segments[len(segments)-1] == nameSegment
	if names {
		segments = segments[:len(segments)-1]
	}
	for _, s := range segments {
		n = n.below(s)
	}
	return n, names
}

// place is the position of a walk through a document: the nodes of all patterns that fit so far, the most
// specific first, and the rule of the value here.
type place struct {
	nodes []*node
	rule  *Rule
}

// root is the place of a whole document.
func (p *Policy) root() place {
	at := place{nodes: []*node{p.fields}, rule: unnamed}
	if p.fields.rule != nil {
		at.rule = p.fields.rule
	}
	return at
}

// in is the place of a member or an element.
func (at place) in(name string) place {
	next := place{rule: at.rule}
	for _, n := range at.nodes {
		if l := n.literal[name]; l != nil {
			next.nodes = append(next.nodes, l)
		}
		for _, p := range n.begins {
			if strings.HasPrefix(name, p.prefix) {
				next.nodes = append(next.nodes, p.node)
			}
		}
		if n.any != nil {
			next.nodes = append(next.nodes, n.any)
		}
	}
	for _, n := range next.nodes {
		if n.rule != nil {
			next.rule = n.rule
			break
		}
	}
	return next
}

// names is the rule of the names of the members here.
func (at place) names() *Rule {
	for _, n := range at.nodes {
		if n.names != nil {
			return n.names
		}
	}
	return at.rule
}
