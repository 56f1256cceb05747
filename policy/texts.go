package policy

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// texts returns the scripts that a command hands to a shell, now or later: bash -c '…',
// eval '…', a here-document for bash, trap '…', alias x='…', git -c alias.x='!…'. One that
// is not known may be any.
func texts(c *simple) []word {
	if len(c.words) == 0 || !c.words[0].known {
		return nil
	}
	name, rest := c.words[0].program(), c.words[1:]
	switch {
	case name == "eval" && len(rest) > 0:
		return []word{joined(withoutDashes(rest))}
	case name == "trap":
		if rest = withoutDashes(rest); len(rest) > 1 {
			return rest[:1]
		}
	case name == "alias":
		return aliases(rest)
	case name == "git" || strings.HasPrefix(name, "git-"):
		return gitTexts(gitWords(c.words))
	case name == "source" || name == ".":
		return ofSource(c)
	case name == "at" || name == "batch" || name == "crontab":
		return ofTimetable(c)
	case slices.Contains(shells, name):
		return ofShell(c)
	}
	return ofOptions(name, rest)
}

// withoutDashes are words without the "--" that ends the options.
func withoutDashes(words []word) []word {
	if len(words) > 0 && words[0].known && words[0].text == "--" {
		return words[1:]
	}
	return words
}

// scripted are programs with options whose values are texts for a shell.
var scripted = table[optionNames]{
	{"env", optionNames{"S", []string{"split-string"}}},
	{"compgen", optionNames{"C", nil}}, {"complete", optionNames{"C", nil}}, {"mapfile", optionNames{"C", nil}}, {"readarray", optionNames{"C", nil}},
}

// ofOptions returns what a program's options give it to run, with words that may follow.
func ofOptions(name string, rest []word) (all []word) {
	of, _ := scripted.of(name)
	return of.texts(rest)
}

// aliases returns what NAME=TEXT words stand for; more words may follow each.
func aliases(words []word) (all []word) {
	for _, w := range words {
		_, text, sets := strings.Cut(w.text, "=")
		switch {
		case !w.known:
			all = append(all, word{})
		case sets:
			all = append(all, continued(word{text: text, known: true}))
		}
	}
	return all
}

// continued is a script behind which more words may come.
func continued(text word) word {
	if !text.known {
		return word{}
	}
	return word{text: text.text + ` "$@"`, known: true}
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
