package redact

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/tomllines"
)

// document is the shape of the text.
type document struct {
	ID       string                        `toml:"id"`
	Version  int                           `toml:"version"`
	Audience map[string]domain.Sensitivity `toml:"audience"`
	Rules    []struct {
		ID     string               `toml:"id"`
		Fields []string             `toml:"fields"`
		Class  domain.Sensitivity   `toml:"class"`
		Below  Transform            `toml:"below"`
		For    map[string]Transform `toml:"for"`
	} `toml:"rule"`
}

// Parse reads a policy, strict TOML:
//
//	id = "example.channels"
//	version = 1                         # a change of the text is a new version
//
//	[audience]                          # the greatest class that each sees; others see what is public
//	human_readable = "internal"
//
//	[[rule]]
//	id = "owners"
//	fields = ["/lanes/items/*/owner"]   # and all in them that no other rule names more exactly
//	class = "operator_only"             # public, internal, operator_only, secret
//	below = "hash"                      # what readers below the class get: drop, summarize, hash
//	for = { clawhip = "drop" }          # but this audience gets
//
// A pattern is a JSON pointer. A segment * is any name or index, one that ends in * begins so; the last
// segment {name} means the names of the members. Of two patterns that fit, the one counts that is the
// more exact at the first segment where they differ. A list of texts or numbers is one value.
//
// source names the text in errors.
//
// Errors: kind parse; Cause names every problem with its line.
func Parse(source string, text []byte) (*Policy, error) {
	r := &reader{source: source, lines: tomllines.Of(text)}
	var doc document
	r.toml(toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(&doc))
	p := &Policy{ID: doc.ID, Version: doc.Version, Digest: sha256.Sum256(text), Ceilings: doc.Audience, fields: &node{}}
	if len(r.problems) == 0 {
		r.policy(p, &doc)
	}
	if len(r.problems) > 0 {
		return nil, &domain.Error{Kind: domain.ErrParse, Operation: "read redaction policy", Target: source,
			Message: fmt.Sprintf("not accepted; problems: %d", len(r.problems)), Cause: r.problems, Hint: "mend the lines that are named; without a policy nothing is shown"}
	}
	return p, nil
}

// reader collects what is wrong with a text.
type reader struct {
	source   string
	lines    map[string]int
	problems []string
}

func (r *reader) problem(key, what string) {
	r.problems = append(r.problems, fmt.Sprintf("%s:%d: %s", r.source, max(r.lines[key], 1), what))
}

// toml notes the problems of decoding.
func (r *reader) toml(err error) {
	var strict *toml.StrictMissingError
	var broken *toml.DecodeError
	switch {
	case errors.As(err, &strict):
		for _, e := range strict.Errors {
			line, _ := e.Position()
			r.problems = append(r.problems, fmt.Sprintf("%s:%d: unknown key %s", r.source, line, strings.Join(e.Key(), ".")))
		}
	case errors.As(err, &broken):
		line, _ := broken.Position()
		r.problems = append(r.problems, fmt.Sprintf("%s:%d: %s", r.source, line, strings.TrimPrefix(broken.Error(), "toml: ")))
	case err != nil:
		r.problem("", err.Error())
	}
}

func (r *reader) policy(p *Policy, doc *document) {
	if !isName(doc.ID) {
		r.problem("id", "id is missing, or is no name: views name the policy by it")
	}
	if doc.Version < 1 {
		r.problem("version", "version counts from 1")
	}
	for _, audience := range slices.Sorted(maps.Keys(doc.Audience)) {
		switch class := doc.Audience[audience]; {
		case !slices.Contains(class.Enum(), string(class)):
			r.problem("audience."+audience, fmt.Sprintf("%q is no class: %s", class, strings.Join(class.Enum(), ", ")))
		case class == domain.SensitivitySecret:
			r.problem("audience."+audience, "no audience sees what is secret")
		}
	}
	seen := map[string]bool{Unnamed: true, Label: true}
	for i, in := range doc.Rules {
		at := fmt.Sprintf("rule[%d]", i)
		rule := Rule{ID: in.ID, Fields: in.Fields, Class: in.Class, Below: in.Below, For: in.For, Line: r.lines[at]}
		if !isName(in.ID) || seen[in.ID] {
			r.problem(at, fmt.Sprintf("id %q is missing, is no name, stands twice, or is one of claw's own (unnamed, label)", in.ID))
		}
		seen[in.ID] = true
		r.rule(at, &rule)
		p.Rules = append(p.Rules, rule)
	}
	for i := range p.Rules {
		r.compile(fmt.Sprintf("rule[%d].fields", i), p, &p.Rules[i])
	}
}

// isName reports whether an id is of letters of ASCII, digits and . _ -: it appears in every format.
func isName(id string) bool {
	return id != "" && len(id) <= 64 && strings.Trim(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") == ""
}

func (r *reader) rule(at string, rule *Rule) {
	if !slices.Contains(rule.Class.Enum(), string(rule.Class)) {
		r.problem(at+".class", fmt.Sprintf("class %q is none: %s", rule.Class, strings.Join(rule.Class.Enum(), ", ")))
	}
	if rule.Below == "" {
		rule.Below = Drop
	}
	for _, t := range append([]Transform{rule.Below}, slices.Sorted(maps.Values(rule.For))...) {
		if !slices.Contains(t.Enum(), string(t)) {
			r.problem(at, fmt.Sprintf("%q is no transform: %s", t, strings.Join(t.Enum(), ", ")))
		}
	}
	if len(rule.Fields) == 0 {
		r.problem(at, "fields is missing: a rule is about fields")
	}
}

// compile puts the patterns of a rule among those of the policy.
func (r *reader) compile(key string, p *Policy, rule *Rule) {
	for _, pattern := range rule.Fields {
		if !strings.HasPrefix(pattern, "/") {
			r.problem(key, fmt.Sprintf("%q is no pattern: it begins with /", pattern))
			continue
		}
		n, names := p.fields.at(pattern)
		of := &n.rule
		if names {
			of = &n.names
		}
		if *of != nil {
			r.problem(key, fmt.Sprintf("%s stands in rule %s as well", pattern, (*of).ID))
		}
		*of = rule
	}
}
