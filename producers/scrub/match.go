package scrub

import (
	"bytes"
	"slices"
)

// span is a secret in a text: the half-open range of its bytes and the rule that found it.
type span struct {
	start, end int
	rule       *rule
}

// find returns the secrets of a text, in order, none touching another.
func (s *ruleSet) find(text []byte) []span {
	found, escaped := s.scan(text)
	if escaped {
		view := unescape(text, nestedEscapes)
		inView, _ := s.scan(view.text)
		for _, f := range inView {
			found = append(found, span{view.origin(f.start), view.origin(f.end), f.rule})
		}
	}
	return s.settle(text, found)
}

// scan tries the rules at each keyword, and reports whether the text contains JSON escapes.
func (s *ruleSet) scan(text []byte) (found []span, escaped bool) {
	var state uint32
	var words []int
	rows := &lines{} // of the last table
	var until []int  // by rule, where its last secret ends: within it the rule is not tried again
	for end := 0; ; {
		if words, end, state = s.keywords.find(text, end, state); words == nil {
			return found, escaped
		}
		for _, w := range words {
			start := end - s.keywords.length[w]
			for _, try := range s.tried[w] {
				if try.rule == nil {
					escaped = true
					continue
				}
				if until != nil && start < until[try.rule.order] {
					continue
				}
				before := len(found)
				if found = s.try(found, rows, try, text, start, end); len(found) > before {
					if until == nil {
						until = make([]int, len(s.rules))
					}
					if first := found[before]; !rows.hold(first.start) {
						until[try.rule.order] = first.end
					}
				}
			}
		}
	}
}

// try tries the rule of an attempt at its keyword text[start:end] and appends what it finds.
func (s *ruleSet) try(found []span, rows *lines, a attempt, text []byte, start, end int) []span {
	if a.rule.Style == styleNamed {
		return s.named(found, rows, a.rule, text, start, end)
	}
	var f span
	var ok bool
	if a.rule.Style == styleUser {
		f, ok = a.rule.userinfo(text, start)
	} else {
		f, ok = a.at(text, start)
	}
	if ok {
		found = append(found, f)
	}
	return found
}

// named appends the values that text gives to the name around the stem text[start:end].
func (s *ruleSet) named(found []span, rows *lines, r *rule, text []byte, start, end int) []span {
	n, ok := readName(text, start, end)
	if !ok {
		return found
	}
	before, from := len(found), r
	r = s.reports(r, n.form(text))
	for v, ok := valueOf(text, n); ok; v, ok = v.next(text) {
		if n.believed(text, v) {
			found = append(found, span{v.start, v.end, r})
		}
	}
	if len(found) == before {
		return s.inColumn(found, rows, from, text, n)
	}
	return found
}

// form is how a name is written: env, flag or neither.
func (n secretName) form(text []byte) string {
	switch {
	case text[n.start] == '-':
		return "flag"
	case n.upper && n.end-n.start > 3:
		return "env"
	}
	return ""
}

// reports returns the rule that reports what r found in a form.
func (s *ruleSet) reports(r *rule, form string) *rule {
	for i := range s.rules {
		if form != "" && s.rules[i].Form == form {
			return &s.rules[i]
		}
	}
	return r
}

// at tries the rule at the keyword that starts at index at.
func (a attempt) at(text []byte, at int) (span, bool) {
	r := a.rule
	if a.exact != "" && string(text[at:at+len(a.exact)]) != a.exact || !r.hasDot(text, at) || r.startsAtKeyword && !r.leftEdge(text, at) {
		return span{}, false
	}
	r.compile()
	from, until := max(0, at-r.Back), min(len(text), at+r.Reach)
	if earlier := bytes.LastIndex(text[from:at], []byte(a.exact)); r.Back > 0 && earlier >= 0 {
		from += earlier + len(a.exact) // the text before that one was searched with it
	}
	if r.Program {
		until = at + len(a.exact) + nextCall(text[at+len(a.exact):until], a.exact)
	}
	m := r.inText.FindSubmatchIndex(text[from:until])
	if m == nil || from+m[1] <= at {
		return span{}, false
	}
	start, end := secretOf(m)
	start, end = from+start, from+end
	if end == until {
		end = runOn(text, end)
	}
	if !r.leftEdge(text, start) || !r.rightEdge(text, end) {
		return span{}, false
	}
	return span{start, end, r}, passes(r.Checks, text[start:end])
}

// secretOf is the first group that took part in the match m, else the whole of it.
func secretOf(m []int) (start, end int) {
	for g := 2; g < len(m); g += 2 {
		if m[g] >= 0 {
			return m[g], m[g+1]
		}
	}
	return m[0], m[1]
}

// member returns the secret that value is by the name of its member: the whole value or the
// part that the rule's group takes.
func (s *ruleSet) member(name, value []byte) []span {
	if bytes.Contains(name, []byte(markerHead)) {
		return nil // the name itself was a secret
	}
	var found []span
	var state uint32
	var words []int
	for end := 0; ; {
		if words, end, state = s.keywords.find(name, end, state); words == nil {
			return s.settle(value, found)
		}
		for _, w := range words {
			for _, try := range s.tried[w] {
				if f, ok := s.ofMember(try.rule, name, value, end-s.keywords.length[w], end); ok {
					found = append(found, f)
				}
			}
		}
	}
}

// ofMember tries the rule for a member in whose name the keyword is at [start, end).
func (s *ruleSet) ofMember(r *rule, name, text []byte, start, end int) (span, bool) {
	if r == nil || r.Style != styleNamed {
		return r.ofMember(name, text)
	}
	n, ok := readName(name, start, end)
	if !ok || !n.believed(text, value{end: len(text), quoted: true}) {
		return span{}, false
	}
	return span{0, len(text), s.reports(r, n.form(name))}, true
}

func (r *rule) ofMember(name, value []byte) (span, bool) {
	if r == nil || r.Name == "" {
		return span{}, false
	}
	r.compile()
	if !r.ofName.Match(name) {
		return span{}, false
	}
	m := r.asAll.FindSubmatchIndex(value)
	if m == nil {
		return span{}, false
	}
	start, end := secretOf(m)
	return span{start, end, r}, passes(r.Checks, value[start:end])
}

// settle orders what was found, drops what is inside an earlier marker, and joins what
// overlaps under the rule that comes first in the file, so that no byte of either secret
// survives.
func (s *ruleSet) settle(text []byte, found []span) []span {
	if len(found) == 0 {
		return nil
	}
	marked := s.markers(text)
	found = slices.DeleteFunc(found, func(f span) bool { return slices.ContainsFunc(marked, f.cuts) })
	slices.SortFunc(found, func(a, b span) int {
		if a.start != b.start {
			return a.start - b.start
		}
		return a.rule.order - b.rule.order
	})
	var settled []span
	for _, f := range found {
		last := len(settled) - 1
		if last < 0 || f.start >= settled[last].end {
			settled = append(settled, f)
			continue
		}
		settled[last].end = max(settled[last].end, f.end)
		if f.rule.order < settled[last].rule.order {
			settled[last].rule = f.rule
		}
	}
	return settled
}

// cuts reports whether f overlaps the marker m without holding it and more.
func (f span) cuts(m span) bool {
	holds := f.start <= m.start && m.end <= f.end && f.end-f.start > m.end-m.start
	return f.start < m.end && m.start < f.end && !holds
}
