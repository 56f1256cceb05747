package view

import (
	"strings"

	"github.com/mattn/go-runewidth"
)

// columns is the width of text for a terminal: a view does not know who reads it.
const columns = 100

// markdown writes a page as CommonMark. Texts of others are escaped: none makes a heading, a link or
// an element of HTML.
func markdown(p page) []byte {
	var b strings.Builder
	b.WriteString("# " + quoted(p.title) + "\n\n")
	for _, s := range p.summary {
		b.WriteString(quoted(s) + "\n")
	}
	for _, s := range p.sections {
		b.WriteString("\n## " + s.heading + "\n\n")
		for _, i := range s.items {
			b.WriteString("- **" + quoted(i.head) + "**")
			for _, f := range i.facts {
				b.WriteString("; " + f.label + ": " + quoted(f.path))
			}
			if len(i.evidence) > 0 {
				b.WriteString("; shown by: " + quoted(strings.Join(i.evidence, ", ")))
			}
			b.WriteString("\n")
		}
		for n, says := range s.says {
			if n > 0 || len(s.items) > 0 {
				b.WriteString("\n")
			}
			b.WriteString(quoted(says) + "\n")
		}
	}
	b.WriteString("\n## What this view leaves out\n\n")
	for _, s := range p.left {
		b.WriteString("- " + quoted(s) + "\n")
	}
	b.WriteString("\n## Where it comes from\n\n")
	for _, f := range p.about {
		b.WriteString("- " + f.label + ": " + quoted(f.path) + "\n")
	}
	return []byte(b.String() + "\n")
}

// quoted escapes what means something in markdown.
func quoted(s string) string {
	if !strings.ContainsAny(s, marks) {
		return s
	}
	b := make([]byte, 0, len(s)+8)
	for i := range len(s) {
		if strings.IndexByte(marks, s[i]) >= 0 {
			b = append(b, '\\')
		}
		b = append(b, s[i])
	}
	return string(b)
}

// marks are the characters that mean something in markdown.
const marks = "\\`*_[]<>#|~!&"

// terminal writes a page as text of at most [columns] columns, where words are not longer.
func terminal(p page) []byte {
	var b strings.Builder
	b.WriteString(p.title + "\n\n")
	wrap(&b, "", strings.Join(p.summary, " "))
	for _, s := range p.sections {
		b.WriteString("\n" + s.heading + "\n")
		for _, i := range s.items {
			wrap(&b, "  ", i.head)
			var facts []string
			for _, f := range i.facts {
				facts = append(facts, f.label+": "+f.path)
			}
			if len(i.evidence) > 0 {
				facts = append(facts, "shown by: "+strings.Join(i.evidence, ", "))
			}
			wrap(&b, "    ", strings.Join(facts, "; "))
		}
		for _, says := range s.says {
			wrap(&b, "  ", says)
		}
	}
	b.WriteString("\nWhat this view leaves out\n")
	for _, s := range p.left {
		wrap(&b, "  ", s)
	}
	b.WriteString("\nWhere it comes from\n")
	for _, f := range p.about {
		wrap(&b, "  ", f.label+": "+f.path)
	}
	return []byte(b.String() + "\n")
}

// wrap writes a paragraph.
func wrap(b *strings.Builder, indent, text string) {
	width := 0
	for _, word := range strings.Fields(text) {
		w := widthOf(word)
		switch {
		case width == 0:
			b.WriteString(indent)
			width = len(indent)
		case width+1+w > columns:
			b.WriteString("\n" + indent)
			width = len(indent)
		default:
			b.WriteByte(' ')
			width++
		}
		b.WriteString(word)
		width += w
	}
	if width > 0 {
		b.WriteByte('\n')
	}
}

// widthOf is how many columns a word has.
func widthOf(word string) int {
	for i := range len(word) {
		if word[i] < ' ' || word[i] > '~' {
			return runewidth.StringWidth(word)
		}
	}
	return len(word)
}
