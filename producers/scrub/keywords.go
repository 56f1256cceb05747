package scrub

// keywords finds many words in one pass over a text, without regard to ASCII letter case: an
// Aho-Corasick automaton as a dense table (Aho, Corasick: Efficient string matching, CACM 18(6),
// 1975). It never looks at a byte twice and allocates nothing while searching.
type keywords struct {
	class [256]uint8 // letter of a byte; 0 is every byte that is in no word
	// next holds, for each state times width plus letter, the following state times width.
	next  []uint32
	width uint32
	// States are numbered so that those at which a word ends come last.
	ending uint32  // first of these, times width
	ends   [][]int // for each of these, the words that end there, longest first
	length []int   // of each word
}

// newKeywords builds the automaton for words, which are non-empty and in lower case.
func newKeywords(words []string) *keywords {
	k := &keywords{length: make([]int, len(words))}
	k.number(words)
	t := newTrie(words, k)
	k.lay(t, t.link())
	return k
}

// number gives each byte that occurs in a word a letter of its own, both cases the same.
func (k *keywords) number(words []string) {
	k.width = 1
	for i, word := range words {
		k.length[i] = len(word)
		for _, b := range []byte(word) {
			if k.class[b] == 0 {
				k.class[b] = uint8(k.width)
				k.width++
			}
		}
	}
	for b := 'A'; b <= 'Z'; b++ {
		k.class[b] = k.class[b+'a'-'A']
	}
}

// lay writes the trie's states, in breadth-first order, into the table: those without an end
// first, so that one comparison tells whether a word ends.
func (k *keywords) lay(t *trie, order []uint16) {
	place := make([]uint32, len(order))
	var n uint32
	for _, last := range []bool{false, true} {
		if last {
			k.ending = n * k.width
		}
		for _, s := range order {
			if (len(t.ends[s]) > 0) != last {
				continue
			}
			place[s] = n * k.width
			n++
			if last {
				k.ends = append(k.ends, t.ends[s])
			}
		}
	}
	k.next = make([]uint32, n*k.width)
	for _, s := range order { // a suffix before all that fall back to it
		row := k.next[place[s]:][:k.width]
		copy(row, k.next[place[t.suffix[s]]:])
		for c := t.child[s]; c != 0; c = t.sibling[c] {
			row[t.letter[c]] = place[c]
		}
	}
}

// find walks text from index i in state s (0 at the start) until a word ends. It returns the
// words that end there, the index after their last byte and the state to go on with; without
// another word, nil and the text's length.
func (k *keywords) find(text []byte, i int, s uint32) (words []int, end int, state uint32) {
	next, class, ending := k.next, &k.class, k.ending
	for ; i < len(text); i++ {
		s = next[s+uint32(class[text[i]])]
		if s >= ending {
			return k.ends[(s-ending)/k.width], i + 1, s
		}
	}
	return nil, len(text), s
}
