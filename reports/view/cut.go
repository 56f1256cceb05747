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
	less := &body{downgraded: b.downgraded, withheld: b.withheld, unchanged: b.unchanged, members: slices.Clone(b.members)}
	for i, m := range less.members {
		if slices.Contains(core, m.Name) || isStub(m.Value) {
			continue
		}
		less.members[i].Value = less.cutSection(m, most)
	}
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
		case m.Name == "items", section.Name == "as_of" && m.Name == "lanes":
			all[i].Value = b.cutItems("/"+section.Name+"/"+m.Name, m.Value, most)
		}
	}
	return redact.AppendObject(nil, all)
}

// cutItems keeps the first items of an object in the order of their importance, and the counts.
func (b *body) cutItems(at string, items []byte, most int) []byte {
	c := jcs.NewCursor(items)
	l := listingAt(&c)
	left := len(l.all) - most
	if left <= 0 {
		return items
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
