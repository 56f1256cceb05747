package view

import (
	"bytes"
	"cmp"
	"reflect"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/redact"
)

// Now is what depends on the time of reading.
type Now struct {
	Freshness reports.Freshnesses           `json:"freshness"`
	Lanes     map[string]projections.Advice `json:"lanes,omitzero"` // whose advice is another than when they were observed
}

// Content is what a view is made of: the document, and what depends on the time of reading.
type Content struct {
	reports.Document
	Now Now `json:"as_of"`
}

// Schema is the schema of [Content], as policies see it.
func Schema() *redact.Schema { return redact.SchemaOf(reflect.TypeFor[Content]()) }

// nowOf says what depends on asOf, in canonical form.
func nowOf(d *reports.Document, asOf domain.Instant) ([]byte, error) {
	lanes := make([]jcs.Member, 0, len(d.Lanes.Items))
	texts := map[projections.Advice][]byte{} // many lanes have the same advice
	var failed error
	fresh := d.ReadAt(asOf, func(id string, advice projections.Advice) {
		text := texts[advice]
		if text == nil {
			var err error
			text, err = canonical(advice)
			texts[advice], failed = text, cmp.Or(failed, err)
		}
		lanes = append(lanes, jcs.Member{Name: id, Value: text})
	})
	redact.SortMembers(lanes)
	freshness, err := canonical(fresh)
	return redact.AppendObject(nil, []jcs.Member{{Name: "freshness", Value: freshness}, {Name: "lanes", Value: redact.AppendObject(nil, lanes)}}), cmp.Or(failed, err)
}

// body is the content of a view: the members of a document, sorted.
type body struct {
	m          *memory
	members    []jcs.Member
	downgraded []Downgraded
	truncated  []Truncated
	withheld   []redact.Withheld
	unchanged  []Unchanged
	titles     []byte // all lanes, with what they are called by, of prose that does not list all; nil: the section does
}

// named finds a member; nil for none.
func (b *body) named(name string) []byte { return memberOf(b.members, name) }

func memberOf(all []jcs.Member, name string) []byte {
	for _, m := range all {
		if m.Name == name {
			return m.Value
		}
	}
	return nil
}

// body selects from a document what the capabilities take, and redacts it. now is what depends on the time of reading,
// labels those of the document. Each section has as many items as the view describes; all, where it is compared. It is in m.
func (r *Renderer) body(document, now []byte, labels redact.Labels, c *request, m *memory) *body {
	b, most := &body{m: m}, c.mostItems()
	if c.compares {
		most = 0
	}
	reader := redact.Reader{Audience: c.shape.PolicyAudience(), Ceiling: r.ceiling(c), Key: r.key, Labels: labels, Leaves: c.asked(most > 0), Items: most > 0}
	w := redact.NewRewriting(r.schema, r.policy, reader, m.redacted)
	reader.Leaves, reader.Items = c.asked(false), false
	first := redact.NewRewriting(r.schema, r.policy, reader, m.first) // of the items that prose tells
	of := jcs.NewCursor(now)
	b.members = append(b.members, jcs.Member{Name: "as_of", Value: w.Member("as_of", &of)})
	all := jcs.NewCursor(document)
	all.Enter()
	for quoted := all.Name(); quoted != nil; quoted = all.Name() {
		name := string(jcs.NameOf(quoted))
		if because := c.takes(name); because != "" && !slices.Contains(core, name) {
			text := all.Value()
			if name == "lanes" && c.Format != JSON {
				b.titles = r.laneTitles(text, reader, m)
			}
			b.downgraded = append(b.downgraded, Downgraded{"/" + name, because})
			b.members = append(b.members, jcs.Member{Name: name, Value: []byte(`{"$downgraded":{"because":"` + string(because) + `"}}`)})
			continue
		}
		b.downgraded = append(b.downgraded, r.trimmed(name, c)...)
		text := w.Member(name, &all)
		if name == "lanes" && most > 0 {
			b.titles = text
		}
		if items := w.Items(); most > 0 && len(items) > 0 {
			text = b.first(name, text, most, func(l *listed) []byte { return first.Item(items[l.nth]) })
		} else if most > 0 {
			text = b.cutMember(jcs.Member{Name: name, Value: text}, most)
		}
		b.members = append(b.members, jcs.Member{Name: name, Value: text})
	}
	b.withheld, m.redacted, m.first = w.Withheld(), w.Written(), first.Written()
	redact.SortMembers(b.members)
	if most > 0 {
		b.cutNow()
	}
	return b
}

