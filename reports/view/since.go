package view

import (
	"slices"
	"strconv"

	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/redact"
)

// unchangedName is the member of items that counts those which the reader has already.
const unchangedName = "$unchanged"

// isCount reports whether a member of items counts others, and is none itself.
func isCount(name string) bool { return name == truncatedName || name == unchangedName }

// Unchanged counts the items of a section that say what the reader has already, and names those that it
// has and that are no longer in the report.
type Unchanged struct {
	Field string   `json:"field"`
	Count int      `json:"count"`
	Gone  []string `json:"gone,omitzero"` // as the reader sees the names, sorted
}

func (u Unchanged) String() string {
	if u.Count == 1 {
		return "1 more is unchanged"
	}
	return strconv.Itoa(u.Count) + " more are unchanged"
}

// collapse takes out the items that say what they said in old, and counts them. Both bodies are what the
// reader sees: that a withheld value changed is not visible by it. A lane of which the time of reading
// says more stays, and so does what was looked for: it is the reason of what is not there.
func (b *body) collapse(old *body) {
	speaks := map[string]bool{}
	for _, m := range jcs.Members(memberOf(jcs.Members(b.named("as_of")), "lanes")) {
		speaks[m.Name] = true
	}
	for i, m := range b.members {
		before := old.named(m.Name)
		if slices.Contains(core, m.Name) || m.Name == "as_of" || m.Name == "concrete_delta" || m.Name == "negative_evidence" || before == nil || isStub(m.Value) || isStub(before) {
			continue
		}
		if isFlat(m.Name) {
			b.members[i].Value = b.collapseItems("/"+m.Name, m.Value, before, nil)
			continue
		}
		all := jcs.Members(m.Value)
		for k := range all {
			if items := itemsText(m.Name, before); all[k].Name == "items" && items != nil && !isStub(items) && !isStub(all[k].Value) {
				var keep map[string]bool
				if m.Name == "lanes" {
					keep = speaks
				}
				all[k].Value = b.collapseItems("/"+m.Name+"/items", all[k].Value, items, keep)
			}
		}
		b.members[i].Value = redact.AppendObject(nil, all)
	}
}

// collapseItems counts the items that are no news, but for those that keep names.
func (b *body) collapseItems(at string, items, old []byte, keep map[string]bool) []byte {
	before := map[string][]byte{}
	for _, m := range jcs.Members(old) {
		before[m.Name] = m.Value
	}
	all := jcs.Members(items)
	n := len(all)
	gone := missing(all, old)
	all = slices.DeleteFunc(all, func(m jcs.Member) bool {
		had := before[m.Name]
		return had != nil && !keep[m.Name] && !reports.IsNews(m.Value, had)
	})
	n -= len(all)
	if n > 0 || gone != nil {
		b.unchanged = append(b.unchanged, Unchanged{at, n, gone})
	}
	if n == 0 {
		return items
	}
	all = append(all, jcs.Member{Name: unchangedName, Value: []byte(`{"count":` + strconv.Itoa(n) + `}`)})
	redact.SortMembers(all)
	return redact.AppendObject(nil, all)
}

// missing are the names of items that old has and all has not.
func missing(all []jcs.Member, old []byte) (names []string) {
	there := make(map[string]bool, len(all))
	for _, m := range all {
		there[m.Name] = true
	}
	for _, m := range jcs.Members(old) {
		if !there[m.Name] {
			names = append(names, m.Name)
		}
	}
	return names
}

// itemsText is the text of the items of a section.
func itemsText(name string, text []byte) []byte {
	if isFlat(name) {
		return text
	}
	return valueOf(text).member("items")
}
