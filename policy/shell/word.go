package shell

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/clawable/claw/internal/lazy"
)

// Program is the name under which a disk finds what a word runs: without a folder, in small letters.
func (w Word) Program() string {
	return strings.TrimSuffix(strings.ToLower(path.Base(strings.ReplaceAll(w.Text, `\`, "/"))), ".exe")
}

// wordOf reads a word; it is known when a shell makes one word of it, always this one.
func wordOf(w *syntax.Word) Word {
	if w == nil {
		return Word{}
	}
	r := wordReader{known: true, braces: expands(w)}
	for i, part := range w.Parts {
		r.part(part, i == 0)
	}
	out := Word{Text: r.text.String(), Known: r.known, Single: !r.several}
	if !r.known {
		out.Text, out.partly = printed(w), r.told.String()
	}
	if file := r.path.String(); strings.Trim(file, UnknownText) != "" {
		out.Path = settled(file, r.braces)
	}
	return out
}

// expands reports whether braces in the word make several words of it: {a,b}, {1..3}.
func expands(w *syntax.Word) bool {
	opened, listed := false, false
	for _, part := range w.Parts {
		if lit, ok := part.(*syntax.Lit); ok {
			opened = opened || strings.Contains(lit.Value, "{")
			listed = listed || strings.Contains(lit.Value, ",") || strings.Contains(lit.Value, "..")
		}
	}
	return opened && listed
}

// wordReader collects a word: its text while known, its text with [computedText] for what is computed,
// and the file that it may name, in which unknownText replaces that.
type wordReader struct {
	text, told, path strings.Builder
	known, braces    bool
	several          bool // a shell may make other than one word of it
}

// computedText replaces a computed part in a text.
const computedText = "$_"

func (r *wordReader) part(part syntax.WordPart, first bool) {
	switch p := part.(type) {
	case *syntax.Lit:
		text, known := literal(p.Value, first, r.braces)
		r.known, r.several = r.known && known, r.several || !known
		r.text.WriteString(text)
		r.told.WriteString(text)
		r.path.WriteString(globOf(p.Value, first))
	case *syntax.SglQuoted:
		r.quoted(p)
	case *syntax.DblQuoted:
		r.known = r.known && !p.Dollar
		several := r.several
		for i, inner := range p.Parts {
			if lit, ok := inner.(*syntax.Lit); ok {
				r.add(unescaped(lit.Value))
				continue
			}
			r.part(inner, first && i == 0)
			several = several || isList(inner)
		}
		r.several = several
	case *syntax.ParamExp:
		r.unknown(folderIn(p, first))
	default:
		r.unknown(UnknownText)
	}
}

// quoted reads a text in single quotes, also as $'…'.
func (r *wordReader) quoted(p *syntax.SglQuoted) {
	text, known := p.Value, true
	if p.Dollar {
		text, known = ansiText(p.Value)
	}
	if !known {
		r.unknown(UnknownText)
		return
	}
	r.add(text)
}

// unknown takes a part that is computed.
func (r *wordReader) unknown(name string) {
	r.known, r.several = false, true
	r.told.WriteString(computedText)
	r.path.WriteString(name)
}

// isList reports whether a parameter makes several words also in double quotes: "$@", "${a[@]}".
func isList(part syntax.WordPart) bool {
	p, ok := part.(*syntax.ParamExp)
	return ok && (p.Param != nil && p.Param.Value == "@" || p.Index != nil || p.Excl)
}

// folderIn is what a parameter at the begin of a word names where that is a folder that is known.
func folderIn(p *syntax.ParamExp, first bool) string {
	if p.Param == nil || !first || p.Index != nil || p.Exp != nil && !keeps(p.Exp.Op) || p.Repl != nil || p.Slice != nil || p.Excl || p.Length {
		return UnknownText
	}
	switch p.Param.Value {
	case "HOME":
		return "~"
	case "PWD":
		return "."
	case "OLDPWD":
		return OldFolder
	}
	return UnknownText
}

// keeps reports whether an expansion is the variable's value where that is set.
func keeps(op syntax.ParExpOperator) bool {
	return slices.Contains([]syntax.ParExpOperator{syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull,
		syntax.ErrorUnset, syntax.ErrorUnsetOrNull}, op)
}

func (r *wordReader) add(text string) {
	r.text.WriteString(text)
	r.told.WriteString(text)
	r.path.WriteString(text)
}

// literal takes the escapes out of an unquoted text. What a shell would make other words
// of is not known: globs, braces, a home other than one's own.
func literal(text string, first, braces bool) (string, bool) {
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
			if braces {
				return "", false
			}
			b.WriteByte('{')
		default:
			b.WriteByte(text[i])
		}
	}
	return b.String(), true
}

// What a shell expands in a word's path, until all of the word is read.
const opens, closes, openBrace, closeBrace = "\x01", "\x02", "\x03", "\x04"

// asExpanded marks in a text that a shell expands what it expands there.
func asExpanded(text string) string {
	b := []byte(text)
	for i, c := range b {
		if at := strings.IndexByte("[]{}", c); at >= 0 {
			b[i] = (opens + closes + openBrace + closeBrace)[at]
		}
	}
	return string(b)
}

// globOf makes a glob of an unquoted text. The home of a named user, who may be the current one, is any
// folder.
func globOf(text string, first bool) string {
	if name, rest, _ := strings.Cut(text, "/"); first && strings.HasPrefix(name, "~") && len(name) > 1 {
		folder := "/**/"
		switch name {
		case "~+":
			folder = "./"
		case "~-":
			folder = OldFolder + "/"
		}
		text = folder + rest
	}
	var b strings.Builder
	for text != "" {
		plain, escaped, found := strings.Cut(text, `\`)
		b.WriteString(asExpanded(plain))
		if text = escaped; found && text != "" {
			b.WriteByte(text[0])
			text = text[1:]
		}
	}
	return b.String()
}

// settled makes "*" of a path's brackets, whose rules differ between shells, and of braces.
func settled(name string, braces bool) string {
	parts := strings.Split(name, "/")
	for i, p := range parts {
		parts[i] = between(p, opens, closes)
	}
	name = strings.Join(parts, "/")
	if braces {
		name = between(name, openBrace, closeBrace)
	}
	return brackets.Get().Replace(name)
}

// brackets writes the marked brackets and braces that are left as they are written.
var brackets = lazy.Value[*strings.Replacer]{Make: func() *strings.Replacer {
	return strings.NewReplacer(opens, "[", closes, "]", openBrace, "{", closeBrace, "}")
}}

// between replaces by "*" the text from the first of one mark to the last of the other.
func between(text, from, to string) string {
	i, k := strings.Index(text, from), strings.LastIndex(text, to)
	if i < 0 || k < i {
		return text
	}
	return text[:i] + "*" + text[k+1:]
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

// printed is the word as it is written in the script, for people; a long one is left out.
func printed(w *syntax.Word) string {
	var b strings.Builder
	if w.End().Offset()-w.Pos().Offset() > 4<<10 {
		return "…"
	}
	if err := syntax.NewPrinter().Print(&b, w); err != nil {
		return ""
	}
	return b.String()
}

// Visible is the path of a word whose globs name no file that begins with a dot, as a shell expands them.
func (w Word) Visible() string {
	if w.Known || strings.HasPrefix(w.Path, "-") {
		return w.Path
	}
	parts := strings.Split(w.Path, "/")
	for i, p := range parts {
		if i == 1 && parts[0] == "" && p == "**" { // the home of a named user
			continue
		}
		if rest, star := strings.CutPrefix(p, "*"); star {
			parts[i] = "[^.]*" + strings.TrimPrefix(rest, "*")
		}
	}
	return strings.Join(parts, "/")
}
