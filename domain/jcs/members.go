package jcs

import (
	"encoding/binary"
	"math/bits"
)

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

// stringEnd is the index behind the string that begins at i. It looks at eight bytes at once.
func stringEnd(text []byte, i int) int {
	for i++; i+8 <= len(text); {
		word := binary.LittleEndian.Uint64(text[i:])
		found := equals(word, '"') | equals(word, '\\')
		if found == 0 {
			i += 8
			continue
		}
		if i += bits.TrailingZeros64(found) / 8; text[i] == '"' {
			return i + 1
		}
		i += 2
	}
	for ; i < len(text); i++ {
		switch text[i] {
		case '"':
			return i + 1
		case '\\':
			i++
		}
	}
	return len(text)
}

// equals has a bit in each byte of word that is c, the lowest of which is exact: those above it may be of
// bytes that are not (Mycroft's test for a zero byte).
func equals(word uint64, c byte) uint64 {
	const low, high = 0x0101010101010101, 0x8080808080808080
	x := word ^ low*uint64(c)
	return (x - low) &^ x & high
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
