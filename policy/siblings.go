package policy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/clawable/claw/policy/shell"
)

// spelling is one flag of a program: the letters and the name that mean the same.
type spelling struct{ letters, name string }

// spellings are flags of programs that rules name, by program or by program and verb. None of them takes a value.
var spellings = shell.Table[[]spelling]{
	{"rm", []spelling{{"rR", "recursive"}, {"f", "force"}, {"v", "verbose"}}}, {"mv", []spelling{{"f", "force"}}}, {"cp", []spelling{{"rR", "recursive"}, {"f", "force"}}}, {"ln", []spelling{{"s", "symbolic"}, {"f", "force"}}},
	{"chmod", []spelling{{"R", "recursive"}}}, {"chown", []spelling{{"R", "recursive"}}}, {"chgrp", []spelling{{"R", "recursive"}}},
	{"curl", []spelling{{"k", "insecure"}, {"L", "location"}}}, {"git rm", []spelling{{"r", ""}, {"f", "force"}}},
	{"git push", []spelling{{"f", "force"}, {"d", "delete"}, {"n", "dry-run"}}}, {"git clean", []spelling{{"f", "force"}, {"d", ""}, {"x", ""}}}, {"git add", []spelling{{"A", "all"}, {"f", "force"}}},
	{"git commit", []spelling{{"n", "no-verify"}, {"a", "all"}}}, {"git checkout", []spelling{{"f", "force"}}}, {"git switch", []spelling{{"f", "force"}}}, {"git branch", []spelling{{"d", "delete"}, {"f", "force"}}},
	{"git tag", []spelling{{"d", "delete"}, {"f", "force"}}}, {"docker rm", []spelling{{"f", "force"}, {"v", "volumes"}}}, {"docker rmi", []spelling{{"f", "force"}}}, {"podman rm", []spelling{{"f", "force"}, {"v", "volumes"}}},
}

// maxNamed bounds the spellings that a finding names.
const maxNamed = 4

// missed lists the spellings of a rule's commands that no rule as strict holds back, "" when there are none.
func missed(layers []Layer, r *Rule) string {
	if r.Decision == Allow {
		return ""
	}
	var names []string
	for i := range r.When.Argv {
		for _, words := range siblings(r.When.Argv[i].example()) {
			if name := strings.Join(words, " "); !slices.Contains(names, name) && !isHeld(layers, r, words) {
				names = append(names, name)
			}
		}
	}
	switch more := len(names) - maxNamed; {
	case len(names) == 0:
		return ""
	case more > 0:
		return fmt.Sprintf("it does not hold for %s and %d more spellings of the same", strings.Join(names[:maxNamed], ", "), more)
	}
	return "it does not hold for " + strings.Join(names, ", ") + ", which do the same"
}

// isHeld reports whether a rule that is at least as strict matches the words wherever r applies.
func isHeld(layers []Layer, r *Rule, words []string) bool {
	command := make([]shell.Word, len(words))
	for i, w := range words {
		command[i] = shell.Word{Text: w, Known: true}
	}
	there := r.When
	there.Argv = nil
	for i := range layers {
		for _, o := range layers[i].rules() {
			argv := o.When.Argv
			o.When.Argv = nil
			meets := len(argv) == 0 || slices.ContainsFunc(argv, func(p pattern) bool { return p.perhaps(command) })
			if meets && o.Decision != Allow && o.asStrict(r) && o.When.covers(&there) {
				return true
			}
		}
	}
	return false
}

// example are words that the pattern takes.
func (p *pattern) example() (words []string) {
	tokens := p.tokens
	if p.text != "" {
		tokens = strings.Fields(p.text)
	}
	for _, token := range tokens {
		w := strings.NewReplacer(`\*`, "*", `\?`, "?", `\[`, "[", `\\`, `\`, "*", "").Replace(token)
		if w == "" {
			w = "x"
		}
		words = append(words, w)
	}
	if p.rest {
		words = append(words, "x")
	}
	return words
}

// siblings are other spellings of a command: its flags together and apart, in another order, by their names.
func siblings(words []string) (all [][]string) {
	known, at := spellingsOf(words)
	flags, end := flagsOf(known, words, at)
	if len(flags) == 0 {
		return nil
	}
	back := slices.Clone(flags)
	slices.Reverse(back)
	for _, order := range [][]spelling{flags, back} {
		for _, spelt := range spelt(order) {
			one := slices.Concat(words[:at], spelt, words[end:])
			if !slices.Equal(one, words) {
				all = append(all, one)
			}
		}
	}
	return all
}

// spellingsOf returns what is known of a command's flags, and where they begin.
func spellingsOf(words []string) (known []spelling, at int) {
	for n := min(2, len(words)); n > 0; n-- {
		if of, ok := spellings.Of(strings.Join(words[:n], " ")); ok {
			return of, n
		}
	}
	return nil, 0
}

// flagsOf reads the flags that begin at a word, up to the first that is none; nil where one is not known.
func flagsOf(known []spelling, words []string, at int) (flags []spelling, end int) {
	for end = at; end < len(words) && strings.HasPrefix(words[end], "-") && words[end] != "--"; end++ {
		names := strings.Split(strings.TrimPrefix(words[end], "-"), "")
		if name, long := strings.CutPrefix(words[end], "--"); long {
			names = []string{name}
		}
		for _, name := range names {
			i := slices.IndexFunc(known, func(s spelling) bool {
				return s.name == name || len(name) == 1 && strings.Contains(s.letters, name)
			})
			if i < 0 {
				return nil, end
			}
			flags = append(flags, known[i])
		}
	}
	return flags, end
}

// spelt are the ways to write flags in one order: together, apart, by their names.
func spelt(flags []spelling) [][]string {
	var together, other strings.Builder
	var apart, named []string
	for _, f := range flags {
		together.WriteByte(f.letters[0])
		other.WriteByte(f.letters[len(f.letters)-1])
		apart = append(apart, "-"+f.letters[:1])
		if f.name != "" {
			named = append(named, "--"+f.name)
		}
	}
	all := [][]string{{"-" + together.String()}, apart, {"-" + other.String()}}
	if len(named) == len(flags) {
		all = append(all, named)
	}
	return all
}
