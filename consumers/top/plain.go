package top

import (
	"strings"

	"github.com/mattn/go-runewidth"
)

// asciiFor maps the program's own characters to replacements in a terminal without UTF-8, one column each.
var asciiFor = map[rune]byte{'…': '~', '·': '.', '→': '>', '—': '-', '–': '-', '│': '|', '✓': '+', '✗': 'x', '’': '\'', '“': '"', '”': '"'}

// ascii is a line for a terminal without UTF-8: as wide, with a question mark for each column of what ASCII does
// not have.
func ascii(line string) string {
	if strings.IndexFunc(line, func(r rune) bool { return r > '~' }) < 0 {
		return line
	}
	var b strings.Builder
	for _, r := range line {
		if own, ok := asciiFor[r]; ok {
			b.WriteByte(own)
		} else if r > '~' {
			b.WriteString(strings.Repeat("?", runewidth.RuneWidth(r)))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
