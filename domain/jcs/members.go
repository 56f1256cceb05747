package jcs

import "bytes"

// Member is a member of an object in canonical form.
type Member struct {
	Name  string
	Value []byte // part of the object's text
}

// Members returns the members of an object in canonical form, sorted by name as that form sorts
// them; none of what is no object. Of another text than a canonical one it returns anything.
func Members(text []byte) []Member {
	if len(text) < 2 || text[0] != '{' {
		return nil
	}
	c := NewCursor(text)
	return c.Members()
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
	for ; i < len(text); i++ {
		if c := text[i]; c == ',' || c == ']' || c == '}' {
			break
		}
	}
	return i
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

// Elements returns the elements of an array in canonical form, none of what is no array: parts of
// its text.
func Elements(text []byte) (all [][]byte) {
	if len(text) < 2 || text[0] != '[' {
		return nil
	}
	for i := 1; i < len(text) && text[i] != ']'; {
		end := valueEnd(text, i)
		all = append(all, text[i:end:end])
		i = end + 1 // after the comma
	}
	return all
}
