package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// ofEval returns what eval runs.
func ofEval(c *Simple) []Word {
	if len(c.Words) < 2 {
		return nil
	}
	return []Word{joined(withoutDashes(c.Words[1:]))}
}

// ofTrap returns what trap runs later.
func ofTrap(c *Simple) []Word {
	if rest := withoutDashes(c.Words[1:]); len(rest) > 1 {
		return rest[:1]
	}
	return nil
}

// ofHash returns what names refer to after hash -p FILE NAME, or in zsh NAME=FILE.
func ofHash(c *Simple) (all []Word) {
	for i, w := range c.Words[1:] {
		if file, given := optionValue(w, c.at1(i+2), "p"); given {
			all = append(all, continued(quotedWord(file)))
		}
	}
	return append(all, ofAlias(c)...)
}

// at1 is the word at i, an unknown one behind the last.
func (c *Simple) at1(i int) Word {
	if i < len(c.Words) {
		return c.Words[i]
	}
	return Word{}
}

// quotedWord is a text that a shell reads as the word.
func quotedWord(w Word) Word {
	w.Text = "'" + strings.ReplaceAll(w.Text, "'", `'\''`) + "'"
	return w
}

// withoutDashes are words without the "--" that ends the options.
func withoutDashes(words []Word) []Word {
	if len(words) > 0 && words[0].Known && words[0].Text == "--" {
		return words[1:]
	}
	return words
}

// ofAlias returns the texts of NAME=TEXT words, or as fish writes it NAME TEXT; more words may follow each.
func ofAlias(c *Simple) (all []Word) {
	words := withoutDashes(c.Words[1:])
	for _, w := range words {
		_, text, sets := strings.Cut(w.Text, "=")
		switch {
		case !w.Known:
			all = append(all, Word{})
		case sets:
			all = append(all, continued(Word{Text: text, Known: true}))
		}
	}
	if len(all) == 0 && len(words) > 1 && c.Words[0].Text == "alias" {
		all = append(all, continued(joined(words[1:])))
	}
	return all
}

// ofAliasSet returns the text of NAME after gh alias set NAME '!TEXT'.
func ofAliasSet(c *Simple) (all []Word) {
	for _, w := range c.Words[1:] {
		w = w.template()
		if text, shell := strings.CutPrefix(w.Text, "!"); shell && w.Known {
			all = append(all, continued(Word{Text: text, Known: true}))
		}
	}
	return all
}

// continued is a script behind which more words may come.
func continued(text Word) Word {
	if text.partly != "" {
		text.partly += ` "$@"`
	}
	return Word{Text: text.Text + ` "$@"`, Known: text.Known, partly: text.partly}
}

func joined(words []Word) Word {
	texts := make([]string, len(words))
	for i, w := range words {
		if !w.Known {
			return Word{}
		}
		texts[i] = w.Text
	}
	return Word{Text: strings.Join(texts, " "), Known: true}
}

// given returns the texts that redirections hand to a command as its input.
func given(list []*syntax.Redirect) (all []Word) {
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
func hereDocument(r *syntax.Redirect) Word {
	var b strings.Builder
	if r.Hdoc == nil {
		return Word{Known: true}
	}
	raw := quoted(r.Word)
	for _, part := range r.Hdoc.Parts {
		lit, ok := part.(*syntax.Lit)
		switch {
		case !ok:
			return Word{}
		case raw:
			b.WriteString(lit.Value)
		default:
			b.WriteString(unescaped(lit.Value))
		}
	}
	return Word{Text: b.String(), Known: true}
}
