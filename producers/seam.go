package producers

import (
	"slices"
	"strings"
	"unicode/utf8"
)

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
// or shortly after at, else of the first whole character. The text shortly before a
// word may mark it as a secret, and is cut away: such a word is cut away as well.
func seamAfter(s string, at int) int {
	for i := at; i < min(at+seamSlack, len(s)); i++ {
		if isSeam(s[i]) && !announces(s[max(0, i-announcement):i]) {
			return i
		}
	}
	for at < len(s) && !utf8.RuneStart(s[at]) {
		at++
	}
	return at
}

// announcement is how far before a secret the announcing word may be.
const announcement = 64

// announced are words after which a scrubber takes the next for a secret that has no
// form of its own.
var announced = []string{"auth", "bearer", "basic", "token", "key", "secret", "passw", "pass", "pwd", "sig", "login",
	"credential", "bot", "curl", "-u", "://"}

// announces reports whether a text contains a word that announces a secret.
func announces(text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(announced, func(word string) bool { return strings.Contains(text, word) })
}

// isSeam reports whether c ends a word: white space, a quote, a bracket, a list separator.
func isSeam(c byte) bool {
	switch c {
	case ' ', '\t', '\n', '\r', '"', '\'', '`', ',', ';', '<', '>', '(', ')', '[', ']', '{', '}', '|':
		return true
	}
	return false
}
