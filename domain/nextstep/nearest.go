package nextstep

// mostEdits is how many edits away a name may be that a word was meant to be.
const mostEdits = 3

// Nearest returns the name that a word most likely was meant to be, for the hint of an
// error; "" for none. It is the one with the least edits, at most half of the word's bytes.
func Nearest(word string, names []string) string {
	best, most := "", min(len(word)/2, mostEdits)+1
	for _, name := range names {
		if apart := max(len(word)-len(name), len(name)-len(word)); apart >= most {
			continue // each byte more is an edit
		}
		if d := edits(word, name); d < most {
			best, most = name, d
		}
	}
	return best
}

// edits is the Levenshtein distance in bytes.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
