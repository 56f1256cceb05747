package cli

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"
)

// page is text for a person: paragraphs and tables that fit the terminal.
type page struct {
	w     *bufio.Writer
	width int // columns; 0: as wide as need be
	color bool
	log   string // as --log said, for command lines to type next
	now   time.Time
	err   error
}

// narrowest is the least width a table is squeezed to.
const narrowest = 20

// newPage writes to w. Lines wrap at width columns; 0 wraps none.
func newPage(w io.Writer, width int, color bool, now time.Time) *page {
	if width > 0 {
		width = max(width, narrowest)
	}
	return &page{w: bufio.NewWriter(w), width: width, color: color, now: now}
}

func (p *page) flush() error {
	if err := p.w.Flush(); p.err == nil {
		p.err = err
	}
	return p.err
}

// line writes one line, wrapped at the width.
func (p *page) line(format string, args ...any) {
	p.styled(stylePlain, fmt.Sprintf(format, args...))
}

// styled writes a line in a style, wrapped at the width; what is wrapped is
// indented by two columns more.
func (p *page) styled(s style, text string) {
	text = strings.TrimRight(printable(text), " ")
	if p.width == 0 || runewidth.StringWidth(text) <= p.width {
		p.raw(p.paint(s, text) + "\n")
		return
	}
	indent := len(text) - len(strings.TrimLeft(text, " "))
	for i, l := range wrap(text, max(p.width-indent-2, 10)) {
		p.raw(strings.Repeat(" ", indent+min(i, 1)*2) + p.paint(s, l) + "\n")
	}
}

// field writes a named text, wrapped beside its name.
func (p *page) field(name string, s style, format string, args ...any) {
	p.beside(15, cell{text: "  " + name}, cell{fmt.Sprintf(format, args...), s})
}

// beside writes a text, wrapped beside a label of indent columns.
func (p *page) beside(indent int, label, body cell) {
	text := strings.TrimSpace(printable(body.text))
	lines := []string{text}
	if p.width > 0 {
		lines = wrap(text, max(p.width-indent, 10))
	}
	for i, l := range lines {
		head := strings.Repeat(" ", indent)
		if i == 0 {
			head = p.paint(label.style, label.text) + head[min(runewidth.StringWidth(label.text), indent):]
		}
		p.raw(strings.TrimRight(head+p.paint(body.style, l), " ") + "\n")
	}
}

// para writes text wrapped at the width, indented by indent columns.
func (p *page) para(indent int, text string) {
	width := p.width
	if width == 0 {
		width = 100
	}
	for _, l := range wrap(printable(text), max(width-indent, 10)) {
		p.raw(strings.Repeat(" ", indent) + l + "\n")
	}
}

func (p *page) raw(s string) {
	if _, err := p.w.WriteString(s); err != nil && p.err == nil {
		p.err = err
	}
}

func (p *page) gap() { p.raw("\n") }

// heading writes a heading line.
func (p *page) heading(s string) { p.styled(styleBold, s) }

// style is a terminal attribute.
type style string

const (
	stylePlain  style = ""
	styleBold   style = "1"
	styleDim    style = "2"
	styleRed    style = "31"
	styleGreen  style = "32"
	styleYellow style = "33"
	styleCyan   style = "36"
)

func (p *page) paint(s style, text string) string {
	if !p.color || s == stylePlain || text == "" {
		return text
	}
	return "\x1b[" + string(s) + "m" + text + "\x1b[0m"
}

// wrap breaks text at spaces into lines of at most width columns.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		for runewidth.StringWidth(word) > width {
			if line != "" {
				lines, line = append(lines, line), ""
			}
			head := runewidth.Truncate(word, width, "")
			lines, word = append(lines, head), word[len(head):]
		}
		switch {
		case line == "":
			line = word
		case runewidth.StringWidth(line)+1+runewidth.StringWidth(word) > width:
			lines, line = append(lines, line), word
		default:
			line += " " + word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
