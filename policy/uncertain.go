package policy

import (
	"path"
	"slices"
	"strings"

	"github.com/clawable/claw/policy/shell"
)

// uncertain adds to the verdict the rules that decide what to do about what is uncertain. Where such a rule
// surely means a part it decides as usual; otherwise the closer reading of the action determines whether it may
// mean one at all.
func (v *Verdict) uncertain(layers []Layer, a *Action, all []part) {
	var closer []part
	for i := range layers {
		l := &layers[i]
		for k := range l.rules() {
			r := &l.Policy.Rules[k]
			if r.Uncertain == "" {
				continue
			}
			if closer == nil {
				closer = closerParts(a, all)
			}
			v.weigh(r, l, a, all, closer)
		}
	}
}

// weigh takes one rule into the verdict.
func (v *Verdict) weigh(r *Rule, l *Layer, a *Action, all, closer []part) {
	if !r.When.around(a, false) || !r.When.stands(a, false) { // what is not known of these may be anything, as ever
		return
	}
	for _, reading := range [][]part{all, closer} {
		for i := range reading {
			if p := &reading[i]; p.program == "" && p.guess == "" && r.When.certainly(a, p) {
				v.take(r.match(l, p, r.Decision))
				return
			}
		}
	}
	for i := range closer {
		p := &closer[i]
		says := r.When.mayMean(a, p)
		if says == "" {
			continue
		}
		m := r.match(l, p, r.Uncertain)
		if m.Uncertain = says; r.Uncertain == Allow {
			v.Passed = append(v.Passed, m)
		} else {
			v.take(m)
		}
		return
	}
}

// certainly reports whether the condition holds for a part whatever the words are that are not known, as
// far as it is about words.
func (c *Condition) certainly(a *Action, p *part) bool {
	return c.argvCertainly(p) && c.refsCertainly(a, p) && c.pathsCertainly(a, p)
}

func (c *Condition) argvCertainly(p *part) bool {
	return len(c.Argv) == 0 || !p.unread && slices.ContainsFunc(c.Argv, func(t pattern) bool {
		return slices.ContainsFunc(views(p.Possible()), t.certainly)
	})
}

// certainly reports whether the words are what the pattern names: unknown words occur only where any words may.
func (p *pattern) certainly(words []shell.Word) bool {
	if p.text != "" {
		if !p.mayBegin(words) {
			return false
		}
		marked := slices.Clone(words)
		for i, w := range marked {
			if !w.Known {
				marked[i] = shell.Word{Text: "\x02", Known: true}
			}
		}
		return perhapsText(p.text, marked)
	}
	n := min(len(words), len(p.tokens))
	if slices.ContainsFunc(words[:n], func(w shell.Word) bool { return !w.Known }) {
		return false
	}
	return perhapsTokens(p.tokens, false, words[:n]) && (p.rest || len(words) == n)
}

func (c *Condition) refsCertainly(a *Action, p *part) bool {
	if len(c.Refs) == 0 {
		return true
	}
	words := p.Possible()
	git := shell.GitCommand(words)
	if p.unread || len(git) < 2 || !git[1].Known {
		return false
	}
	r, ok := shell.RefsOf(words, string(a.Branch))
	told := !slices.ContainsFunc(words, func(w shell.Word) bool { return !w.Known })
	return ok && (slices.ContainsFunc(r.Names, c.refHit) || r.Open && told)
}

func (c *Condition) pathsCertainly(a *Action, p *part) bool {
	if len(c.Paths) == 0 {
		return true
	}
	goals := c.goals(a)
	return !p.unread && slices.ContainsFunc(p.placed(a), func(f file) bool {
		return f.sure && slices.ContainsFunc(goals, func(g goal) bool { return partsMatch(g.below, f.names) || f.tree && g.holds(f.names) })
	})
}

// mayMean describes what cannot be determined about the part, where the condition may hold for it; "" where it
// does not. The part is one of the closer reading.
func (c *Condition) mayMean(a *Action, p *part) string {
	if p.unread {
		return "a text in it cannot be read"
	}
	if p.program != "" {
		return c.mentionedIn(a, p.program)
	}
	if p.guess != "" {
		return p.guessed(c, a)
	}
	if !c.argvLikely(p) || !c.refsLikely(a, p) || !c.pathsLikely(a, p) {
		return ""
	}
	return p.says()
}

// guessed says why the condition may hold for a part that is run perhaps. A rule about one word only, such as a program's name, does not
// mean words of another one.
func (p *part) guessed(c *Condition, a *Action) string {
	if len(p.Words) == 0 && len(c.Argv)+len(c.Refs) == 0 && len(c.Paths) > 0 && c.pathsLikely(a, p) {
		return p.guess
	}
	means := slices.ContainsFunc(c.Argv, func(t pattern) bool {
		long := len(t.tokens) > 1 || strings.Contains(strings.TrimRight(t.text, " *"), " ") || strings.Contains(strings.Trim(t.text, "*"), "*")
		return long && slices.ContainsFunc(views(p.Possible()), t.likely)
	})
	if len(p.Words) == 0 || len(c.Argv)+len(c.Refs) == 0 || len(c.Argv) > 0 && !means || !c.refsLikely(a, p) || !c.pathsLikely(a, p) {
		return ""
	}
	return p.guess
}

