package reports

import (
	"bytes"

	"github.com/clawable/claw/domain/jcs"
)

// member is a member of a canonical object. Both slices are parts of the object's text.
type member struct {
	name  string
	value []byte
}

// members returns the members of an object in canonical form, sorted by name as that form sorts
// them; none of what is no object.
func members(text []byte) []member {
	if len(text) < 2 || text[0] != '{' {
		return nil
	}
	var all []member
	for i := 1; i < len(text) && text[i] == '"'; {
		end := valueEnd(text, i)
		name, _ := jcs.Unquote(text[i:end])
		start := end + 1 // after the colon
		end = valueEnd(text, start)
		all = append(all, member{name, text[start:end:end]})
		i = end + 1 // after the comma
	}
	return all
}

// valueEnd is the index behind the value that begins at i.
func valueEnd(text []byte, i int) int {
	switch text[i] {
	case '"':
		return stringEnd(text, i)
	case '{', '[':
		depth := 0
		for ; i < len(text); i++ {
			switch text[i] {
			case '"':
				i = stringEnd(text, i) - 1
			case '{', '[':
				depth++
			case '}', ']':
				if depth--; depth == 0 {
					return i + 1
				}
			}
		}
		return len(text)
	}
	if n := bytes.IndexAny(text[i:], ",]}"); n >= 0 {
		return i + n
	}
	return len(text)
}

// stringEnd is the index behind the string that begins at i.
func stringEnd(text []byte, i int) int {
	for i++; i < len(text); i++ {
		n := bytes.IndexByte(text[i:], '"')
		if n < 0 {
			break
		}
		i += n
		escapes := 0
		for text[i-1-escapes] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			return i + 1
		}
	}
	return len(text)
}

// named finds a member; nil for none.
func named(all []member, name string) []byte {
	for _, m := range all {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// beside calls each with the members of two objects by name: nil for a value that one of them lacks.
func beside(a, b []member, each func(name string, a, b []byte)) {
	in := make(map[string][]byte, len(b))
	for _, m := range b {
		in[m.name] = m.value
	}
	for _, m := range a {
		each(m.name, m.value, in[m.name])
		delete(in, m.name)
	}
	for _, m := range b {
		if _, left := in[m.name]; left {
			each(m.name, nil, m.value)
		}
	}
}
