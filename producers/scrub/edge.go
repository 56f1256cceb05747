package scrub

import "bytes"

// leftEdge reports whether a secret that starts at index at begins there by the rule's edge:
//
//	(default)  no word runs into either end
//	dash       the same, and a dash before it is a part of it
//	right      no word runs into its end
//	none       any place will do
func (r *rule) leftEdge(text []byte, at int) bool {
	switch r.Edge {
	case "none", "right":
		return true
	case "dash":
		return freshStart(text, at) && (at == 0 || text[at-1] != '-')
	}
	return freshStart(text, at)
}

// rightEdge is leftEdge for the end of a secret.
func (r *rule) rightEdge(text []byte, end int) bool {
	return r.Edge == "none" || end == len(text) || !letterOrDigit(text[end])
}

// letterOrDigit reports whether b is one, so that a token next to it is only a piece of a word.
// An underscore joins words, as in the name of a tool made of a token: it ends none.
func letterOrDigit(b byte) bool {
	return '0' <= b && b <= '9' || 'A' <= b && b <= 'Z' || 'a' <= b && b <= 'z'
}

// freshStart reports whether a token can begin at index at: no word runs into it. A letter that
// ends an escape sequence is no word: \n or \u201c of nested JSON, %3D, or a terminal's colour.
func freshStart(text []byte, at int) bool {
	if at == 0 || !letterOrDigit(text[at-1]) {
		return true
	}
	before := text[max(0, at-12):at]
	n := len(before)
	switch {
	case n >= 2 && before[n-2] == '\\' && bytes.IndexByte([]byte("nrtbf"), before[n-1]) >= 0:
		return true
	case n >= 6 && before[n-6] == '\\' && before[n-5] == 'u' && hexDigits(before[n-4:]):
		return true
	case n >= 3 && before[n-3] == '%' && hexDigits(before[n-2:]):
		return true
	}
	return before[n-1] == 'm' && afterBracket(before[:n-1])
}

func hexDigits(b []byte) bool {
	for _, c := range b {
		if _, ok := hexDigit(c); !ok {
			return false
		}
	}
	return true
}

// afterBracket reports whether b ends in a colour's numbers: an opening bracket, digits and
// semicolons.
func afterBracket(b []byte) bool {
	rest := bytes.TrimRight(b, "0123456789;")
	return len(rest) > 0 && rest[len(rest)-1] == '['
}

// runOn returns where a secret ends that filled the rule's reach: at the first byte that no
// token contains.
func runOn(text []byte, end int) int {
	for end < len(text) && (letterOrDigit(text[end]) || bytes.IndexByte([]byte("_+/=-.~"), text[end]) >= 0) {
		end++
	}
	return end
}

// hasDot reports whether there is a dot where the rule requires one.
func (r *rule) hasDot(text []byte, at int) bool {
	return r.Dot == 0 || at+r.Dot < len(text) && text[at+r.Dot] == '.'
}

// nextCall is where the program that keyword names is called next, the text's length if it is not:
// without it, each call on a long line would be read up to the rule's reach.
func nextCall(text []byte, keyword string) int {
	for i := 0; ; {
		n := bytes.Index(text[i:], []byte(keyword))
		if n < 0 {
			return len(text)
		}
		end := i + n + len(keyword)
		i = end
		for end < len(text) && (lowerCase(text[end]) || text[end] == '-') {
			end++
		}
		if text[i-1] == ' ' || end < len(text) && text[end] == ' ' {
			return i - len(keyword)
		}
	}
}
