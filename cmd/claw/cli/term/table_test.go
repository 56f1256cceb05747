package term_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/term"
)

// TestColumnsStayWhereTheyAre writes texts that terminals draw in different widths before another column.
func TestColumnsStayWhereTheyAre(t *testing.T) {
	for _, c := range []struct{ says, text, want string }{
		{"a family", "👩\u200d👩\u200d👧\u200d👦 x", "👩👩👧👦 x  END"},
		{"a heart in the style of emoji", "❤\ufe0f x", "❤ x         END"},
		{"a hand with a color of skin", "👍🏽 x", "👍 x        END"},
		{"a keycap", "1\ufe0f\u20e3 x", "1\u20e3 x         END"},
		{"a color of skin alone", "🏽 x", "🏽 x        END"},
		{"letters that are joined", "क्\u200dष", "क्\u200dष          END"},
	} {
		t.Run(c.says, func(t *testing.T) {
			var out bytes.Buffer
			p := term.NewPage(&out, 80, false, time.Time{})
			p.Table([]term.Column{{Name: "TEXT"}, {Name: "NEXT"}}, [][]term.Cell{{term.Plain(c.text), term.Plain("END")}, {term.Plain("1234567890"), term.Plain("END")}})
			if err := p.Flush(); err != nil {
				t.Fatal(err)
			}
			if got := strings.Split(out.String(), "\n")[1]; got != c.want {
				t.Errorf("the row is %q, want %q", got, c.want)
			}
		})
	}
}

// TestACellThatIsTooLongIsCut squeezes a path and a text into a table of 20 columns.
func TestACellThatIsTooLongIsCut(t *testing.T) {
	for _, c := range []struct {
		says string
		cell term.Cell
		want string
	}{
		{"a text keeps its beginning", term.Plain("sed -n 1,20p main.go"), "sed -n 1,20p …"},
		{"a path keeps its end", term.Cell{Text: "/home/dev/shop/main.go", Tail: true}, "…/shop/main.go"},
		{"a path that fits", term.Cell{Text: "/shop/main.go", Tail: true}, "/shop/main.go"},
		{"a path of wide characters", term.Cell{Text: "/仕事/仕事/仕事/主な.go", Tail: true}, "…/仕事/主な.go"},
	} {
		t.Run(c.says, func(t *testing.T) {
			var out bytes.Buffer
			p := term.NewPage(&out, 20, false, time.Time{})
			p.Table([]term.Column{{Name: "WHAT", Least: 8}, {Name: "EXIT"}}, [][]term.Cell{{c.cell, term.Plain("1")}, {term.Plain(strings.Repeat("x", 30)), term.Plain("1")}})
			if err := p.Flush(); err != nil {
				t.Fatal(err)
			}
			if got, _, _ := strings.Cut(strings.Split(out.String(), "\n")[1], "  "); got != c.want {
				t.Errorf("the cell is %q, want %q", got, c.want)
			}
		})
	}
}
