package producers

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
)

// The most bytes of one text, counted as JSON writes it, and of one foreign value
// in a payload. Several of them fit the 512 KiB that an event may have.
const (
	MaxText    = 96 << 10
	MaxForeign = 192 << 10
	cutHead    = 64 << 10
	cutTail    = 16 << 10
)

// Text makes a payload text of s, cut in the middle when JSON would make more
// than MaxText bytes of it, between words where there are any, so that no token
// is halved, which a scrubber could not recognise any more. Invalid UTF-8 becomes U+FFFD.
func Text(s string) domain.Text {
	if !utf8.ValidString(s) {
		s = string(bytes.ToValidUTF8([]byte(s), []byte("\uFFFD")))
	}
	if fits(s, MaxText) == len(s) {
		return domain.TextOf(s)
	}
	head := fits(s, cutHead)
	tail := len(s)
	for room := cutTail - written(s[tail-1]); room >= 0; room -= written(s[tail-1]) {
		tail--
	}
	head, tail = seamBefore(s, head), seamAfter(s, tail)
	return domain.Text{Cut: &domain.Cut{Bytes: len(s), Head: s[:head], Tail: s[tail:]}}
}

// fits returns how many bytes of s from its begin make at most room bytes of JSON.
func fits(s string, room int) int {
	if len(s) <= room/longest {
		return len(s)
	}
	for i := range len(s) {
		if room -= written(s[i]); room < 0 {
			return i
		}
	}
	return len(s)
}

// longest is the most bytes that JSON makes of one.
const longest = 6

// written is how many bytes JSON makes of one byte of a text.
func written(c byte) int {
	switch {
	case c == '"', c == '\\', c == '\n', c == '\t', c == '\r', c == '\b', c == '\f':
		return 2
	case c < 0x20:
		return longest
	}
	return 1
}

// Foreign makes a payload value of foreign JSON: the value itself when RFC 8785
// keeps its meaning and it is not longer than MaxForeign; else the source's bytes
// as a JSON string (or a cut text of them), and raw is true.
func Foreign(value []byte) (v domain.JSON, raw bool) {
	value = bytes.TrimSpace(value)
	if len(value) == 0 {
		return nil, false
	}
	if len(value) <= MaxForeign && keeps(value) {
		return append(domain.JSON(nil), value...), false
	}
	text, err := Text(string(value)).MarshalJSON()
	if err != nil {
		return nil, true
	}
	return text, true
}

// maxDepth is how deep foreign JSON may be: readers of a payload have a limit too.
const maxDepth = 1000

// keeps reports whether value is one JSON value without duplicate names, not too
// deep, and with numbers that a double holds exactly as far as their digits say.
func keeps(value []byte) bool {
	if !jsontext.Value(value).IsValid() {
		return false
	}
	d := jsontext.NewDecoder(bytes.NewReader(value))
	for {
		t, err := d.ReadToken()
		if err != nil {
			return true // the end: the value is valid
		}
		if d.StackDepth() > maxDepth || t.Kind() == '0' && !exactNumber(t.String()) {
			return false
		}
	}
}

// exactNumber reports whether a double holds the number as far as its digits say,
// and within ±2^53.
func exactNumber(text string) bool {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.Abs(f) > 1<<53 {
		return false
	}
	return significant(text) == significant(strconv.FormatFloat(f, 'e', -1, 64))
}

// significant returns the significant digits of a JSON number.
func significant(number string) string {
	mantissa, _, _ := strings.Cut(strings.ToLower(number), "e")
	digits := strings.ReplaceAll(strings.TrimPrefix(mantissa, "-"), ".", "")
	return strings.Trim(digits, "0")
}
