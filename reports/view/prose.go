package view

import (
	"bytes"
	"strings"

	"github.com/mattn/go-runewidth"
)

// columns is the width of text for a terminal: a view does not depend on its reader's.
const columns = 100

// startRoom is how many bytes prose has at first.
const startRoom = 1 << 16

// markdown writes a page as CommonMark. Texts of others are escaped: none makes a heading, a link or
// an element of HTML.
func markdown(p page) []byte {
	m := &quoting{make([]byte, 0, startRoom)}
	m.line("# ", p.title, "\n")
	for _, s := range p.summary {
		m.line("", s, "")
	}
	for i := range p.sections {
		m.raw("\n## ", p.sections[i].heading, "\n\n")
		m.section(&p.sections[i])
	}
	m.raw("\n## What this view leaves out\n\n")
	for _, s := range p.left {
		m.line("- ", s, "")
	}
	m.raw("\n## Where it comes from\n\n")
	for _, f := range p.about {
		m.raw("- ", f.label, ": ")
		m.line("", f.path, "")
	}
	return append(m.b, '\n')
}

// quoting is markdown being written.
type quoting struct{ b []byte }

func (m *quoting) section(s *section) {
	for n := range s.items {
		i := &s.items[n]
		m.raw("- **")
		m.text(i.head)
		m.raw("**")
		for _, f := range i.facts {
			m.raw("; ", f.label, ": ")
			m.text(f.path)
		}
		for k, id := range i.evidence {
			if k == 0 {
				m.raw("; shown by: ")
			} else {
				m.raw(", ")
			}
			m.text(id)
		}
		m.raw("\n")
	}
	for n, says := range s.says {
		if n > 0 || len(s.items) > 0 {
			m.raw("\n")
		}
		m.line("", says, "")
	}
}

func (m *quoting) raw(texts ...string) {
	for _, s := range texts {
		m.b = append(m.b, s...)
	}
}

// line writes a text in a line, and what is before it and behind it.
func (m *quoting) line(before, s, behind string) {
	m.raw(before)
	m.text(s)
	m.raw("\n", behind)
}

// text writes a text, with escapes for what means something in markdown.
func (m *quoting) text(s string) {
	from := 0
	for i := range len(s) {
		if isMark[s[i]] {
			m.b, from = append(append(m.b, s[from:i]...), '\\'), i
		}
	}
	m.b = append(m.b, s[from:]...)
}

// isMark has the characters that mean something in markdown.
var isMark = [256]bool{'\\': true, '`': true, '*': true, '_': true, '[': true, ']': true, '<': true, '>': true, '#': true, '|': true, '~': true, '!': true, '&': true}

// terminal writes a page as text of at most [columns] columns, where words are not longer.
func terminal(p page) []byte {
	t := &wrapped{b: make([]byte, 0, startRoom)}
	t.line(p.title, "")
	t.paragraph("", strings.Join(p.summary, " "))
	for i := range p.sections {
		t.line("", p.sections[i].heading)
		t.section(&p.sections[i])
	}
	t.line("", "What this view leaves out")
	for _, s := range p.left {
		t.paragraph("  ", s)
	}
	t.line("", "Where it comes from")
	for _, f := range p.about {
		t.paragraph("  ", f.label+": "+f.path)
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

func (t *wrapped) section(s *section) {
	for n := range s.items {
		i := &s.items[n]
		t.paragraph("  ", i.head)
		for k, f := range i.facts {
			t.add(k > 0, "; ", f.label, ": ", f.path)
		}
		for k, id := range i.evidence {
			if k == 0 {
				t.add(len(i.facts) > 0, "; ", "shown by: ")
			}
			t.add(k > 0, ", ", id)
		}
		t.wrap("    ")
	}
	for _, says := range s.says {
		t.paragraph("  ", says)
	}
}

// add adds texts to the next paragraph, and before them what is between.
func (t *wrapped) add(follows bool, between string, texts ...string) {
	if follows {
		t.text = append(t.text, between...)
	}
	for _, text := range texts {
		t.text = append(t.text, text...)
	}
}

func (t *wrapped) paragraph(indent, text string) {
	t.add(false, "", text)
	t.wrap(indent)
}

// wrap writes the next paragraph.
func (t *wrapped) wrap(indent string) {
	width := 0
	for word := range bytes.FieldsSeq(t.text) {
		w := widthOf(word)
		switch {
		case width == 0:
			t.b = append(t.b, indent...)
			width = len(indent)
		case width+1+w > columns:
			t.b = append(append(t.b, '\n'), indent...)
			width = len(indent)
		default:
			t.b = append(t.b, ' ')
			width++
		}
		t.b = append(t.b, word...)
		width += w
	}
	if t.text = t.text[:0]; width > 0 {
		t.b = append(t.b, '\n')
	}
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
