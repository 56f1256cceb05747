package view

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/projections"
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
	lanes := valueOf(itemsText("lanes", b.named("lanes"))).opened()
	i := slices.IndexFunc(b.members, func(m jcs.Member) bool { return m.Name == "as_of" })
	if i < 0 || isStub(b.members[i].Value) || lanes.isStub() || !lanes.at(truncatedName).exists() {
		return
	}
	all := jcs.Members(b.members[i].Value)
	for k, m := range all {
		if m.Name == "lanes" && !isStub(m.Value) {
			all[k].Value = redact.AppendObject(nil, slices.DeleteFunc(jcs.Members(m.Value), func(m jcs.Member) bool { return lanes.member(m.Name) == nil }))
		}
	}
	b.members[i].Value = redact.AppendObject(nil, all)
}

// cutItems keeps the first items of an object in the order of their importance.
func (b *body) cutItems(at string, items []byte, most int) []byte {
	all := jcs.Members(items)
	var counts []jcs.Member // which no limit cuts
	if i := slices.IndexFunc(all, func(m jcs.Member) bool { return m.Name == unchangedName }); i >= 0 {
		counts, all = []jcs.Member{all[i]}, slices.Delete(all, i, i+1)
	}
	if len(all) <= most || isStub(items) {
		return items
	}
	keep := map[string]bool{}
	for _, w := range weights(all, b.nowOf(strings.TrimSuffix(strings.TrimPrefix(at, "/"), "/items")))[:most] {
		keep[w.name] = true
	}
	left := len(all) - most
	b.truncated = append(b.truncated, Truncated{at, left})
	all = slices.DeleteFunc(all, func(m jcs.Member) bool { return !keep[m.Name] })
	all = append(append(all, counts...), jcs.Member{Name: truncatedName, Value: []byte(`{"left_out":` + strconv.Itoa(left) + `}`)})
	redact.SortMembers(all)
	return redact.AppendObject(nil, all)
}

// leftText says how many items were cut for size, "" for none.
func leftText(items value) string {
	if left := items.at(truncatedName, "left_out").number(); left > 0 {
		return "[" + strconv.FormatInt(left, 10) + " more, cut for size]"
	}
	return ""
}

// weight orders items: the more urgent first, then the more frequent, then the newer.
type weight struct {
	rank, count int
	at          int64
	name        string
	index       int // among those that are ordered
}

// weights are those of items, the most important first. Lanes are as urgent as now says.
func weights(items []jcs.Member, now byLane) []weight {
	all := make([]weight, len(items))
	for i, m := range items {
		all[i] = weightOf(m)
		if now := now.of(m.Name); now.exists() && !now.isStub() {
			all[i].rank = adviceOf(now).Rank()
		}
		all[i].index = i
	}
	slices.SortFunc(all, weight.compare)
	return all
}

// weightOf reads it from what the reader sees of an item.
func weightOf(m jcs.Member) weight {
	w := weight{name: m.Name}
	var a projections.Advice
	c := jcs.NewCursor(m.Value)
	if !c.At("{") {
		w.rank = a.Rank()
		return w
	}
	c.Enter()
	for name := c.Name(); name != nil; name = c.Name() {
		switch of := c.Value(); string(name) {
		case `"group"`:
			text, _ := jcs.Unquote(of)
			a.Group = projections.Group(text)
		case `"urgency"`:
			a.Urgency, _ = strconv.Atoi(string(of))
		case `"count"`, `"responses"`:
			w.count, _ = strconv.Atoi(string(of))
		case `"observed_at"`, `"requested_at"`:
			w.at = seenAt(of)
		}
	}
	w.rank = a.Rank()
	return w
}

// seenAt is a time to order by, 0 for one that the reader does not see.
func seenAt(text []byte) int64 {
	s, ok := jcs.Unquote(text)
	at, err := domain.ParseInstant(s)
	if !ok || err != nil || !at.Known() {
		return 0
	}
	return at.UnixNano()
}

func (w weight) compare(o weight) int {
	return cmp.Or(cmp.Compare(w.rank, o.rank), cmp.Compare(o.count, w.count), cmp.Compare(o.at, w.at), strings.Compare(w.name, o.name))
}
