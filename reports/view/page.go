package view

import (
	"bytes"
	"slices"
	"strings"

	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/reports"
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
	items         []item
}

// item is one thing.
type item struct {
	head     string
	facts    []fact            // path is the text
	evidence []string          // ids of events
	group    string            // the heading of it and of its neighbours
	needs    reports.LaneGroup // of a lane
}

// telling is a body that is rendered as prose.
type telling struct {
	*body
	now      byLane
	negative value // what was looked for
}

// pageOf renders a body as a page.
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

// byLane is what depends on the time of reading.
type byLane struct {
	stub  value // of all lanes
	lanes map[string][]byte
}

func lanesNow(b *body) byLane {
	all := valueOf(b.named("as_of")).at("lanes")
	now, moved := byLane{stub: all.stubOnly()}, all.each()
	now.lanes = make(map[string][]byte, len(moved))
	for _, m := range moved {
		now.lanes[m.Name] = m.Value
	}
	return now
}

// nowOf is what depends on the time of reading of the items of a section: nothing but of lanes.
func (b *body) nowOf(section string) byLane {
	if section != "lanes" {
		return byLane{}
	}
	return lanesNow(b)
}

func (now byLane) of(name string) value {
	if now.stub.exists() {
		return now.stub
	}
	return value{of: now.lanes[name]}
}

// section renders one section.
func (b telling) section(s *spoken) section {
	v := valueOf(b.named(s.name)).opened()
	one := section{name: s.name, heading: s.heading}
	switch s.name {
	case "closure":
		one.says = closureSays(v)
		return one
	case "concrete_delta":
		one.says = deltaSays(v)
		return one
	}
	items := v
	if !isFlat(s.name) {
		items = v.at("items").opened()
	}
	if v.isStub() || items.isStub() {
		one.says = []string{firstText(items.stubOnly().text(), v.text()) + "."}
		return one
	}
	all := ranked(items, b.nowOf(s.name))
	one.items = make([]item, len(all))
	var room []field
	for i, m := range all {
		v := valueOf(m.Value).openedInto(room)
		one.items[i], room = b.item(s, m.Name, v), v.members
	}
	if s.name == "lanes" {
		slices.SortStableFunc(one.items, func(a, b item) int { return int(a.needs - b.needs) })
	}
	if rest := v.at("unattributed"); rest.exists() {
		one.says = append(one.says, "Of models that the log does not name: "+factsText(rest, s.facts)+".")
	}
	if left := leftText(items); left != "" {
		one.says = append(one.says, left+".")
	}
	if same := items.at(unchangedName, "count").number(); same > 0 {
		one.says = append(one.says, Unchanged{Count: int(same)}.String()+" since what the reader has.")
	}
	if len(one.items)+len(one.says) == 0 {
		one.says = []string{b.none(s.name)}
	}
	return one
}

// itemsText is the text of the items of a section.
func itemsText(name string, text []byte) []byte {
	if isFlat(name) {
		return text
	}
	return valueOf(text).member("items")
}

// ranked are items, the most important first.
func ranked(items value, now byLane) []jcs.Member {
	all := make([]jcs.Member, 0, len(items.members))
	for _, f := range items.members {
		if name := string(f.name); !isCount(name) {
			all = append(all, jcs.Member{Name: name, Value: f.of})
		}
	}
	sorted := make([]jcs.Member, len(all))
	for i, w := range weights(all, now) {
		sorted[i] = all[w.index]
	}
	return sorted
}

// none states that a section is empty, and who searched where.
func (b telling) none(name string) string {
	n := b.negative
	if n.isStub() || !n.at(name).exists() {
		return "None."
	}
	return "None: looked for in " + n.at(name, "surfaces").text() + " by " + n.at(name, "by").text() + " (" + n.at(name, "query").text() + ")."
}

func (b telling) item(s *spoken, name string, v value) item {
	one := item{evidence: evidenceOf(v.at(s.evidence))}
	if v.isStub() {
		one.head = v.text()
	}
	for _, path := range s.head {
		if text := v.at(path).text(); text != "" && !v.isStub() {
			one.head = joined(one.head, " ", text)
		}
	}
	one.facts = make([]fact, 0, len(s.facts)+1)
	if s.nameOf != "" {
		one.facts = append(one.facts, fact{s.nameOf, nameText(name)})
	}
	now := b.now.of(name)
	if s.name == "lanes" {
		one.needs = groupOf(now, v)
		one.group = one.needs.Heading()
	}
	for _, f := range s.facts {
		text := v.fact(f.path)
		if s.name == "lanes" && now.exists() && (f.path == "next" || f.path == "blocker") {
			text = now.at(f.path)
		}
		if said := text.text(); said != "" && !v.isStub() {
			one.facts = append(one.facts, fact{f.label, said})
		}
	}
	if one.head == "" {
		one.head = nameText(name)
	}
	return one
}

// joined are two texts and what is between them where both are.
func joined(a, between, b string) string {
	if a == "" {
		return b
	}
	return a + between + b
}

// groupOf says what a lane needs, as far as the reader sees it.
func groupOf(now, l value) reports.LaneGroup {
	if !now.exists() {
		now = l
	}
	if group := now.at("group"); group.isStub() || !group.exists() || now.at("urgency").isStub() {
		return reports.LanesNotVisible
	}
	return reports.GroupOf(adviceOf(now), lane.Result(l.at("outcome").text()), lane.Disposition(l.at("disposition").text()))
}

// adviceOf is an advice, as far as the reader sees it.
func adviceOf(v value) projections.Advice {
	return projections.Advice{Group: projections.Group(v.at("group").text()), Urgency: int(v.at("urgency").number()), Blocker: v.at("blocker").text()}
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

// evidenceOf are the ids of all events of an item, each once, or why they are not here.
func evidenceOf(v value) []string { return appendEvidence(nil, v) }

// appendEvidence appends those of them that ids has not.
func appendEvidence(ids []string, v value) []string {
	c := jcs.NewCursor(v.of)
	switch {
	case v.isStub():
		return appendOnce(ids, v.text())
	case c.At("["):
		c.Enter()
		for c.Element() {
			ids = appendOnce(ids, value{of: c.Value()}.text())
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

func appendOnce(ids []string, id string) []string {
	if id == "" || slices.Contains(ids, id) {
		return ids
	}
	return append(ids, id)
}

func firstText(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
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

// deltaSays describes the change of each section since the report before.
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
	if left := leftText(items); left != "" {
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
