package settings

import (
	"bytes"
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

// gap is what stands before a value that is depth steps in.
func (s style) gap(depth int) string {
	if s.oneLine {
		return ""
	}
	return s.newline + strings.Repeat(s.indent, depth)
}

// after is what stands between a comma and the next value.
func (s style) after(depth int) string {
	if s.oneLine {
		return " "
	}
	return s.gap(depth)
}

// insert puts a child behind the last one of a container that is depth steps in.
func insert(text []byte, in *node, child string, depth int, s style) []byte {
	last := -1
	if n := len(in.members); n > 0 {
		last = in.members[n-1].value.end
	}
	if n := len(in.elements); n > 0 {
		last = in.elements[n-1].end
	}
	if last >= 0 {
		return splice(text, last, last, ","+s.after(depth+1)+child)
	}
	return splice(text, in.start+1, in.end-1, s.gap(depth+1)+child+s.gap(depth))
}

// removed takes text[start:end], a child of in, out with the comma that belongs to it.
func removed(text, blank []byte, in *node, start, end int) []byte {
	from, to := start, end
	before := bytes.TrimRight(blank[in.start+1:start], " \t\r\n")
	after := bytes.TrimLeft(blank[end:in.end-1], " \t\r\n")
	switch {
	case len(before) > 0: // a comma
		from = in.start + len(before)
	case len(after) > 0: // the first of several
		comma := in.end - 1 - len(after)
		rest := bytes.TrimLeft(blank[comma+1:in.end-1], " \t\r\n")
		to = in.end - 1 - len(rest)
	default: // the only one
		from, to = in.start+1, in.end-1
	}
	return splice(text, from, to, "")
}

func splice(text []byte, from, to int, with string) []byte {
	out := make([]byte, 0, len(text)-(to-from)+len(with))
	out = append(append(out, text[:from]...), with...)
	return append(out, text[to:]...)
}
