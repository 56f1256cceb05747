package term

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"github.com/mattn/go-runewidth"
)

// Page is text for a person: paragraphs and tables that fit the terminal.
type Page struct {
	w     *bufio.Writer
	Width int // columns; 0: as wide as need be
	Color bool
	Log   string // the value of --log, for command lines to run next
	Now   time.Time
	Err   error
}

// narrowest is the least width a table is squeezed to.
const narrowest = 20

// NewPage writes to w. Lines wrap at width columns; 0 wraps none.
func NewPage(w io.Writer, width int, color bool, now time.Time) *Page {
	if width > 0 {
		width = max(width, narrowest)
	}
	return &Page{w: bufio.NewWriter(w), Width: width, Color: color, Now: now}
}

func (p *Page) Flush() error {
	if err := p.w.Flush(); p.Err == nil {
		p.Err = err
	}
	return p.Err
}

// Line writes one line, wrapped at the width.
func (p *Page) Line(format string, args ...any) {
	p.Styled(StylePlain, fmt.Sprintf(format, args...))
}

// Styled writes a line in a style, wrapped at the width; what is wrapped is
// indented by two columns more.
func (p *Page) Styled(s Style, text string) {
	text = strings.TrimRight(Printable(text), " ")
	if p.Width == 0 || runewidth.StringWidth(text) <= p.Width {
		p.Raw(p.Paint(s, text) + "\n")
		return
	}
	indent := len(text) - len(strings.TrimLeft(text, " "))
	for i, l := range wrap(text, max(p.Width-indent-2, 10)) {
		p.Raw(strings.Repeat(" ", indent+min(i, 1)*2) + p.Paint(s, l) + "\n")
	}
}

// Field writes a named text, wrapped beside its name.
func (p *Page) Field(name string, s Style, format string, args ...any) {
	p.Beside(15, Cell{Text: "  " + name}, Cell{Text: fmt.Sprintf(format, args...), Style: s})
}

// Beside writes a text, wrapped beside a label of indent columns.
func (p *Page) Beside(indent int, label, body Cell) {
	text := strings.TrimSpace(Printable(body.Text))
	lines := []string{text}
	if p.Width > 0 {
		lines = wrap(text, max(p.Width-indent, 10))
	}
	for i, l := range lines {
		head := strings.Repeat(" ", indent)
		if i == 0 {
			head = p.Paint(label.Style, label.Text) + head[min(runewidth.StringWidth(label.Text), indent):]
		}
		p.Raw(strings.TrimRight(head+p.Paint(body.Style, l), " ") + "\n")
	}
}

// Para writes text wrapped at the width, indented by indent columns.
func (p *Page) Para(indent int, text string) {
	width := p.Width
	if width == 0 {
		width = 100
	}
	for _, l := range wrap(Printable(text), max(width-indent, 10)) {
		p.Raw(strings.Repeat(" ", indent) + l + "\n")
	}
}

func (p *Page) Raw(s string) {
	if _, err := p.w.WriteString(s); err != nil && p.Err == nil {
		p.Err = err
	}
}

func (p *Page) Gap() { p.Raw("\n") }

// Heading writes a heading line.
func (p *Page) Heading(s string) { p.Styled(StyleBold, s) }

// Style is a terminal attribute.
type Style string

const (
	StylePlain  Style = ""
	StyleBold   Style = "1"
	StyleDim    Style = "2"
	StyleRed    Style = "31"
	StyleGreen  Style = "32"
	StyleYellow Style = "33"
	StyleCyan   Style = "36"
)

func (p *Page) Paint(s Style, text string) string {
	if !p.Color || s == StylePlain || text == "" {
		return text
	}
	return "\x1b[" + string(s) + "m" + text + "\x1b[0m"
}

// wrap breaks text at spaces into lines of at most width columns. Within a line, several spaces stay as they are: they
// align words of one line with those of others.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, piece := range pieces(text) {
		word := strings.TrimLeft(piece, " ")
		gap := piece[:len(piece)-len(word)]
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
		case runewidth.StringWidth(line)+len(gap)+runewidth.StringWidth(word) > width:
			lines, line = append(lines, line), word
		default:
			line += gap + word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// pieces are the words of a text, each after the spaces before it: one where these are other white space.
func pieces(text string) []string {
	var all []string
	for rest := text; ; {
		word := strings.TrimLeftFunc(rest, unicode.IsSpace)
		if word == "" {
			return all
		}
		gap := rest[:len(rest)-len(word)]
		if strings.Trim(gap, " ") != "" {
			gap = " "
		}
		end := strings.IndexFunc(word, unicode.IsSpace)
		if end < 0 {
			end = len(word)
		}
		all, rest = append(all, gap+word[:end]), word[end:]
	}
}

// tab replaces a tab in a block.
const tab = "    "

// Block writes lines of others beside a label of indent columns. Each line keeps its indentation and
// its spaces, and is wrapped only where it is too long.
func (p *Page) Block(indent int, label Cell, s Style, text string) {
	for i, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		line = strings.TrimRight(Printable(strings.ReplaceAll(strings.TrimRight(line, "\r"), "\t", tab)), " ")
		head := strings.Repeat(" ", indent)
		if i == 0 {
			head = p.Paint(label.Style, label.Text) + head[min(runewidth.StringWidth(label.Text), indent):]
		}
		for _, part := range p.blockLine(line, indent) {
			p.Raw(strings.TrimRight(head+p.Paint(s, part), " ") + "\n")
			head = strings.Repeat(" ", indent)
		}
	}
}

// blockLine is a line of a block in parts that fit.
func (p *Page) blockLine(line string, indent int) []string {
	room := max(p.Width-indent, 10)
	if p.Width == 0 || runewidth.StringWidth(line) <= room {
		return []string{line}
	}
	own := min(len(line)-len(strings.TrimLeft(line, " ")), room/2)
	parts := wrap(line, max(room-own, 10))
	for i := range parts {
		parts[i] = strings.Repeat(" ", own) + parts[i]
	}
	return parts
}
