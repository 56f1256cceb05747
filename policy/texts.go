package policy

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// ofEval returns what eval runs.
func ofEval(c *simple) []word {
	if len(c.words) < 2 {
		return nil
	}
	return []word{joined(withoutDashes(c.words[1:]))}
}

// ofTrap returns what trap runs later.
func ofTrap(c *simple) []word {
	if rest := withoutDashes(c.words[1:]); len(rest) > 1 {
		return rest[:1]
	}
	return nil
}

// ofHash returns what names stand for after hash -p FILE NAME, or in zsh NAME=FILE.
func ofHash(c *simple) (all []word) {
	for i, w := range c.words[1:] {
		if file, given := optionValue(w, c.at1(i+2), "p"); given {
			all = append(all, continued(quotedWord(file)))
		}
	}
	return append(all, ofAlias(c)...)
}

// at1 is the word at i, an unknown one behind the last.
func (c *simple) at1(i int) word {
	if i < len(c.words) {
		return c.words[i]
	}
	return word{}
}

// quotedWord is a text that a shell reads as the word.
func quotedWord(w word) word {
	w.text = "'" + strings.ReplaceAll(w.text, "'", `'\''`) + "'"
	return w
}

// withoutDashes are words without the "--" that ends the options.
func withoutDashes(words []word) []word {
	if len(words) > 0 && words[0].known && words[0].text == "--" {
		return words[1:]
	}
	return words
}

// ofAlias returns what NAME=TEXT words stand for, or as fish writes it NAME TEXT; more words may follow each.
func ofAlias(c *simple) (all []word) {
	words := withoutDashes(c.words[1:])
	for _, w := range words {
		_, text, sets := strings.Cut(w.text, "=")
		switch {
		case !w.known:
			all = append(all, word{})
		case sets:
			all = append(all, continued(word{text: text, known: true}))
		}
	}
	if len(all) == 0 && len(words) > 1 && c.words[0].text == "alias" {
		all = append(all, continued(joined(words[1:])))
	}
	return all
}

// continued is a script behind which more words may come.
func continued(text word) word {
	if text.partly != "" {
		text.partly += ` "$@"`
	}
	return word{text: text.text + ` "$@"`, known: text.known, partly: text.partly}
}

func joined(words []word) word {
	texts := make([]string, len(words))
	for i, w := range words {
		if !w.known {
			return word{}
		}
		texts[i] = w.text
	}
	return word{text: strings.Join(texts, " "), known: true}
}

// given returns the texts that redirections hand to a command as its input.
func given(list []*syntax.Redirect) (all []word) {
	for _, r := range list {
		switch {
		case r.Op == syntax.WordHdoc:
			all = append(all, wordOf(r.Word))
		case r.Op == syntax.Hdoc || r.Op == syntax.DashHdoc:
			all = append(all, hereDocument(r))
		}
	}
	return all
}

// hereDocument reads the lines of a here-document; they are known when nothing in them
// is expanded.
func hereDocument(r *syntax.Redirect) word {
	var b strings.Builder
	if r.Hdoc == nil {
		return word{known: true}
	}
	raw := quoted(r.Word)
	for _, part := range r.Hdoc.Parts {
		lit, ok := part.(*syntax.Lit)
		switch {
		case !ok:
			return word{}
		case raw:
			b.WriteString(lit.Value)
		default:
			b.WriteString(unescaped(lit.Value))
		}
	}
	return word{text: b.String(), known: true}
}
