package view

import (
	"bytes"
	"slices"
	"strings"

	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/reports/prose"
)

// telling is a body being told.
type telling struct {
	*body
	now      *byLane
	listed   listing // of lanes
	lanes    laneNames
	negative value // what was looked for
}

// pageOf tells a body.
func pageOf(of *body, in *Inputs, report string) prose.Page {
	b := telling{body: of, now: lanesNow(of), negative: valueOf(of.named("negative_evidence"))}
	all := listingOf("lanes", firstText(of.titles, of.named("lanes")), of.m.lanes)
	b.lanes.all, b.listed, of.m.lanes = all.all, all, all.all
	if of.titles != nil {
		b.listed = listingOf("lanes", of.named("lanes"), nil)
	}
	p := prose.Page{Title: titleOf(of), Summary: summaryOf(of)}
	for i := range told {
		text := b.named(told[i].name)
		if text == nil && told[i].name != "closure" || bytes.HasPrefix(text, []byte(`{"$downgraded"`)) {
			continue
		}
		one := b.section(&told[i])
		if in.Capabilities.Format == HTML {
			one.Plot = plotOf(of, one.Name)
		}
		p.Sections = append(p.Sections, one)
	}
	p.Left, p.About = leftOut(of, in), aboutOf(in, report)
	return p
}

// section tells one section.
func (b telling) section(s *spoken) prose.Section {
	text := b.named(s.name)
	v, one := valueOf(text), prose.Section{Name: s.name, Heading: s.heading, Items: prose.Empty}
	switch s.name {
	case "closure":
		one.Says = closureSays(v)
		return one
	case "concrete_delta":
		one.Says = deltaSays(v)
		return one
	}
	l := b.listed
	if s.name != "lanes" {
		l = listingOf(s.name, text, nil)
	}
	if l.stub.exists() {
		one.Says = []string{l.stub.text() + "."}
		return one
	}
	if s.name == "lanes" {
		b.now.see(&l)
		l.byNeeds = true
	}
	one.Items, one.Count = s.items(&l, &b.lanes), len(l.all)
	if s.name == "usage" {
		if rest := v.at("unattributed"); rest.exists() {
			one.Says = append(one.Says, "Of models that the log does not name: "+factsText(rest, s.facts)+".")
		}
	}
	if left := leftText(l.left); left != "" {
		one.Says = append(one.Says, left+".")
	}
	if same := l.unchanged.at("count").number(); same > 0 {
		one.Says = append(one.Says, Unchanged{Count: int(same)}.String()+" since what the reader has.")
	}
	if one.Count+len(one.Says) == 0 {
		one.Says = []string{b.nothing(s.name)}
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
			text += " (" + namesText(fields) + ")"
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
