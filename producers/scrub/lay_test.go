package scrub

import "encoding/binary"

// layKeywords builds the automaton for words, which are non-empty and in lower case.
func layKeywords(words []string) *keywords {
	k := &keywords{length: make([]int, len(words))}
	k.number(words)
	t := newTrie(words, k)
	k.lay(t, t.link())
	return k
}

// number gives each byte that occurs in a word a separate cell, both cases the same.
func (k *keywords) number(words []string) {
	free := 2
	for i, word := range words {
		k.length[i] = len(word)
		for _, b := range []byte(word) {
			if k.cell[b] == 0 {
				k.cell[b] = uint8(free)
				free += 2
			}
		}
	}
	if free > rowSize {
		panic("scrub: more letters than a row of the table has cells: raise rowSize")
	}
	for b := 'A'; b <= 'Z'; b++ {
		k.cell[b] = k.cell[b+'a'-'A']
	}
}

// lay writes the trie's states, in breadth-first order, into the table: those without an end
// first, so that one comparison shows whether a word ends.
func (k *keywords) lay(t *trie, order []uint16) {
	place := make([]uint16, len(order))
	var n uint16
	for _, last := range []bool{false, true} {
		if last {
			k.ending = uint32(n)
		}
		for _, s := range order {
			if (len(t.ends[s]) > 0) != last {
				continue
			}
			place[s] = n
			n++
			if last {
				k.ends = append(k.ends, t.ends[s])
			}
		}
	}
	k.next = rows(t, order, place)
}

// rows are the rows of the table.
func rows(t *trie, order, place []uint16) []byte {
	next := make([]byte, len(order)*rowSize)
	row := func(s uint16) []byte { return next[int(place[s])*rowSize:][:rowSize] }
	for _, s := range order { // a suffix before all that fall back to it
		copy(row(s), row(t.suffix[s]))
		for c := t.child[s]; c != 0; c = t.sibling[c] {
			binary.LittleEndian.PutUint16(row(s)[t.letter[c]:], place[c])
		}
	}
	return next
}
