package scrub

// trie holds the words of [keywords] while its table is built: state 0 is the root, and the
// others are the beginnings of words. It has fewer than 65,536 states.
type trie struct {
	root    []uint16 // by cell: what follows the root; 0 for nothing
	child   []uint16 // a state's latest child, 0 for none
	sibling []uint16 // an earlier child of the same parent, 0 for none
	letter  []uint8  // the letter that leads to a state, as its cell
	ends    [][]int  // words that end at a state
	suffix  []uint16 // the longest proper suffix that is a state too; see link
}

// newTrie builds the states of words, to whose bytes k has given cells.
func newTrie(words []string, k *keywords) *trie {
	most := 1
	for _, word := range words {
		most += len(word)
	}
	t := &trie{root: make([]uint16, rowSize), child: make([]uint16, 1, most), sibling: make([]uint16, 1, most),
		letter: make([]uint8, 1, most), ends: make([][]int, 1, most)}
	for w, word := range words {
		s := uint16(0)
		for _, b := range []byte(word) {
			letter := k.cell[b]
			to := t.step(s, letter)
			if to == 0 {
				to = t.grow(s, letter)
			}
			s = to
		}
		t.ends[s] = append(t.ends[s], w)
	}
	return t
}

// grow adds a state that follows s.
func (t *trie) grow(s uint16, letter uint8) uint16 {
	n := uint16(len(t.child))
	t.child, t.sibling = append(t.child, 0), append(t.sibling, t.child[s])
	t.letter, t.ends = append(t.letter, letter), append(t.ends, nil)
	t.child[s] = n
	if s == 0 {
		t.root[letter] = n
	}
	return n
}

// step returns the state that follows s in a word, 0 for none.
func (t *trie) step(s uint16, letter uint8) uint16 {
	if s == 0 {
		return t.root[letter]
	}
	c := t.child[s]
	for c != 0 && t.letter[c] != letter {
		c = t.sibling[c]
	}
	return c
}

// link finds the suffix of each state, which the automaton falls back to; a state ends the words
// of its suffix too. It returns the states breadth first.
func (t *trie) link() []uint16 {
	t.suffix = make([]uint16, len(t.child))
	order := make([]uint16, 1, len(t.child))
	for i := 0; i < len(order); i++ {
		s := order[i]
		for c := t.child[s]; c != 0; c = t.sibling[c] {
			t.suffix[c] = t.fallback(s, t.letter[c])
			t.ends[c] = append(t.ends[c], t.ends[t.suffix[c]]...)
			order = append(order, c)
		}
	}
	return order
}

// fallback returns the suffix of the state that follows s by letter.
func (t *trie) fallback(s uint16, letter uint8) uint16 {
	for s != 0 {
		s = t.suffix[s]
		if to := t.step(s, letter); to != 0 {
			return to
		}
	}
	return 0
}
