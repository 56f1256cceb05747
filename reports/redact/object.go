package redact

import (
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/clawable/claw/domain/jcs"
)

// SortMembers sorts members as RFC 8785 does: by the UTF-16 code units of their names, no two of which are
// the same.
func SortMembers(all []jcs.Member) {
	if !slices.ContainsFunc(all, func(m jcs.Member) bool { return !isASCII(m.Name) }) {
		slices.SortFunc(all, func(a, b jcs.Member) int { return strings.Compare(a.Name, b.Name) })
		return
	}
	slices.SortFunc(all, func(a, b jcs.Member) int {
		return slices.Compare(utf16.Encode([]rune(a.Name)), utf16.Encode([]rune(b.Name)))
	})
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// AppendObject appends an object of sorted members in canonical form.
func AppendObject(b []byte, all []jcs.Member) []byte {
	room := 2
	for i := range all {
		room += len(all[i].Name) + len(all[i].Value) + len(`"":,`)
	}
	b = append(slices.Grow(b, room), '{')
	for i, m := range all {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(jcs.AppendString(b, m.Name), ':'), m.Value...)
	}
	return append(b, '}')
}

// Only returns an object in canonical form with those members that keep selects by name.
func Only(object []byte, keep func(name []byte) bool) []byte {
	var kept []jcs.Member
	c := jcs.NewCursor(object)
	if !c.Enter() {
		return object
	}
	for quoted := c.Name(); quoted != nil; quoted = c.Name() {
		if of, name := c.Value(), jcs.NameOf(quoted); keep(name) {
			kept = append(kept, jcs.Member{Name: string(name), Value: of})
		}
	}
	return AppendObject(nil, kept)
}
