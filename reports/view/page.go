package view

import (
	"bytes"
	"iter"
	"slices"
	"strings"

	"github.com/clawable/claw/domain/jcs"
)

// page is a view as prose: what every format but JSON writes.
type page struct {
	title    string
	summary  []string // sentences
	sections []section
	left     []string // what this view leaves out, and why
	about    []fact   // where it comes from
	document []byte   // that the page carries, of HTML alone; nil for none
}

// section is a part of a page.
type section struct {
	name, heading string
	says          []string // sentences in place of items, or behind them
	items         iter.Seq[*item]
	count         int // of items
}

// item is one thing. It is that of the section until the next one.
type item struct {
	head     []byte
	facts    []said
	evidence [][]byte // ids of events
	group    string   // of a lane: what it needs
}

// said is a text with a label.
type said struct {
	label string
	text  []byte
}

// telling is a body being told.
type telling struct {
	*body
	now      *byLane
	negative value // what was looked for
}

// pageOf tells a body.
func pageOf(of *body, in *Inputs, report string) page {
	b := telling{of, lanesNow(of), valueOf(of.named("negative_evidence"))}
	p := page{title: titleOf(of), summary: summaryOf(of)}
	for i := range told {
		text := b.named(told[i].name)
		if text == nil && told[i].name != "closure" || bytes.HasPrefix(text, []byte(`{"$downgraded"`)) {
			continue
		}
		p.sections = append(p.sections, b.section(&told[i]))
	}
	p.left, p.about = leftOut(of, in), aboutOf(in, report)
	return p
}

// section tells one section.
func (b telling) section(s *spoken) section {
	text := b.named(s.name)
	v, one := valueOf(text), section{name: s.name, heading: s.heading, items: none}
	switch s.name {
	case "closure":
		one.says = closureSays(v)
		return one
	case "concrete_delta":
		one.says = deltaSays(v)
		return one
	}
	l := listingOf(s.name, text)
	if l.stub.exists() {
		one.says = []string{l.stub.text() + "."}
		return one
	}
	if s.name == "lanes" {
		b.now.see(&l)
		for i := range l.all {
			l.all[i].needs = needsOf(&l.all[i])
		}
	}
	one.items, one.count = s.items(&l), len(l.all)
	if s.name == "usage" {
		if rest := v.at("unattributed"); rest.exists() {
			one.says = append(one.says, "Of models that the log does not name: "+factsText(rest, s.facts)+".")
		}
	}
	if left := leftText(l.left); left != "" {
		one.says = append(one.says, left+".")
	}
	if same := l.unchanged.at("count").number(); same > 0 {
		one.says = append(one.says, Unchanged{Count: int(same)}.String()+" since what the reader has.")
	}
	if one.count+len(one.says) == 0 {
		one.says = []string{b.nothing(s.name)}
	}
	return one
}

// nothing says that a section is empty, and who looked where.
func (b telling) nothing(name string) string {
	n := b.negative
	if n.isStub() || !n.at(name).exists() {
		return "None."
	}
	return "None: looked for in " + n.at(name, "surfaces").text() + " by " + n.at(name, "by").text() + " (" + n.at(name, "query").text() + ")."
}

func factsText(v value, facts []fact) string {
	var texts []string
	for _, f := range facts {
		if text := v.fact(f.path).text(); text != "" {
			texts = append(texts, f.label+" "+text)
		}
	}
	return strings.Join(texts, ", ")
}

// appendEvidence appends the ids of all events of an item that ids has not, or why they are not here.
func appendEvidence(ids [][]byte, v value) [][]byte {
	c := jcs.NewCursor(v.of)
	switch {
	case v.isStub():
		return appendOnce(ids, v.bytes())
	case c.At("["):
		c.Enter()
		for c.Element() {
			ids = appendOnce(ids, value{of: c.Value()}.bytes())
		}
	case c.At("{"):
		c.Enter()
		for name := c.Name(); name != nil; name = c.Name() {
			if of := c.Value(); !isCount(string(jcs.NameOf(name))) {
				ids = appendEvidence(ids, value{of: of})
			}
		}
	}
	return ids
}

func appendOnce(ids [][]byte, id []byte) [][]byte {
	if len(id) == 0 || slices.ContainsFunc(ids, func(there []byte) bool { return bytes.Equal(there, id) }) {
		return ids
	}
	return append(ids, id)
}

// firstText is the first text that is not empty.
func firstText[T string | []byte](texts ...T) (none T) {
	for _, t := range texts {
		if len(t) > 0 {
			return t
		}
	}
	return none
}

func closureSays(v value) []string {
	if !v.exists() {
		return []string{"None: nobody stated one."}
	}
	if v.isStub() {
		return []string{v.text() + "."}
	}
	says := v.at("state").text() + " as of " + v.at("last_updated").text()
	for _, f := range []fact{{"; was ", "was"}, {"; because of commit ", "cause_commit"}, {"; next: ", "next_action"}, {"; shown by ", "evidence"}} {
		if text := v.at(f.path).text(); text != "" {
			says += f.label + text
		}
	}
	return []string{says + "."}
}

// deltaSays tells what became of each section since the report before.
func deltaSays(v value) (says []string) {
	if v.isStub() || !v.at("fields").exists() {
		return []string{firstText(v.text(), "None") + "."}
	}
	says = append(says, "Since report "+v.at("against").text()+".")
	var same []string
	for _, name := range v.at("fields").names() {
		state := v.at("fields", name, "state").text()
		if state == "unchanged" {
			same = append(same, sectionWord(name))
			continue
		}
		says = append(says, sectionWord(name)+": "+strings.ReplaceAll(state, "_", " ")+deltaItems(v.at("items", name))+".")
	}
	if len(same) > 0 {
		says = append(says, "Unchanged: "+strings.Join(same, ", ")+".")
	}
	return says
}

// deltaItems names the items of a section that are not unchanged.
func deltaItems(items value) string {
	var texts []string
	for _, m := range items.each() {
		of := value{of: m.Value}
		text := nameText(m.Name) + " " + strings.ReplaceAll(of.at("state").text(), "_", " ")
		if fields := of.at("fields").names(); len(fields) > 0 {
			for i := range fields {
				fields[i] = nameText(fields[i])
			}
			text += " (" + strings.Join(fields, ", ") + ")"
		}
		if by := of.at("changed_by").text(); by != "" {
			text += " by " + by
		}
		texts = append(texts, text)
	}
	if left := leftText(items.at(truncatedName)); left != "" {
		texts = append(texts, left)
	}
	if len(texts) == 0 {
		return ""
	}
	return ": " + strings.Join(texts, "; ")
}

// sectionWord is the name of a section for people.
func sectionWord(name string) string {
	switch name {
	case "exact_pinpoint":
		return "pinpoints"
	case "blocker":
		return "blockers"
	case "negative_evidence":
		return "what was looked for"
	}
	return nameText(strings.ReplaceAll(name, "_", " "))
}
