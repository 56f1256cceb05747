package scrub

import (
	"bytes"
	"errors"
	"io"
	"strconv"

	"github.com/clawable/claw/internal/lazy"
	"github.com/go-json-experiment/json/jsontext"
)

// Alike reports whether two JSON documents are equal except for the secrets that were replaced
// in one of them or in both: a marker equals any text of as many bytes as it states. Member
// names are compared in their order.
func Alike(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	da, db := jsontext.NewDecoder(bytes.NewReader(a)), jsontext.NewDecoder(bytes.NewReader(b))
	for {
		ta, errA := da.ReadToken()
		if errors.Is(errA, io.EOF) {
			_, errB := db.ReadToken()
			return errors.Is(errB, io.EOF)
		}
		if errA != nil {
			return false
		}
		ta = ta.Clone()
		tb, errB := db.ReadToken()
		if errB != nil || ta.Kind() != tb.Kind() || !sameText(ta.String(), tb.String()) {
			return false
		}
	}
}

// anyMarker finds markers of whatever rule, in JSON inside a string too.
var anyMarker = lazy.Regexp{Expr: `\{\\*"scrubbed\\*":\{\\*"rule\\*":\\*"[a-z0-9-]+\\*",\\*"bytes\\*":([0-9]{1,7})\}\}`}

// sameText reports whether two texts are equal where neither has a marker.
func sameText(a, b string) bool {
	if a == b {
		return true
	}
	ta, tb := unmarked(a), unmarked(b)
	if len(ta) != len(tb) {
		return false
	}
	for i := range ta {
		if ta[i] != tb[i] && ta[i] != hidden && tb[i] != hidden {
			return false
		}
	}
	return true
}

// hidden represents a byte of a secret.
const hidden = -1

// unmarked returns the bytes of a text with each marker expanded to the bytes that it
// replaces.
func unmarked(text string) []int16 {
	out, from := make([]int16, 0, len(text)), 0
	plain := func(until int) {
		for ; from < until; from++ {
			out = append(out, int16(text[from]))
		}
	}
	for _, at := range anyMarker.Get().FindAllStringSubmatchIndex(text, -1) {
		plain(at[0])
		n, _ := strconv.Atoi(text[at[2]:at[3]]) // seven digits
		for range n {
			out = append(out, hidden)
		}
		from = at[1]
	}
	plain(len(text))
	return out
}
