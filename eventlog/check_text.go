package eventlog

import (
	"bytes"

	"github.com/clawable/claw/domain"
)

func isNotEmpty(text []byte) bool { return len(text) > 0 }

// isULID accepts 26 characters of Crockford's base 32 in upper case, up to 2^128 - 1.
func isULID(text []byte) bool {
	if len(text) != 26 || text[0] > '7' {
		return false
	}
	for _, c := range text {
		if !isDigit(c) && (c < 'A' || c > 'Z' || c == 'I' || c == 'L' || c == 'O' || c == 'U') {
			return false
		}
	}
	return true
}

// isStream accepts a family prefix and a ULID.
func isStream(text []byte) bool {
	i := bytes.IndexByte(text, '-') + 1
	for f := domain.FamilyLane; f <= domain.FamilyLog; f++ {
		if f.Prefix() == string(text[:i]) {
			return isULID(text[i:])
		}
	}
	return false
}

// isDigest accepts 64 lower-case hex digits.
func isDigest(text []byte) bool {
	if len(text) != 64 {
		return false
	}
	for _, c := range text {
		if !isDigit(c) && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// isInstant accepts an RFC 3339 time that exists, in upper case and without leap seconds:
//
//	2006-01-02T15:04:05[.999…](Z|±07:00)
func isInstant(text []byte) bool {
	const head = len("2006-01-02T15:04:05")
	if len(text) <= head || !fits(text[:head], "0000-00-00T00:00:00") {
		return false
	}
	year, month, day := number(text[0:4]), number(text[5:7]), number(text[8:10])
	if month < 1 || month > 12 || day < 1 || day > daysIn(year, month) {
		return false
	}
	if number(text[11:13]) > 23 || number(text[14:16]) > 59 || number(text[17:19]) > 59 {
		return false
	}
	return isZone(afterFraction(text[head:]))
}

// afterFraction cuts a leading ".ddd"; nil for a point without digits.
func afterFraction(text []byte) []byte {
	if text[0] != '.' {
		return text
	}
	n := 1
	for n < len(text) && isDigit(text[n]) {
		n++
	}
	if n == 1 {
		return nil
	}
	return text[n:]
}

func isZone(text []byte) bool {
	if string(text) == "Z" {
		return true
	}
	return (fits(text, "+00:00") || fits(text, "-00:00")) && number(text[1:3]) <= 23 && number(text[4:6]) <= 59
}

// fits reports whether text has the form of form, in which 0 matches any digit.
func fits(text []byte, form string) bool {
	if len(text) != len(form) {
		return false
	}
	for i, c := range text {
		if form[i] == '0' && !isDigit(c) || form[i] != '0' && form[i] != c {
			return false
		}
	}
	return true
}

// number returns the value of digits.
func number(digits []byte) (n int) {
	for _, c := range digits {
		n = n*10 + int(c-'0')
	}
	return n
}

func daysIn(year, month int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
