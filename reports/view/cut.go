package view

import (
	"slices"
	"strconv"

	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/reports/redact"
)

// truncatedName is the member of items that counts those which did not fit.
const truncatedName = "$truncated"

// cut returns the body with at most most items a section. The most urgent stay, as far as the reader
// sees what is urgent: nothing that is withheld orders anything.
func (b *body) cut(most int) *body {
	less := &body{downgraded: b.downgraded, withheld: b.withheld, unchanged: b.unchanged, titles: b.titles, members: slices.Clone(b.members)}
	for i, m := range less.members {
		if slices.Contains(core, m.Name) || isStub(m.Value) {
			continue
		}
		less.members[i].Value = less.cutSection(m, most)
	}
	less.cutNow()
	return less
}

func (b *body) cutSection(section jcs.Member, most int) []byte {
	if isFlat(section.Name) {
		return b.cutItems("/"+section.Name, section.Value, most)
	}
	all := jcs.Members(section.Value)
	for i, m := range all {
		switch {
		case m.Name == "items" && section.Name == "concrete_delta":
			inner := jcs.Members(m.Value)
			for k, of := range inner {
				inner[k].Value = b.cutItems("/concrete_delta/items/"+of.Name, of.Value, most)
			}
			all[i].Value = redact.AppendObject(nil, inner)
		case m.Name == "items":
			all[i].Value = b.cutItems("/"+section.Name+"/"+m.Name, m.Value, most)
		}
	}
	return redact.AppendObject(nil, all)
}

// cutNow keeps of what depends on the time of reading that of the lanes that stayed.
func (b *body) cutNow() {
	lanes := listingOf("lanes", b.named("lanes"))
	i := slices.IndexFunc(b.members, func(m jcs.Member) bool { return m.Name == "as_of" })
	if i < 0 || isStub(b.members[i].Value) || !lanes.left.exists() {
		return
	}
	stayed := make(map[string]bool, len(lanes.all))
	for _, l := range lanes.all {
		stayed[string(l.name)] = true
	}
	all := jcs.Members(b.members[i].Value)
	for k, m := range all {
		if m.Name == "lanes" && !isStub(m.Value) {
			all[k].Value = redact.AppendObject(nil, slices.DeleteFunc(jcs.Members(m.Value), func(m jcs.Member) bool { return !stayed[m.Name] }))
		}
	}
	b.members[i].Value = redact.AppendObject(nil, all)
}

// cutItems keeps the first items of an object in the order of their importance, and the counts.
func (b *body) cutItems(at string, items []byte, most int) []byte {
	c := jcs.NewCursor(items)
	l := listingAt(&c)
	left := len(l.all) - most
	if left <= 0 {
		return items
	}
	if at == "/lanes/items" {
		lanesNow(b).see(&l)
	}
	b.truncated = append(b.truncated, Truncated{at, left})
	all := []jcs.Member{{Name: truncatedName, Value: []byte(`{"left_out":` + strconv.Itoa(left) + `}`)}}
	if l.unchanged.exists() {
		all = append(all, jcs.Member{Name: unchangedName, Value: l.unchanged.of})
	}
	for _, one := range l.ranked()[:most] {
		all = append(all, jcs.Member{Name: string(one.name), Value: one.of})
	}
	redact.SortMembers(all)
	return redact.AppendObject(nil, all)
}
