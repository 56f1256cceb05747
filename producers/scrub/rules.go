package scrub

import (
	_ "embed" // of keywords.table
	"github.com/clawable/claw/internal/lazy"
	"regexp"
	"sync"
)

//go:generate go test -run TestTheTablesAreWhatTheRulesSay . -update

// A rule describes one kind of secret. It is tried where one of its keywords occurs.
//
// Either Regex matches from the keyword (or, with Back, from up to so many bytes before it), or
// Name matches from the keyword what a field, variable or header is called and Value what it
// holds; Style says how the two are joined. The secret is the first capture group that took
// part, without groups the whole match.
type rule struct {
	ID       string
	Family   string
	What     string
	Keywords []string
	Fold     bool     // letter case of keywords and patterns does not matter
	Back     int      // bytes before the keyword at which a match may begin
	Reach    int      // bytes after the keyword's start that a match may use; 512 where the file says nothing
	Program  bool     // the keyword calls a program: what follows its next call belongs to that one
	Dot      int      // bytes from the keyword's start to a dot without which there is no match; 0 for none
	Edge     string   // see [rule.leftEdge]: both ends (default), dash, right, none
	Regex    string   // of a token
	Style    string   // quoted, env or any: see [joined]; named: see [ruleSet.named]
	Form     string   // of a named rule: env or flag, what it reports instead of that which has keywords
	Name     string   // of an assignment
	Value    string   // of an assignment
	Checks   []string // see [passes]

	order  int // place in the file, from 0
	once   sync.Once
	inText *regexp.Regexp // anchored, unless Back is set
	ofName *regexp.Regexp // end of a member name; nil for tokens
	asAll  *regexp.Regexp // whole member value; nil for tokens
	// startsAtKeyword says that the secret, if there is one, begins where the keyword does.
	startsAtKeyword bool
}

// styleNamed marks the rules whose names and values are read without an expression.
const styleNamed = "named"

// ruleSet is the rules with the automaton that says where to try which.
type ruleSet struct {
	rules    []rule
	keywords *keywords
	tried    [][]attempt // by keyword number
}

// attempt is a rule to try at a keyword; a nil rule means an escape sequence.
type attempt struct {
	rule  *rule
	exact string // keyword in its own letter case, empty when case does not matter
}

// embedded is what rules.toml says. Its rules and words are in tables.go and its automaton is in
// keywords.table, both made by go generate: a process begins without reading or building anything.
var embedded = lazy.Value[*ruleSet]{Make: func() *ruleSet {
	return &ruleSet{rules: rules[:], tried: tried[:], keywords: &keywords{cell: cells, next: nextStates,
		ending: firstEnding, ends: ends[:], length: lengths[:]}}
}}

//go:embed keywords.table
var nextStates []byte

// compile makes the rule's expressions, once.
func (r *rule) compile() {
	r.once.Do(func() {
		flags := ""
		if r.Fold {
			flags = "(?i)"
		}
		if r.Name == "" {
			anchor := `\A`
			if r.Back > 0 {
				anchor = ""
			}
			r.inText = regexp.MustCompile(flags + anchor + "(?:" + r.Regex + ")")
			return
		}
		r.ofName = regexp.MustCompile(flags + "(?:" + r.Name + `)\z`)
		r.asAll = regexp.MustCompile(flags + `\A(?:` + r.Value + `)\z`)
		value := r.Value
		if r.asAll.NumSubexp() == 0 {
			value = "(" + value + ")"
		}
		r.inText = regexp.MustCompile(flags + joined(r.Style, r.Name, value))
	})
}

// joined is the expression of an assignment in a text:
//
//	quoted   name = "value"   name: 'value'   "name": "value"   name := `value`
//	env      NAME=value       and all of quoted
//	any      all of these and  name: value
//
// Quotes and brackets may carry any number of backslashes, as in JSON inside JSON.
func joined(style, name, value string) string {
	const (
		quote = "\\\\*[\"'`]"
		sep   = `\s*(?::\s*(?:str|string)\s*)?(?::=|=>|=|:|,)\s*`
		after = `(?:` + quote + `)?\]?`
	)
	quoted := after + sep + quote + value + quote
	switch style {
	case "env":
		quoted = `(?:` + `=(?:` + quote + `)?` + value + `|` + quoted + `)`
	case "any":
		quoted = after + sep + `(?:\[\s*)?(?:` + quote + `)?` + value
	}
	return `\A(?:` + name + `)` + quoted
}