// trimmed lists what the view leaves out of the items of a section, because the verbosity does not ask for
// it or the format has no place for it: every member that a report may have there. Which of them this one
// has is not told.
func (r *Renderer) trimmed(section string, c *request) (all []Downgraded) {
	leaves := c.leaves(section)
	if leaves == nil {
		return nil
	}
	at := ItemsAt(section)
	for _, name := range r.schema.MembersOf(at) {
		if because := leaves(name); because != "" {
			all = append(all, Downgraded{at + "/" + name, because})
		}
	}
	return all
}

// ItemsAt is the pattern of the items of a section.
func ItemsAt(section string) string {
	if isFlat(section) {
		return "/" + section + "/*"
	}
	return "/" + section + "/items/*"
}

// leaves says of a member of the items of a section why the view leaves it out, "" where it does not;
// nil where the view has all.
func (c *request) leaves(section string) func(name string) Because {
	keep, drop := briefly.At(section), atLength.At(section)
	switch c.verbosity() {
	case Brief:
		drop = nil
	case Normal:
		keep = nil
	case Full:
		keep, drop = nil, nil
	}
	because := BecauseVerbosity
	if fields := c.shape.Fields[section]; fields != nil {
		keep, drop, because = fields, nil, BecauseAudience
	}
	prose := spokenOf(section)
	if keep == nil && drop == nil && (c.Format == JSON || prose == nil) {
		return nil
	}
	return func(name string) Because {
		switch {
		case keep != nil && !slices.Contains(keep, name), slices.Contains(drop, name):
			return because
		case c.Format != JSON && c.Audience != Clawhip && prose != nil && !slices.Contains(prose, name):
			return BecauseFormat
		}
		return ""
	}
}

// asked says how far the view asks for the members of items; with orders, for those alone that order the items, and
// that lanes are called by.
func (c *request) asked(orders bool) redact.Leaves {
	all := redact.Leaves{}
	for _, section := range c.shape.Sections {
		if asks := c.asks(section, orders); asks != nil && c.takes(section) == "" {
			all[ItemsAt(section)] = asks
		}
	}
	return all
}

// asks says how far the view asks for a member of the items of a section, see [request.asked]; nil where it asks for all.
func (c *request) asks(section string, orders bool) func(name string) redact.Asked {
	leaves, only := c.leaves(section), []string(nil)
	switch {
	case orders && section == "lanes":
		only = slices.Concat(ordering, called[:])
	case orders && spokenOf(section) != nil:
		only = ordering
	case c.Audience == Clawhip && section == "lanes" && !c.compares:
		only = clawhipMembers
	}
	if leaves == nil && only == nil {
		return nil
	}
	return func(name string) redact.Asked {
		switch {
		case leaves != nil && leaves(name) != "":
			return redact.NotAsked
		case only != nil && !slices.Contains(only, name):
			return redact.AskedIfShown
		}
		return redact.AskedFor
	}
}

// isFlat reports whether the members of a section are its items.
func isFlat(section string) bool {
	return section == "claims" || section == "negative_evidence" || section == "next_actions"
}

// isStub reports whether a value replaces one that is withheld or left out.
func isStub(text []byte) bool {
	return bytes.HasPrefix(text, []byte(`{"$redacted":{`)) || bytes.HasPrefix(text, []byte(`{"$downgraded":{`))
}
