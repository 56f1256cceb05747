package scrub

// trie is the automaton of [keywords] while it is built: state 0 is the root, and a row holds
// the following state for each letter. It has fewer than 65,536 states.
type trie struct {
	next [][]uint16
	ends [][]int // words that end at a state
}

func newTrie(words []string, k *keywords) *trie {
	t := &trie{}
	t.grow(int(k.width))
	for w, word := range words {
		s := uint16(0)
		for _, b := range []byte(word) {
			letter := k.class[b]
			if t.next[s][letter] == 0 {
				t.next[s][letter] = t.grow(int(k.width))
			}
			s = t.next[s][letter]
		}
		t.ends[s] = append(t.ends[s], w)
	}
	return t
}

func (t *trie) grow(width int) uint16 {
	t.next = append(t.next, make([]uint16, width))
	t.ends = append(t.ends, nil)
	return uint16(len(t.next) - 1)
}

// link turns the trie into an automaton: a missing step goes where the longest proper suffix
// would go, and a state ends the words of that suffix too. It returns the states breadth first.
func (t *trie) link() []uint16 {
	suffix := make([]uint16, len(t.next))
	order := []uint16{0}
	for i := 0; i < len(order); i++ {
		s := order[i]
		for letter, to := range t.next[s] {
			var fallback uint16
			if s != 0 {
				fallback = t.next[suffix[s]][letter]
			}
			if to == 0 {
				t.next[s][letter] = fallback
				continue
			}
			suffix[to] = fallback
			t.ends[to] = append(t.ends[to], t.ends[fallback]...)
			order = append(order, to)
		}
	}
	return order
}
