package jcs_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/domain/jcs"
)

// TestAStringIsThatOfItsBytesWhereverTheyStand writes each byte at each offset of a text, and two of them, and
// compares with what is written of the parts alone.
func TestAStringIsThatOfItsBytesWhereverTheyStand(t *testing.T) {
	alone := func(s string) string { return string(jcs.AppendString(nil, s)) }
	inner := func(s string) string { return alone(s)[1 : len(alone(s))-1] }
	for c := range 256 {
		one := string([]byte{byte(c)})
		for at := range 20 {
			before, after := strings.Repeat("a", at), strings.Repeat("z", 19-at)
			if got, want := alone(before+one+after), `"`+before+inner(one)+after+`"`; got != want {
				t.Fatalf("byte %#x at %d is written as %s, want %s", c, at, got, want)
			}
			if got, want := alone(before+one+after+one), `"`+before+inner(one)+after+inner(one)+`"`; got != want {
				t.Fatalf("byte %#x at %d and at the end is written as %s, want %s", c, at, got, want)
			}
		}
	}
}
