package policy

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// wordOf reads a word; it is known when a shell makes one word of it, always this one.
func wordOf(w *syntax.Word) word {
	if w == nil {
		return word{}
	}
	r := wordReader{known: true, placed: true}
	for i, part := range w.Parts {
		r.part(part, i == 0)
	}
	out := word{text: r.text.String(), known: r.known}
	if !r.known {
		out.text = printed(w)
	}
	if r.placed {
		out.path = r.path.String()
	}
	return out
}

// wordReader gathers a word: its text while known, and the file it may name while placed.
type wordReader struct {
	text, path    strings.Builder
	known, placed bool
}

func (r *wordReader) part(part syntax.WordPart, first bool) {
	switch p := part.(type) {
	case *syntax.Lit:
		text, known := literal(p.Value, first)
		if !known { // a glob: it names files by itself
			text = p.Value
			r.known = false
		}
		r.add(text)
	case *syntax.SglQuoted:
		r.add(p.Value)
		r.known = r.known && !p.Dollar
	case *syntax.DblQuoted:
		r.known = r.known && !p.Dollar
		for i, inner := range p.Parts {
			if lit, ok := inner.(*syntax.Lit); ok {
				r.add(unescaped(lit.Value))
			} else {
				r.part(inner, first && i == 0)
			}
		}
	case *syntax.ParamExp:
		r.known = false
		if p.Param != nil && first && p.Index == nil && p.Exp == nil && p.Repl == nil && p.Slice == nil && p.Param.Value == "HOME" {
			r.path.WriteString("~")
			return
		}
		r.placed = false
	default:
		r.known, r.placed = false, false
	}
}

func (r *wordReader) add(text string) {
	r.text.WriteString(text)
	r.path.WriteString(text)
}

// literal takes the escapes out of an unquoted text. What a shell would make other words
// of is not known: globs, braces, a home other than one's own.
func literal(text string, first bool) (string, bool) {
	if text == "[" || text == "!" {
		return text, true
	}
	if first && strings.HasPrefix(text, "~") && text != "~" && !strings.HasPrefix(text, "~/") {
		return "", false
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			if i++; i < len(text) && text[i] != '\n' {
				b.WriteByte(text[i])
			}
		case '*', '?', '[':
			return "", false
		case '{':
			if strings.ContainsRune(text, ',') || strings.Contains(text, "..") {
				return "", false
			}
			b.WriteByte('{')
		default:
			b.WriteByte(text[i])
		}
	}
	return b.String(), true
}

// unescaped takes the escapes out of a text in double quotes.
func unescaped(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '\\' && i+1 < len(text) && strings.IndexByte("\\\"$`\n", text[i+1]) >= 0 {
			if i++; text[i] == '\n' {
				continue
			}
			c = text[i]
		}
		b.WriteByte(c)
	}
	return b.String()
}

// printed is the word as it stands in the script, for people.
func printed(w *syntax.Word) string {
	var b strings.Builder
	if err := syntax.NewPrinter().Print(&b, w); err != nil {
		return ""
	}
	return b.String()
}
