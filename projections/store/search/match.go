package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
)

// matchExpression makes an FTS5 expression of what a person typed: words that must all
// be there, "phrases", prefix*, -word for what must not be. Everything else is plain
// text: no sign means anything else.
//
// Errors: kind usage when nothing is looked for.
func matchExpression(text string) (string, error) {
	var want, not []string
	for _, t := range terms(text) {
		expression := `"` + strings.ReplaceAll(apart(t.text), `"`, `""`) + `"`
		if t.prefix {
			expression += "*"
		}
		if t.not {
			not = append(not, expression)
		} else {
			want = append(want, expression)
		}
	}
	if len(want) == 0 {
		return "", &domain.Error{Kind: domain.ErrUsage, Operation: "search", Target: text, Message: "not accepted", Next: domain.Step{Code: nextstep.NameWord}}
	}
	out := strings.Join(want, " AND ")
	for _, n := range not {
		out = "(" + out + ") NOT " + n
	}
	return out, nil
}

// term is one word or phrase of a query.
type term struct {
	text        string
	prefix, not bool
}

func terms(text string) []term {
	var out []term
	for rest := strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", " "), " "); ; {
		rest = strings.TrimLeftFunc(rest, unicode.IsSpace)
		if rest == "" {
			return out
		}
		var t term
		if next, ok := strings.CutPrefix(rest, "-"); ok && startsTerm(next) {
			t.not, rest = true, next
		}
		if rest[0] == '"' {
			t.text, rest, _ = strings.Cut(rest[1:], `"`)
		} else {
			end := strings.IndexFunc(rest, unicode.IsSpace)
			if end < 0 {
				end = len(rest)
			}
			t.text, rest = rest[:end], rest[end:]
			t.text, t.prefix = strings.CutSuffix(t.text, "*")
		}
		if strings.ContainsFunc(t.text, isWord) {
			out = append(out, t)
		}
	}
}

// startsTerm reports whether a minus before text leaves something out; --force is a word.
func startsTerm(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return r == '"' || isWord(r)
}

// isWord reports whether the index keeps a sign; a term without one finds nothing.
func isWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.Is(unicode.Co, r)
}
