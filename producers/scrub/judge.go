package scrub

import (
	"bytes"
	"math"
)

// believed reports whether the value that a text gives to a name is a secret: by the name, by
// the form of both, and by how random the value looks, never by that alone.
func (n secretName) believed(text []byte, v value) bool {
	secret := text[v.start:v.end]
	if len(secret) < 6 || !literal(secret) {
		return false
	}
	if !v.quoted && (v.stop == '(' || !v.tight && bytes.IndexByte(secret, '[') >= 0) || v.prose && !mixed(secret) && signs(bytes.Trim(secret, "*")) < 2 || bytes.IndexFunc(secret, blankOrControl) >= 0 {
		return false
	}
	env := n.upper && v.tight
	if n.upper && !n.compound && !v.tight && !v.quoted && folded(text[n.start:n.end], "pass") {
		return false // PASS: what a test is called
	}
	if v.strict {
		v.quoted, v.tight = false, false
	}
	switch n.strength {
	case human:
		return n.byPeople(secret, v, env)
	case machine:
		if n.header && v.stop == ' ' && !v.quoted {
			return false // a scheme and its parameters
		}
		return byMachines(secret, env || n.upper && v.quoted, !v.quoted && !v.tight)
	case weak:
		return len(secret) >= 16 && byMachines(secret, false, true) && entropy(secret) >= 3
	case noSecret:
	}
	return false
}

func blankOrControl(r rune) bool { return r <= ' ' || r == 0x7f }

// byPeople reports whether a password can be such: in a variable of the environment any that is
// no placeholder, elsewhere one with a digit or a sign too.
func (n secretName) byPeople(secret []byte, v value, env bool) bool {
	switch {
	case mixed(secret):
		return v.quoted || v.tight || !wordy(secret) || digits(secret) >= 2 || signs(secret) > 0
	case len(secret) < 8:
		return false
	case env || v.quoted && n.upper:
		return true
	}
	inside := signs(secret[:len(secret)-1])
	return inside > 1 || inside > 0 && (v.quoted || v.tight || !wordy(secret)) || scattered(secret)
}

// byMachines reports whether a token can be such: a value of words is none, but for such as
// people make up. lax lets letters alone pass, strict asks for more than a digit in a word.
func byMachines(secret []byte, lax, strict bool) bool {
	switch {
	case len(secret) < 8:
		return false
	case uuid(secret):
		return true
	case mixed(secret):
		return !wordy(secret) || digits(secret) >= 3 && (!strict || bytes.IndexByte(secret, '-') >= 0) || signs(secret) > 0 ||
			!strict && !separated(secret)
	case signs(secret) > 1 || signs(secret) > 0 && !wordy(secret):
		return true
	case digits(secret) == len(secret):
		return len(secret) >= 15
	}
	return scattered(secret) || lax && !wordy(secret)
}

// uuid reports whether b has the form of a UUID, as many a service's keys.
func uuid(b []byte) bool {
	if len(b) != 36 {
		return false
	}
	for i, c := range b {
		dash := i == 8 || i == 13 || i == 18 || i == 23
		if dash != (c == '-') || !dash && !hexDigits(b[i:i+1]) {
			return false
		}
	}
	return true
}

func digits(b []byte) (n int) {
	for _, c := range b {
		if digit(c) {
			n++
		}
	}
	return n
}

// signs counts what is not in names of things.
func signs(b []byte) (n int) {
	for _, c := range b {
		if !letterOrDigit(c) && bytes.IndexByte([]byte("_-./:,"), c) < 0 {
			n++
		}
	}
	return n
}

func separated(b []byte) bool { return bytes.ContainsAny(b, "_-.:/") }

// scattered reports whether letters alone are too mixed to be words.
func scattered(b []byte) bool { return len(b) >= 16 && !wordy(b) && entropy(b) >= 3 }

// wordy reports whether b is made of words, as names of things are: few changes between letters
// and digits, and letters that can be pronounced.
func wordy(b []byte) bool {
	changes, piece, run := 0, 0, 0
	for i := 1; i < len(b); i++ {
		switch {
		case !letterOrDigit(b[i]) || !letterOrDigit(b[i-1]):
			piece = 0
		case class(b[i]) != class(b[i-1]) && !(upper(b[i-1]) && lowerCase(b[i])):
			changes++
			piece++
		}
		if boundary(b, i) {
			if !speakable(b[run:i]) {
				return false
			}
			run = i
		}
		if piece >= 4 && mixed(b) {
			return false
		}
	}
	return changes*4 < len(b) && speakable(b[run:])
}

func class(c byte) int {
	switch {
	case lowerCase(c):
		return 1
	case upper(c):
		return 2
	case digit(c):
		return 3
	}
	return 0
}

// speakable reports whether a run of letters can be a word.
func speakable(run []byte) bool {
	consonants, vowels, most := 0, 0, 0
	for _, c := range run {
		if !letter(c) {
			continue
		}
		if bytes.IndexByte([]byte("aeiouy"), c|0x20) >= 0 {
			vowels++
			consonants = 0
			continue
		}
		consonants++
		most = max(most, consonants)
	}
	return len(run) < 4 || most <= 4 && vowels > 0 && vowels*6 >= len(run)
}

// entropy is Shannon's, in bits for each byte.
func entropy(b []byte) float64 {
	var counts [256]int
	for _, c := range b {
		counts[c]++
	}
	var sum float64
	for _, n := range counts {
		if n > 0 {
			p := float64(n) / float64(len(b))
			sum -= p * math.Log2(p)
		}
	}
	return sum
}
