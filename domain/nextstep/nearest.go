package nextstep

// mostEdits is how many edits away a name may be that a word was meant to be.
const mostEdits = 3

// Nearest returns the name that a word most likely was meant to be, for the hint of an
// error; "" for none. It is the one with the least edits, at most about a third of the word's bytes.
func Nearest(word string, names []string) string {
	best, most := "", min((len(word)+1)/3, mostEdits)+1
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

// edits is the distance in bytes: each byte more, less or other is an edit, and so are two
// neighbours that have changed places (optimal string alignment).
func edits(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, last, row = last, row, before
		row[0] = i + 1
		for j := range len(b) {
			if a[i] == b[j] {
				row[j+1] = last[j]
				continue
			}
			row[j+1] = 1 + min(last[j], last[j+1], row[j])
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], 1+before[j-1])
			}
		}
	}
	return row[len(b)]
}
