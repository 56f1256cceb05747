package term_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/term"
)

// TestWrappedLinesKeepTheirSpaces writes lines that are wrapped beside lines that are not.
func TestWrappedLinesKeepTheirSpaces(t *testing.T) {
	for _, c := range []struct{ says, text, want string }{
		{"a line that fits", "ask   one: short", "ask   one: short"},
		{"a line that is wrapped", "ask   one: longer than the terminal", "ask   one: longer\n  than the terminal"},
		{"no space begins or ends a wrapped line", "a line of twenty       columns", "a line of twenty\n  columns"},
		{"a word that no line has room for", "the id abcdefghijklmnopqrstuvwxyz is cut", "the id\n  abcdefghijklmnopqr\n  stuvwxyz is cut"},
	} {
		t.Run(c.says, func(t *testing.T) {
			var out bytes.Buffer
			p := term.NewPage(&out, 20, false, time.Time{})
			p.Line("%s", c.text)
			if err := p.Flush(); err != nil {
				t.Fatal(err)
			}
			if got := strings.TrimSuffix(out.String(), "\n"); got != c.want {
				t.Errorf("%q is written as\n%s\nwant\n%s", c.text, got, c.want)
			}
		})
	}
}
