package scrub

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"
)

//go:embed rules.toml
var rulesFile string

// A rule says how one kind of secret looks. It is tried where one of its keywords stands.
//
// Either Regex matches from the keyword (or, with Back, from up to so many bytes before it), or
// Name matches from the keyword what a field, variable or header is called and Value what it
// holds; Style says how the two are joined. The secret is the first capture group that took
// part, without groups the whole match.
type rule struct {
	ID       string   `toml:"id"`
	Family   string   `toml:"family"`
	What     string   `toml:"what"`
	Keywords []string `toml:"keywords"`
	Fold     bool     `toml:"fold"`   // letter case of keywords and patterns does not matter
	Back     int      `toml:"back"`   // bytes before the keyword at which a match may begin
	Reach    int      `toml:"reach"`  // bytes after the keyword's start that a match may use
	Edge     string   `toml:"edge"`   // see [rule.leftEdge]: both ends (default), dash, right, none
	Regex    string   `toml:"regex"`  // of a token
	Style    string   `toml:"style"`  // quoted, env or any: see [joined]
	Name     string   `toml:"name"`   // of an assignment
	Value    string   `toml:"value"`  // of an assignment
	Checks   []string `toml:"checks"` // literal, mixed, basic: see [checks]

	order  int
	once   sync.Once
	inText *regexp.Regexp // anchored, unless Back is set
	ofName *regexp.Regexp // end of a member name; nil for tokens
	asAll  *regexp.Regexp // whole member value; nil for tokens
	// startsAtKeyword says that the secret, if there is one, begins where the keyword does.
	startsAtKeyword bool
}

const defaultReach = 512

// ruleSet is the rules with the automaton that says where to try which.
type ruleSet struct {
	rules    []*rule
	byID     map[string]bool
	keywords *keywords
	tried    [][]attempt // by keyword number
}

// attempt is a rule to try at a keyword; a nil rule stands for an escape sequence.
type attempt struct {
	rule  *rule
	exact string // keyword in its own letter case, empty when case does not matter
}

// escapes are what a text contains in which JSON escapes may hide characters of a secret.
var escapes = []string{`\u002`, `\u003`, `\u004`, `\u005`, `\u006`, `\u007`, `\/`}

var embeddedRules = sync.OnceValue(func() *ruleSet {
	set, err := parseRules(rulesFile)
	if err != nil {
		panic(err) // the file is part of the program
	}
	return set
})

func parseRules(text string) (*ruleSet, error) {
	var file struct {
		Rule []*rule `toml:"rule"`
	}
	if err := toml.Unmarshal([]byte(text), &file); err != nil {
		return nil, fmt.Errorf("read the scrubber's rules: %w", err)
	}
	set := &ruleSet{rules: file.Rule, byID: map[string]bool{}}
	numbers := map[string]int{}
	var words []string
	add := func(word string, a attempt) {
		folded := strings.ToLower(word)
		n, known := numbers[folded]
		if !known {
			n = len(words)
			numbers[folded] = n
			words = append(words, folded)
			set.tried = append(set.tried, nil)
		}
		set.tried[n] = append(set.tried[n], a)
	}
	for i, r := range file.Rule {
		r.order = i
		if r.Reach == 0 {
			r.Reach = defaultReach
		}
		set.byID[r.ID] = true
		for _, word := range r.Keywords {
			a := attempt{rule: r, exact: word}
			if r.Fold {
				a.exact = ""
			}
			add(word, a)
		}
	}
	for _, word := range escapes {
		add(word, attempt{})
	}
	set.keywords = newKeywords(words)
	return set, nil
}

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
			r.startsAtKeyword = r.Back == 0 && r.inText.NumSubexp() == 0
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
		quoted = after + sep + `(?:` + quote + `)?` + value
	}
	return `\A(?:` + name + `)` + quoted
}
