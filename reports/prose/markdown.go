package prose

// Markdown appends a page as CommonMark. Texts of others are escaped: none makes a heading, a link or
// an element of HTML.
func Markdown(b []byte, p Page) []byte {
	m := &quoting{b}
	m.line("# ", p.Title, "\n")
	for _, s := range p.Summary {
		m.line("", s, "")
	}
	for i := range p.Sections {
		m.raw("\n## " + p.Sections[i].Heading + "\n\n")
		m.section(&p.Sections[i])
	}
	m.raw("\n## What this view leaves out\n\n")
	for _, s := range p.Left {
		m.line("- ", s, "")
	}
	m.raw("\n## Where it comes from\n\n")
	for _, f := range p.About {
		m.line("- "+f.Label+": ", string(f.Text), "")
	}
	return append(m.b, '\n')
}

// quoting is markdown being written.
type quoting struct{ b []byte }

func (m *quoting) section(s *Section) {
	for i := range s.Items {
		m.raw("- **")
		quote(m, i.Head)
		m.raw("**")
		for _, f := range i.Facts {
			m.raw("; ")
			m.raw(f.Label)
			m.raw(": ")
			quote(m, f.Text)
		}
		for k, id := range i.Evidence {
			if k == 0 {
				m.raw("; shown by: ")
			} else {
				m.raw(", ")
			}
			quote(m, id)
		}
		m.raw("\n")
	}
	for n, says := range s.Says {
		if n > 0 || s.Count > 0 {
			m.raw("\n")
		}
		m.line("", says, "")
	}
}

func (m *quoting) raw(s string) { m.b = append(m.b, s...) }

// line writes a text in a line, and what is before it and behind it.
func (m *quoting) line(before, s, behind string) {
	m.raw(before)
	quote(m, s)
	m.raw("\n")
	m.raw(behind)
}

// quote writes a text, with escapes for what means something in markdown.
func quote[T string | []byte](m *quoting, s T) {
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
