package scrub

import "encoding/binary"

// keywords finds many words in one pass over a text, without regard to ASCII letter case: an
// Aho-Corasick automaton as a dense table (Aho, Corasick: Efficient string matching, CACM 18(6),
// 1975). It never looks at a byte twice and allocates nothing while searching.
type keywords struct {
	// cell is the index of a byte's letter in a row; 0 for every byte that is in no word.
	cell [256]uint8
	// next holds a row of rowSize bytes for each state, and in it for each letter the state
	// that follows, 2 bytes little endian.
	next []byte
	// States are numbered so that those at which a word ends come last.
	ending uint32  // first of these
	ends   [][]int // for each of these, the words that end there, longest first
	length []int   // of each word
}

// rowSize has room for 64 letters.
const rowSize = 128

// find walks text from index i in state s (0 at the start) until a word ends. It returns the
// words that end there, the index after their last byte and the state to continue with; without
// another word, nil and the text's length.
func (k *keywords) find(text []byte, i int, s uint32) (words []int, end int, state uint32) {
	next, cell, ending := k.next, &k.cell, k.ending
	for ; i < len(text); i++ {
		s = uint32(binary.LittleEndian.Uint16(next[s*rowSize+uint32(cell[text[i]]):]))
		if s >= ending {
			return k.ends[s-ending], i + 1, s
		}
	}
	return nil, len(text), s
}
