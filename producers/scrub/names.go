package scrub

import (
	"bytes"
	"slices"
)

// strength is how much a name reveals about its value.
type strength uint8

const (
	noSecret strength = iota
	weak              // auth, credentials: only a long random value is a secret
	machine           // token, api_key: a value that no person would make up
	human             // password, secret: people make these up too
)

// secretName is a name in a text that marks its value as a secret: the half-open range of its
// bytes, with the dashes of a flag.
type secretName struct {
	start, end int
	strength   strength
	upper      bool // as environment variables are written
	compound   bool // of more than one word
	header     bool // an HTTP header, whose value may be a scheme and its parameters
}

// readName reads the name around the stem at text[at:end]. It returns false where the name
// describes a property of a secret (token_count, password_hash), or no secret.
func readName(text []byte, at, end int) (secretName, bool) {
	wordStart, wordEnd := at, end
	for wordStart > 0 && !boundary(text, wordStart) {
		wordStart--
	}
	for wordEnd < len(text) && !boundary(text, wordEnd) {
		wordEnd++
	}
	n := secretName{start: wordStart, end: wordEnd, upper: allUpper(text[wordStart:wordEnd])}
	n.header = folded(text[at:wordEnd], "authorization")
	left := left{text, wordStart, at}
	if n.strength = left.strength(text[at:wordEnd]); n.strength == noSecret {
		return n, false
	}
	for n.end < len(text) && digit(text[n.end]) {
		n.end++
	}
	if !n.tail(text) {
		return n, false
	}
	for n.start > 0 && inName(text[n.start-1]) && !escapeEnd(text, n.start) {
		n.start--
		n.compound = true
		n.upper = n.upper && !lowerCase(text[n.start])
	}
	return n, true
}

// tail extends the name over the words behind its head, which may only say which one it is.
func (n *secretName) tail(text []byte) bool {
	for n.end < len(text) {
		from := n.end
		for from < len(text) && from < n.end+2 && bytes.IndexByte([]byte("_-."), text[from]) >= 0 {
			from++
		}
		if from == len(text) || !letterOrDigit(text[from]) {
			return true
		}
		until := from + 1
		for until < len(text) && letterOrDigit(text[until]) && !boundary(text, until) {
			until++
		}
		if !digit(text[from]) && !isWord(tails[:], text[from:until]) {
			return false
		}
		n.end = until
	}
	return true
}

// left is the text before a stem: the beginning of its word, and the words before.
type left struct {
	text       []byte
	start, end int // of the beginning of the stem's word
}

func (l left) strength(head []byte) strength {
	if n := len(head) - 1; n > 2 && head[n]|0x20 == 's' && !folded(head, "pass") && l.strength(head[:n]) >= machine {
		return weak // passwords, api_keys
	}
	prefix := l.text[l.start:l.end]
	switch {
	case folded(head, "password"), folded(head, "passwd"), folded(head, "passphrase"), folded(head, "passcode"), folded(head, "psk"):
		return human
	case folded(head, "secret"):
		if len(prefix) == 0 {
			prefix = l.before()
		}
		if !isWord(notSecret[:], prefix) {
			return human
		}
	case folded(head, "pass"), folded(head, "pwd"):
		if len(prefix) == 0 && (folded(head, "pass") || l.before() != nil) || isWord(passOf[:], prefix) {
			return human
		}
		if len(prefix) == 0 {
			return weak // pwd, as of a folder
		}
	case folded(head, "token"):
		if len(prefix) == 0 {
			prefix = l.before()
		}
		if !isWord(notToken[:], prefix) {
			return machine
		}
	case folded(head, "key"):
		if l.keyOf(prefix) {
			return machine
		}
	case folded(head, "pat"), folded(head, "pw"):
		switch {
		case len(prefix) == 0 && l.before() != nil, folded(head, "pw") && isWord(passOf[:], prefix):
			return human
		case folded(head, "pw") && len(prefix) == 0:
			return weak
		}
	case folded(head, "authorization"):
		return machine
	case folded(head, "auth"), folded(head, "creds"), folded(head, "credential"), folded(head, "credentials"):
		return weak
	}
	return noSecret
}

// keyOf reports whether a key is one of those that are secret: of an interface, or of a vendor.
func (l left) keyOf(prefix []byte) bool {
	if len(prefix) > 0 && (isWord(keyOf[:], prefix) || isWord(vendors[:], prefix)) {
		return true
	}
	for range 4 {
		word := l.before()
		if word == nil {
			return false
		}
		if isWord(notKey[:], word) {
			return false
		}
		if isWord(keyOf[:], word) || isWord(vendors[:], word) {
			return true
		}
		l.start = l.end - len(word)
	}
	return false
}

// before returns the word before, nil for none; from then on that word is where l ends.
func (l *left) before() []byte {
	end := l.start
	for end > 0 && l.start-end < 2 && bytes.IndexByte([]byte("_-. "), l.text[end-1]) >= 0 {
		end--
	}
	start := end
	for start > 0 && letterOrDigit(l.text[start-1]) && (start == end || !boundary(l.text, start)) && !escapeEnd(l.text, start) {
		start--
	}
	l.start, l.end = start, end
	if start == end {
		return nil
	}
	return l.text[start:end]
}

// boundary reports whether one word ends and another begins at index i: of snake_case, of
// camelCase, of HTTPKey, or behind an escape.
func boundary(text []byte, i int) bool {
	if i == 0 || i == len(text) || !letter(text[i-1]) || !letter(text[i]) {
		return true
	}
	a, b := text[i-1], text[i]
	switch {
	case lowerCase(a) && upper(b):
		return true
	case upper(a) && upper(b):
		return i+1 < len(text) && lowerCase(text[i+1])
	}
	return escapeEnd(text, i)
}

// escapeEnd reports whether an escape sequence ends before index i: \n of nested JSON, or a
// terminal's colour.
func escapeEnd(text []byte, i int) bool {
	if i < 2 || !lowerCase(text[i-1]) {
		return false
	}
	return text[i-2] == '\\' && bytes.IndexByte([]byte("nrtbf"), text[i-1]) >= 0 ||
		text[i-1] == 'm' && afterBracket(text[max(0, i-12):i-1])
}

func inName(b byte) bool { return letterOrDigit(b) || b == '_' || b == '-' || b == '.' }

func allUpper(word []byte) bool {
	return bytes.IndexFunc(word, func(r rune) bool { return lowerCase(byte(r)) }) < 0
}

func letter(b byte) bool    { return 'a' <= b|0x20 && b|0x20 <= 'z' }
func digit(b byte) bool     { return '0' <= b && b <= '9' }
func upper(b byte) bool     { return 'A' <= b && b <= 'Z' }
func lowerCase(b byte) bool { return 'a' <= b && b <= 'z' }

// folded reports whether b is word, which is in lower case, without regard to letter case.
func folded(b []byte, word string) bool {
	if len(b) != len(word) {
		return false
	}
	for i := range b {
		if b[i] != word[i] && (!upper(b[i]) || b[i]|0x20 != word[i]) {
			return false
		}
	}
	return true
}

// isWord reports whether word is one of sorted, without regard to letter case.
func isWord(sorted []string, word []byte) bool {
	_, found := slices.BinarySearchFunc(sorted, word, func(entry string, word []byte) int {
		for i := range min(len(entry), len(word)) {
			w := word[i]
			if upper(w) {
				w |= 0x20
			}
			if entry[i] != w {
				return int(entry[i]) - int(w)
			}
		}
		return len(entry) - len(word)
	})
	return found
}
