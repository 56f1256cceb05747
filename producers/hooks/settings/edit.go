package settings

import (
	"bytes"
	"slices"
	"strings"
)

// style is how a text is laid out.
type style struct {
	indent  string // one step of it
	newline string
	oneLine bool
}

func styleOf(text []byte, root *node) style {
	s := style{indent: "  ", newline: "\n"}
	if bytes.Contains(text, []byte("\r\n")) {
		s.newline = "\r\n"
	}
	if len(root.members) == 0 {
		return s
	}
	before := text[root.start+1 : root.members[0].start]
	at := bytes.LastIndexByte(before, '\n')
	if at < 0 {
		s.oneLine = true
		return s
	}
	if step := string(before[at+1:]); step != "" && strings.Trim(step, " \t") == "" {
		s.indent = step
	}
	return s
}

// gap returns the text before a value at the given depth.
func (s style) gap(depth int) string {
	if s.oneLine {
		return ""
	}
	return s.newline + strings.Repeat(s.indent, depth)
}

// after returns the text between a comma and the next value.
func (s style) after(depth int) string {
	if s.oneLine {
		return " "
	}
	return s.gap(depth)
}

// insert puts a value behind the last one of a container that is depth steps in.
func insert(text []byte, in *node, value string, depth int, s style) []byte {
	last := -1
	if n := len(in.members); n > 0 {
		last = in.members[n-1].value.end
	}
	if n := len(in.elements); n > 0 {
		last = in.elements[n-1].end
	}
	if last >= 0 {
		return splice(text, last, last, ","+s.after(depth+1)+value)
	}
	from := in.start + 1
	if comments := bytes.TrimRight(text[from:in.end-1], blanks); len(comments) > 0 {
		from += len(comments)
		if s.oneLine { // a comment may last until the end of its line
			from = in.end - 1
		}
	}
	return splice(text, from, in.end-1, s.gap(depth+1)+value+s.gap(depth))
}

const blanks = " \t\r\n"

// child is one of the values of a container: text[start:end].
type child struct {
	in         *node
	start, end int
}

// alone reports whether the container holds nothing else, and no comment.
func (c *child) alone(text, blank []byte) bool {
	from, to := c.in.start+1, c.in.end-1
	return len(c.in.members)+len(c.in.elements) == 1 &&
		bytes.Equal(text[from:c.start], blank[from:c.start]) && bytes.Equal(text[c.end:to], blank[c.end:to])
}

// removed takes a child out with the comma that belongs to it; comments around it stay.
func removed(text, blank []byte, c *child) []byte {
	from, to, comma := c.start, c.end, -1
	before := bytes.TrimRight(blank[c.in.start+1:c.start], blanks)
	after := bytes.TrimLeft(blank[c.end:c.in.end-1], blanks)
	switch {
	case len(before) > 0: // a comma
		from = c.in.start + len(before)
		comma = from
	case len(after) > 0: // the first of several
		comma = c.in.end - 1 - len(after)
		rest := bytes.TrimLeft(blank[comma+1:c.in.end-1], blanks)
		to = c.in.end - 1 - len(rest)
	default: // the only one
		from, to = c.in.start+1, c.in.end-1
	}
	if bytes.Equal(text[from:c.start], blank[from:c.start]) && bytes.Equal(text[c.end:to], blank[c.end:to]) {
		return splice(text, from, to, "")
	}
	if comma >= c.end {
		text = splice(text, comma, comma+1, "")
	}
	text = withoutLine(text, c.start, c.end)
	if 0 <= comma && comma < c.start {
		text = splice(text, comma, comma+1, "")
	}
	return text
}

// removedWith takes the first of several containers' children out: each is inside the next
// one, which is removed with it when it holds nothing else.
func removedWith(text, blank []byte, within []child) []byte {
	i := slices.IndexFunc(within, func(c child) bool { return !c.alone(text, blank) })
	if i < 0 {
		i = len(within) - 1
	}
	return removed(text, blank, &within[i])
}

// withoutLine takes text[start:end] out, and its line when nothing else is on it.
func withoutLine(text []byte, start, end int) []byte {
	from := len(bytes.TrimRight(text[:start], " \t"))
	rest := bytes.TrimLeft(text[end:], " \t\r")
	if from > 0 && text[from-1] == '\n' && bytes.HasPrefix(rest, []byte("\n")) {
		return splice(text, from, len(text)-len(rest)+1, "")
	}
	return splice(text, start, end, "")
}

func splice(text []byte, from, to int, with string) []byte {
	out := make([]byte, 0, len(text)-(to-from)+len(with))
	out = append(append(out, text[:from]...), with...)
	return append(out, text[to:]...)
}
