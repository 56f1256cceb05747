package redact

import (
	"maps"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
)

// Effect is what an audience gets of a field.
type Effect string

// Shown is the effect beside those of [Transform].
const Shown Effect = "shown"

// Enum lists the values.
func (Effect) Enum() []string { return append([]string{string(Shown)}, Transform("").Enum()...) }

// Explained is a field of a schema, and what an audience gets of it and why.
type Explained struct {
	Field  string             `json:"field"`
	Type   string             `json:"type"`
	Class  domain.Sensitivity `json:"class"`
	Rule   string             `json:"rule"`
	Effect Effect             `json:"effect"`
}

// Explain states for each field of a schema what a reader gets, in the order of the schema.
func (p *Policy) Explain(s *Schema, r Reader) []Explained { return p.ExplainIn(s, r, "") }

// ExplainIn is [Policy.Explain] of the fields that are at, or in what is at, a pattern or a pointer into a
// document; "" is all. The fields contain the names and indexes that the pointer spells.
func (p *Policy) ExplainIn(s *Schema, r Reader, pointer string) []Explained {
	all := make([]Explained, 0, len(s.Fields))
	for _, f := range s.Fields {
		if pointer != "" && (pointer[0] != '/' || !fits(pointer, f.Pattern)) {
			continue
		}
		f.Pattern = spelled(f.Pattern, pointer)
		rule := p.ruleOf(f.Pattern)
		e := Explained{Field: f.Pattern, Type: f.Type, Class: rule.Class, Rule: rule.ID, Effect: Shown}
		if !rule.shows(r.Ceiling) {
			e.Effect = Effect(rule.transform(r.Audience))
			if rule.Class == domain.SensitivitySecret || e.Effect == Effect(Hash) && r.Key == nil {
				e.Effect = Effect(Drop)
			}
		}
		all = append(all, e)
	}
	return all
}

// spelled is the pattern of a field with the names that a pointer to it, or to what it is in, spells.
func spelled(pattern, pointer string) string {
	if pointer == "" {
		return pattern
	}
	segments := strings.Split(pattern, "/")
	for i, name := range strings.Split(pointer, "/") {
		if segments[i] == "*" {
			segments[i] = name
		}
	}
	return strings.Join(segments, "/")
}

// Hashes reports whether some rule gives an audience keyed hashes.
func (p *Policy) Hashes(audience string, ceiling domain.Sensitivity) bool {
	return slices.ContainsFunc(p.Rules, func(r Rule) bool { return !r.shows(ceiling) && r.transform(audience) == Hash })
}

// ruleOf is the rule of a field, or of a pointer into a document.
func (p *Policy) ruleOf(pattern string) *Rule {
	at := p.root()
	for _, s := range segmentsOf(pattern) {
		if s == nameSegment {
			return at.names()
		}
		at = at.in(s)
	}
	return at.rule
}

// Flaw is the closed list of what [Lint] finds.
type Flaw string

// The flaws.
const (
	FlawNothing  Flaw = "names_nothing"    // no field fits a pattern
	FlawUnnamed  Flaw = "unnamed"          // no rule is about a field: only audiences of operator_only see it
	FlawKeyless  Flaw = "keyless_hash"     // a hash without a key is shown of what is withheld elsewhere: guesses can be tested
	FlawAudience Flaw = "unknown_audience" // a rule names an audience that the policy does not have
)

// Enum lists the values.
func (Flaw) Enum() []string {
	return []string{string(FlawNothing), string(FlawUnnamed), string(FlawKeyless), string(FlawAudience)}
}

// Finding is a flaw of a policy.
type Finding struct {
	Flaw  Flaw   `json:"flaw"`
	Rule  string `json:"rule,omitzero"`
	Line  int    `json:"line,omitzero"`
	Field string `json:"field,omitzero"`
	Says  string `json:"says"`
}

// keyless ends the paths of hashes that were made without a key.
const keyless = "/previous_hash"

// Lint looks for rules that do not do what their author meant, and for fields without a rule.
func (p *Policy) Lint(s *Schema) []Finding {
	found := []Finding{}
	for i := range p.Rules {
		r := &p.Rules[i]
		for _, pattern := range r.Fields {
			if !slices.ContainsFunc(s.Fields, func(f Field) bool { return fits(pattern, f.Pattern) }) {
				found = append(found, Finding{FlawNothing, r.ID, r.Line, pattern, "no field of the schema is or is in " + pattern})
			}
		}
		for _, audience := range slices.Sorted(maps.Keys(r.For)) {
			if _, named := p.Ceilings[audience]; !named {
				found = append(found, Finding{FlawAudience, r.ID, r.Line, "", "the policy names no audience " + audience})
			}
		}
	}
	for _, f := range s.Fields {
		switch r := p.ruleOf(f.Pattern); {
		case r == unnamed:
			found = append(found, Finding{Flaw: FlawUnnamed, Field: f.Pattern, Says: "no rule is about " + f.Pattern})
		case strings.HasSuffix(f.Pattern, keyless) && r.Class.Rank() < domain.SensitivityOperatorOnly.Rank():
			found = append(found, Finding{FlawKeyless, r.ID, r.Line, f.Pattern, f.Pattern + " is a hash without a key: who guesses the value can test it"})
		}
	}
	return found
}

// fits reports whether a field is what a pattern is about, or is in it.
func fits(pattern, field string) bool {
	p, f := segmentsOf(pattern), segmentsOf(field)
	if len(p) > len(f) {
		return false
	}
	for i, s := range p {
		prefix, begins := strings.CutSuffix(s, "*")
		if s != f[i] && f[i] != "*" && !(begins && strings.HasPrefix(f[i], prefix)) {
			return false
		}
		if (f[i] == nameSegment) != (s == nameSegment) {
			return false
		}
	}
	return true
}
