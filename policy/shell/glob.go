package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// UnknownText represents an unknown word in a joined text.
const UnknownText = "\x00"

// PlainWords splits a text of literal words as a shell does.
func PlainWords(text string) ([]string, bool) {
	var words []string
	file, err := syntax.NewParser().Parse(strings.NewReader(text), "")
	if err != nil || len(file.Stmts) != 1 {
		return nil, false
	}
	call, ok := file.Stmts[0].Cmd.(*syntax.CallExpr)
	if !ok || len(call.Assigns) > 0 || len(file.Stmts[0].Redirs) > 0 {
		return nil, false
	}
	for _, w := range call.Args {
		word := wordOf(w)
		if !word.Known {
			return nil, false
		}
		words = append(words, word.Text)
	}
	return words, true
}

// StarMatch walks both with a row of states: reach[j] says that the glob so far takes
// the first j bytes of text.
func StarMatch(glob, text string) bool {
	reach := make([]bool, len(text)+1)
	reach[0] = true
	jump(reach, text)
	for i := range len(glob) {
		next := make([]bool, len(text)+1)
		for j, here := range reach {
			switch {
			case !here:
			case glob[i] == '*':
				for k := j; k < len(next) && !next[k]; k++ { // behind one that is taken all are
					next[k] = true
				}
			case j < len(text) && text[j] == UnknownText[0]:
				next[j] = true // the unknown word has this byte in it
			case j < len(text) && text[j] == glob[i]:
				next[j+1] = true
			}
		}
		jump(next, text)
		reach = next
	}
	return reach[len(text)]
}

// jump goes past unknown words that are at their end.
func jump(reach []bool, text string) {
	for j := range len(text) {
		if reach[j] && text[j] == UnknownText[0] {
			reach[j+1] = true
		}
	}
}
