package view

import (
	"slices"
	"strconv"
	"strings"

	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/reports/redact"
)

// truncatedName is the member of items that counts those which did not fit.
const truncatedName = "$truncated"

// cut returns the body with at most most items a section. The most urgent stay, as far as the reader
// sees what is urgent: nothing that is withheld orders anything.
func (b *body) cut(most int) *body {
	less := &body{m: b.m, downgraded: b.downgraded, withheld: b.withheld, unchanged: b.unchanged, titles: firstText(b.titles, b.named("lanes")), members: slices.Clone(b.members)}
	for i, m := range less.members {
		less.members[i].Value = less.cutMember(m, most)
	}
	less.cutNow()
	return less
}

// cutMember is a member of the document with at most most items.
func (b *body) cutMember(section jcs.Member, most int) []byte {
	items := itemsText(section.Name, section.Value)
	switch {
	case slices.Contains(core, section.Name), section.Name == "as_of", isStub(section.Value):
		return section.Value
	case section.Name != "concrete_delta":
		return withItems(section.Name, section.Value, b.cutItems(itemsAt(section.Name), items, most))
	}
	inner := jcs.Members(items)
	for k, of := range inner {
		inner[k].Value = b.cutItems("/concrete_delta/items/"+of.Name, of.Value, most)
	}
	return withItems(section.Name, section.Value, redact.AppendObject(nil, inner))
}

// itemsAt is the pattern of what holds the items of a section.
func itemsAt(section string) string { return strings.TrimSuffix(ItemsAt(section), "/*") }

// withItems is a section with other items.
func withItems(name string, section, items []byte) []byte {
	if isFlat(name) {
		return items
	}
	all := jcs.Members(section)
	for i := range all {
		if all[i].Name == "items" {
			all[i].Value = items
		}
	}
	return redact.AppendObject(nil, all)
}

// cutNow keeps of what depends on the time of reading that of the lanes that stayed.
func (b *body) cutNow() {
	lanes := listingOf("lanes", b.named("lanes"), nil)
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
			all[k].Value = redact.Only(m.Value, func(name []byte) bool { return stayed[string(name)] })
		}
	}
	b.members[i].Value = redact.AppendObject(nil, all)
}

// cutItems keeps the first items of an object in the order of their importance, and the counts.
func (b *body) cutItems(at string, items []byte, most int) []byte {
	c := jcs.NewCursor(items)
	l := listingAt(&c, nil)
	if len(l.all) > most {
		return b.firstOf(at, &l, most, func(one *listed) []byte { return one.of })
	}
	if left := l.cut(); left > 0 {
		b.truncated = append(b.truncated, Truncated{at, left})
	}
	return items
}

// first is a section with its first items in the order of their importance, as of says them. ordered is the section with
// nothing but what orders its items.
func (b *body) first(name string, ordered []byte, most int, of func(*listed) []byte) []byte {
	c := jcs.NewCursor(itemsText(name, ordered))
	l := listingAt(&c, b.m.lanes)
	b.m.lanes = l.all
	return withItems(name, ordered, b.firstOf(itemsAt(name), &l, most, of))
}

// firstOf writes the first items of a listing, and the counts.
func (b *body) firstOf(at string, l *listing, most int, of func(*listed) []byte) []byte {
	if at == "/lanes/items" {
		lanesNow(b).see(l)
	}
	ranked := l.ranked()
	first := ranked[:min(most, len(ranked))]
	all := make([]jcs.Member, 0, len(first)+2)
	if left := len(ranked) - len(first) + l.cut(); left > 0 {
		b.truncated = append(b.truncated, Truncated{at, left})
		all = append(all, jcs.Member{Name: truncatedName, Value: []byte(`{"left_out":` + strconv.Itoa(left) + `}`)})
	}
	if l.unchanged.exists() {
		all = append(all, jcs.Member{Name: unchangedName, Value: l.unchanged.of})
	}
	for _, one := range first {
		all = append(all, jcs.Member{Name: string(one.name), Value: of(one)})
	}
	redact.SortMembers(all)
	return redact.AppendObject(nil, all)
}
