package producers

import "unicode/utf8"

// seamSlack is how far a cut moves to a seam.
const seamSlack = 8 << 10

// seamBefore returns the end of the last word that ends at or shortly before at,
// else of the last whole character.
func seamBefore(s string, at int) int {
	for i := at; i > max(at-seamSlack, 0); i-- {
		if isSeam(s[i-1]) {
			return i
		}
	}
	for at > 0 && !utf8.RuneStart(s[at]) {
		at--
	}
	return at
}

// seamAfter returns the begin of the space before the first word that begins at
// or shortly after at, else of the first whole character.
func seamAfter(s string, at int) int {
	for i := at; i < min(at+seamSlack, len(s)); i++ {
		if isSeam(s[i]) {
			return i
		}
	}
	for at < len(s) && !utf8.RuneStart(s[at]) {
		at++
	}
	return at
}

// isSeam reports whether c ends a word: white space, a quote, a bracket, a list separator.
func isSeam(c byte) bool {
	switch c {
	case ' ', '\t', '\n', '\r', '"', '\'', '`', ',', ';', '<', '>', '(', ')', '[', ']', '{', '}', '|':
		return true
	}
	return false
}
