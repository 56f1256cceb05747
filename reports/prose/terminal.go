package prose

import (
	"bytes"
	"strings"

	"github.com/mattn/go-runewidth"
)

// columns is the width of text for a terminal: a page does not depend on its reader's.
const columns = 80

// Terminal appends a page as text of at most [columns] columns, where words are not longer.
func Terminal(b []byte, p Page) []byte {
	t := &wrapped{b: b}
	t.line(p.Title, "")
	t.paragraph("", "", strings.Join(p.Summary, " "))
	for i := range p.Sections {
		t.line("", p.Sections[i].Heading)
		t.section(&p.Sections[i])
	}
	t.line("", "What this view leaves out")
	for _, s := range p.Left {
		t.paragraph("  ", "    ", s)
	}
	t.line("", "Where it comes from")
	for _, f := range p.About {
		t.paragraph("  ", "    ", f.Label+": "+string(f.Text))
	}
	return append(t.b, '\n')
}

// wrapped is text being written in lines of at most [columns] columns.
type wrapped struct {
	b    []byte
	text []byte // of the paragraph that is next
}

// line writes two lines, one of which may be empty.
func (t *wrapped) line(first, second string) {
	t.b = append(append(append(append(t.b, first...), '\n'), second...), '\n')
}

func (t *wrapped) section(s *Section) {
	for i := range s.Items {
		t.text = append(t.text, i.Head...)
		t.wrap("  ", "      ")
		for k, f := range i.Facts {
			if k > 0 {
				t.text = append(t.text, "; "...)
			}
			t.text = append(append(append(t.text, f.Label...), ": "...), f.Text...)
		}
		for k, id := range i.Evidence {
			switch {
			case k > 0:
				t.text = append(t.text, ", "...)
			case len(i.Facts) > 0:
				t.text = append(t.text, "; shown by: "...)
			default:
				t.text = append(t.text, "shown by: "...)
			}
			t.text = append(t.text, id...)
		}
		t.wrap("    ", "    ")
	}
	for _, says := range s.Says {
		t.paragraph("  ", "    ", says)
	}
}

func (t *wrapped) paragraph(first, indent, text string) {
	t.text = append(t.text, text...)
	t.wrap(first, indent)
}

// wrap writes the next paragraph: first is before its first line, and indent before the others.
func (t *wrapped) wrap(first, indent string) {
	width, text := 0, t.text
	for len(text) > 0 {
		n := 0
		for n < len(text) && text[n] > ' ' && text[n] <= '~' {
			n++
		}
		if n < len(text) && text[n] != ' ' { // spaces beyond ASCII end a word too
			for word := range bytes.FieldsSeq(text) {
				width = t.word(word, widthOf(word), width, first, indent)
			}
			break
		}
		if n > 0 {
			width = t.word(text[:n], n, width, first, indent)
		}
		text = text[min(n+1, len(text)):]
	}
	if t.text = t.text[:0]; width > 0 {
		t.b = append(t.b, '\n')
	}
}

// word writes a word of w columns behind width columns, and returns how many columns of the line are used then.
func (t *wrapped) word(word []byte, w, width int, first, indent string) int {
	switch {
	case width == 0 && len(first) > 0:
		t.b = append(t.b, first...)
		width = len(first)
	case width == 0:
	case width+1+w > columns:
		t.b = append(append(t.b, '\n'), indent...)
		width = len(indent)
	default:
		t.b = append(t.b, ' ')
		width++
	}
	t.b = append(t.b, word...)
	return width + w
}

// widthOf is how many columns a word has.
func widthOf(word []byte) int {
	for _, c := range word {
		if c < ' ' || c > '~' {
			return runewidth.StringWidth(string(word))
		}
	}
	return len(word)
}