// says describes what cannot be determined about a part.
func (p *part) says() string {
	for _, w := range p.Words {
		if !w.Known && w.Text != "" {
			return "what " + w.Text + " stands for is not in its text"
		}
	}
	if p.More || slices.ContainsFunc(p.Words, func(w shell.Word) bool { return !w.Known }) {
		return "words follow that are not in its text"
	}
	if len(p.Words) > 0 && len(sweptBy(p.Words)) > 0 {
		return "it removes what is in a folder, without its names"
	}
	return "its words may name a file or a folder around it, or something else"
}

func (c *Condition) argvLikely(p *part) bool {
	return len(c.Argv) == 0 || slices.ContainsFunc(c.Argv, func(t pattern) bool {
		words := withoutMessages(p.Possible())
		if t.written {
			words = p.Words
		}
		return slices.ContainsFunc(append(views(words), baseView(words)...), t.likely)
	})
}

// withoutMessages are words without those that are one text behind an option that takes one.
func withoutMessages(words []shell.Word) (rest []shell.Word) {
	for i, w := range words {
		if i > 0 && !w.Known && w.Single && slices.Contains([]string{"-m", "--message", "--title", "--body"}, words[i-1].Text) {
			continue
		}
		rest = append(rest, w)
	}
	return rest
}

// baseView is a command whose program is known from its last slash on.
func baseView(words []shell.Word) [][]shell.Word {
	if len(words) == 0 || words[0].Known || !strings.Contains(words[0].Path, "/") {
		return nil
	}
	base := path.Base(words[0].Path)
	return [][]shell.Word{append([]shell.Word{{Text: base, Known: !strings.ContainsAny(base, "*?"+shell.UnknownText), Path: base}}, words[1:]...)}
}

// likely reports whether the words may be what the pattern names. Of a word that is not known what its
// text holds has to fit.
func (p *pattern) likely(words []shell.Word) bool {
	if p.text == "" {
		return likelyTokens(p.tokens, p.rest, words)
	}
	if !p.mayBegin(words) {
		return false
	}
	joined := make([]string, len(words))
	for i, w := range words {
		switch joined[i] = w.Text; {
		case w.Known:
		case w.Path == "":
			joined[i] = shell.UnknownText
		default:
			joined[i] = strings.NewReplacer("*", shell.UnknownText, "?", shell.UnknownText).Replace(w.Path)
		}
	}
	return textMatches(p.text, strings.Join(joined, " "))
}

// mayBegin reports whether the first of the words may be that of a text pattern.
func (p *pattern) mayBegin(words []shell.Word) bool {
	first, _, _ := strings.Cut(p.text, " ")
	switch {
	case len(words) == 0:
		return false
	case strings.Contains(first, "*"):
		return true
	case words[0].Known:
		return strings.HasPrefix(words[0].Text, first)
	}
	return words[0].Path == "" || piecesMeet(words[0].Path, first)
}

// likelyTokens walks the words as [perhapsTokens] does. A word of which a piece is known makes one word
// at least, of which the first begins as the piece does.
func likelyTokens(tokens []string, rest bool, words []shell.Word) bool {
	reach := make([]bool, len(tokens)+1)
	reach[0] = true
	for _, w := range words {
		next := make([]bool, len(reach))
		for k, here := range reach {
			switch {
			case !here:
			case !w.Known && w.Single && w.Path == "" && k < len(tokens):
				next[k+1] = true
			case !w.Known && w.Single && w.Path == "":
				next[k] = next[k] || rest
			case !w.Known && w.Path == "":
				for further := k; further < len(next); further++ {
					next[further] = true
				}
			case k == len(tokens):
				next[k] = next[k] || rest
			case w.Known:
				next[k+1] = next[k+1] || wordMatches(tokens[k], w.Text)
			case w.Single && piecesMeet(w.Path, tokens[k]):
				next[k+1] = true
			case piecesMeet(w.Path, tokens[k]):
				for further := k + 1; further < len(next); further++ {
					next[further] = true
				}
			}
		}
		reach = next
	}
	return reach[len(tokens)]
}

// piecesMeet reports whether a word that is known in part, or the first of those that it makes, may be
// what a token names.
func piecesMeet(pieces, token string) bool {
	glob := strings.ReplaceAll(pieces, shell.UnknownText, "*")
	if first := strings.IndexAny(glob, "*?["); first >= 0 && strings.Contains(pieces, shell.UnknownText) {
		glob = glob[:first] + "*"
	}
	return partMeets(slashless(glob), slashless(token))
}

func (c *Condition) refsLikely(a *Action, p *part) bool {
	if len(c.Refs) == 0 {
		return true
	}
	words := p.Possible()
	if len(words) > 0 && !words[0].Known && words[0].Path != "" && !gitPush.likely(words[:1]) && len(c.Argv) == 0 {
		return false
	}
	r, ok := shell.RefsOf(words, string(a.Branch))
	return ok && (r.Open || slices.ContainsFunc(r.Names, c.refHit))
}

// gitPush is the command that changes refs.
var gitPush = pattern{tokens: []string{"git"}, rest: true}

func (c *Condition) pathsLikely(a *Action, p *part) bool {
	if len(c.Paths) == 0 {
		return true
	}
	goals, cwd := c.goals(a), strings.Split(strings.ToLower(a.CWD), "/")
	return slices.ContainsFunc(p.placed(a), func(f file) bool {
		around := f.tree && len(cwd) >= len(f.names) && slices.Equal(f.names, cwd[:len(f.names)])
		return slices.ContainsFunc(goals, func(g goal) bool {
			if f.found {
				return g.isFound(f.names)
			}
			return g.meets(f.names) || f.tree && g.holds(f.names) || around && g.anywhere() || f.rest != "" && g.endsAs(f.rest)
		})
	})
}
