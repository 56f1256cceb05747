package policy

import (
	"path"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/policy/shell"
)

// pattern is what a simple command's words are compared with.
//
//	exact      each token is a word
//	glob       "*" in a token matches any part of one word, "**" any further words
//	shorthand  "git add:*": the words before the colon, and any more
//	text       "git * main": "*" matches any text of the words joined by blanks
type pattern struct {
	tokens []string
	rest   bool // any further words
	text   string
	// written: only words of the text count, not those that another program adds, as with
	// the rules of Claude Code.
	written bool
}

func exactPattern(words []string) pattern { return pattern{tokens: escaped(words)} }

// escaped makes literal words of a glob's tokens.
func escaped(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(w)
	}
	return out
}

// globPattern reads tokens in which "**" is last.
func globPattern(words []string) (pattern, error) {
	p := pattern{}
	for i, w := range words {
		if w == "**" {
			if i != len(words)-1 {
				return p, domain.Usage("read pattern", strings.Join(words, " "), "** stands for all further words and comes last")
			}
			p.rest = true
			continue
		}
		if _, err := path.Match(slashless(w), ""); err != nil {
			return p, domain.Usage("read pattern", w, "close the bracket, or write \\[")
		}
		p.tokens = append(p.tokens, w)
	}
	if len(words) == 0 {
		return p, domain.Usage("read pattern", "", "name a command")
	}
	return p, nil
}

// shorthandPattern reads "git add:*" or "make test".
func shorthandPattern(text string) (pattern, error) {
	body, rest := strings.CutSuffix(text, ":*")
	words, ok := shell.PlainWords(body)
	if !ok || len(words) == 0 || strings.HasSuffix(body, ":") {
		return pattern{}, domain.Usage("read pattern", text, `write words as in a shell, with ":*" behind them for any more: "git add:*"`)
	}
	return pattern{tokens: escaped(words), rest: rest}, nil
}

// textPattern reads a pattern over the joined words.
func textPattern(text string) pattern {
	return pattern{text: strings.Join(strings.Fields(text), " ")}
}

// surely reports whether the words are what the pattern names: every one is known.
func (p *pattern) surely(words []shell.Word) bool {
	for _, w := range words {
		if !w.Known {
			return false
		}
	}
	return p.perhaps(words)
}

// perhaps reports whether the words may be what the pattern names: a word that is not
// known may be any words, also none.
func (p *pattern) perhaps(words []shell.Word) bool {
	if p.text != "" {
		return perhapsText(p.text, words)
	}
	return perhapsTokens(p.tokens, p.rest, words)
}

// perhapsTokens walks the words; reach[k] says that those so far take the first k tokens.
func perhapsTokens(tokens []string, rest bool, words []shell.Word) bool {
	reach := make([]bool, len(tokens)+1)
	reach[0] = true
	for _, w := range words {
		next := make([]bool, len(reach))
		for k, here := range reach {
			switch {
			case !here:
			case !w.Known:
				for further := k; further < len(next); further++ {
					next[further] = true
				}
			case k == len(tokens):
				next[k] = next[k] || rest
			case wordMatches(tokens[k], w.Text):
				next[k+1] = true
			}
		}
		reach = next
	}
	return reach[len(tokens)]
}

// wordMatches compares with a glob in which "*" also matches slashes.
func wordMatches(glob, text string) bool {
	ok, err := path.Match(slashless(glob), slashless(text))
	return ok && err == nil
}

// slashless hides slashes from path.Match, which gives them a special meaning.
func slashless(s string) string { return strings.ReplaceAll(s, "/", "\x00") }

func perhapsText(glob string, words []shell.Word) bool {
	joined := make([]string, len(words))
	for i, w := range words {
		joined[i] = w.Text
		if !w.Known {
			joined[i] = shell.UnknownText
		}
	}
	return textMatches(glob, strings.Join(joined, " "))
}

// textMatches compares a text with "*" for any text; an unknown word is like a "*" of
// the text. A pattern that ends in " *" also takes the command alone.
func textMatches(glob, text string) bool {
	if prefix, ok := strings.CutSuffix(glob, " *"); ok && !strings.Contains(prefix, "*") && text == prefix {
		return true
	}
	return shell.StarMatch(glob, text)
}
