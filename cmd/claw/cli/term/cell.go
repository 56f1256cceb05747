package term

import "strings"

// cell is a text as a cell of a table shows it: control characters are spelled out, and each pictograph is drawn
// alone. Terminals differ in how wide they draw pictographs that are joined, modified or given a style, and the
// cells after them would not be where their column is.
func cell(text string) string {
	var b strings.Builder
	pictograph := false
	for _, r := range Printable(text) {
		switch {
		case pictograph && r == '\u200D', r == '\uFE0E', r == '\uFE0F': // joiner and styles
		case pictograph && r >= '\U0001F3FB' && r <= '\U0001F3FF': // colors of skin
		default:
			b.WriteRune(r)
			pictograph = r >= 0x2190
		}
	}
	return b.String()
}
