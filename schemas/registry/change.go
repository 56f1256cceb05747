package registry

import (
	"slices"
	"strconv"
	"strings"
)

// typeText names the types of a field; any where it may be anything.
func (f *Field) typeText() string { return textOf(f.Types, "any") }

func textOf(words []string, none string) string {
	if len(words) == 0 {
		return none
	}
	return strings.Join(words, "|")
}

// compareFields lists what changed of one field.
func compareFields(s *Schema, was, is *Field) (changes []Change) {
	say := func(k Kind, before, after string) {
		changes = append(changes, changeOf(s, is.Path, k, before, after))
	}
	if was.stream != is.stream {
		say(StreamMoved, was.stream, is.stream)
	}
	if !slices.Equal(was.Types, is.Types) {
		say(Retyped, was.typeText(), is.typeText())
		return changes
	}
	switch {
	case is.Required && !was.Required:
		say(MadeRequired, "optional", "required")
	case was.Required && !is.Required:
		say(MadeOptional, "required", "optional")
	}
	switch {
	case was.open && !is.open:
		say(Closed, "open", "closed")
	case is.open && !was.open:
		say(Opened, "closed", "open")
	}
	if narrowed, widened := compareWords(was.Enum, is.Enum); narrowed || widened {
		say(pick(narrowed, EnumNarrowed, EnumWidened), textOf(was.Enum, "any"), textOf(is.Enum, "any"))
	}
	if narrowed, widened := comparePatterns(was.patterns, is.patterns); narrowed || widened {
		say(pick(narrowed, FormChanged, EnumWidened), textOf(was.patterns, "any"), textOf(is.patterns, "any"))
	}
	if narrowed, widened := compareRanges(was, is); narrowed || widened {
		say(pick(narrowed, RangeNarrowed, RangeWidened), was.rangeText(), is.rangeText())
	}
	if is.Deprecated && !was.Deprecated {
		say(Deprecated, "", first(is.Replacement, "deprecated"))
	} else if was.Says != is.Says {
		say(Described, was.Says, is.Says)
	}
	return changes
}

func pick(narrowed bool, yes, no Kind) Kind {
	if narrowed {
		return yes
	}
	return no
}

// compareWords compares lists where an empty one allows everything.
func compareWords(was, is []string) (narrowed, widened bool) {
	lacks := func(list, words []string) bool {
		return len(list) > 0 && (len(words) == 0 || slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(list, w) }))
	}
	return lacks(is, was), lacks(was, is)
}

// choices cuts a pattern that begins with a list of words, as that of streams does: ^(?:a|b)rest.
func choices(pattern string) (words []string, rest string, ok bool) {
	list, begins := strings.CutPrefix(pattern, "^(?:")
	list, rest, ends := strings.Cut(list, ")")
	return strings.Split(list, "|"), rest, begins && ends && !strings.Contains(list, "(")
}

// comparePatterns compares the patterns of a text. One that begins with a list of words is widened by
// another word; any other change counts as narrowed, because its effect cannot be determined.
func comparePatterns(was, is []string) (narrowed, widened bool) {
	if slices.Equal(was, is) {
		return false, false
	}
	if len(is) == 0 {
		return false, true
	}
	if len(was) == 1 && len(is) == 1 {
		a, restA, okA := choices(was[0])
		b, restB, okB := choices(is[0])
		if okA && okB && restA == restB {
			return compareWords(a, b)
		}
	}
	return true, false
}

// compareRanges compares least and most values, or lengths.
func compareRanges(was, is *Field) (narrowed, widened bool) {
	above := func(a, b *float64, otherwise bool) bool {
		return a != nil && (b == nil || (*a > *b) == otherwise && *a != *b)
	}
	narrowed = above(is.least, was.least, true) || above(is.most, was.most, false)
	widened = above(was.least, is.least, true) || above(was.most, is.most, false)
	return narrowed, widened
}

func (f *Field) rangeText() string {
	number := func(n *float64) string {
		if n == nil {
			return ""
		}
		return strconv.FormatFloat(*n, 'f', -1, 64)
	}
	return number(f.least) + ".." + number(f.most)
}
