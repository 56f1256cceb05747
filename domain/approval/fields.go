package approval

import (
	"errors"
	"strings"
)

var errUnclosed = errors.New("has a quote that is not closed")

// fields splits at blanks that are not inside double quotes.
func fields(text string) ([]string, error) {
	if strings.Count(text, `"`)%2 != 0 {
		return nil, errUnclosed
	}
	var out []string
	for _, word := range splitOutsideQuotes(strings.ReplaceAll(text, "\t", " "), ' ') {
		if word != "" {
			out = append(out, word)
		}
	}
	return out, nil
}

func splitOutsideQuotes(text string, sep byte) []string {
	var out []string
	from, quoted := 0, false
	for i := range len(text) {
		switch {
		case text[i] == '"':
			quoted = !quoted
		case text[i] == sep && !quoted:
			out = append(out, text[from:i])
			from = i + 1
		}
	}
	return append(out, text[from:])
}
