package redact

import (
	_ "embed"

	"github.com/clawable/claw/domain"
)

// Policy says which class each field of a document has, and which classes an audience sees.
type Policy struct {
	ID      string
	Version int
	Digest  domain.Digest // SHA-256 of the text
	// Ceilings are the greatest classes that audiences see. One that is not named sees what is public.
	Ceilings map[string]domain.Sensitivity
	Rules    []Rule
	fields   *node
}

// Rule classifies fields.
type Rule struct {
	ID     string
	Fields []string // patterns, see [Parse]
	Class  domain.Sensitivity
	Below  Transform            // what an audience below Class gets
	For    map[string]Transform // the same for one audience
	Line   int                  // in the text, from 1
}

// Transform is what replaces a value that an audience may not see.
type Transform string

// The transforms.
const (
	Drop      Transform = "drop"      // that there was something, and why it is not here
	Summarize Transform = "summarize" // the same, with the type of the value, how many entries it has, or its day
	Hash      Transform = "hash"      // the same, with a keyed hash: equal values have equal ones
)

// Enum lists the values.
func (Transform) Enum() []string { return []string{string(Drop), string(Summarize), string(Hash)} }

// Ref names a policy, and its text.
type Ref struct {
	ID      string        `json:"id"`
	Version int           `json:"version"`
	Digest  domain.Digest `json:"digest"`
}

// Ref names p.
func (p *Policy) Ref() Ref { return Ref{p.ID, p.Version, p.Digest} }

// Unnamed is the rule of what no rule names.
const Unnamed = "unnamed"

var unnamed = &Rule{ID: Unnamed, Class: domain.SensitivityOperatorOnly, Below: Drop}

// Ceiling is the greatest class that an audience sees which asks for no more than most; "" asks for
// all that the policy lets it see.
func (p *Policy) Ceiling(audience string, most domain.Sensitivity) domain.Sensitivity {
	c, named := p.Ceilings[audience]
	if !named {
		c = domain.SensitivityPublic
	}
	if most != "" && most.Rank() < c.Rank() {
		return most
	}
	return c
}

// shows reports whether a reader of classes up to ceiling sees what the rule is about.
func (r *Rule) shows(ceiling domain.Sensitivity) bool { return r.Class.Rank() <= ceiling.Rank() }

// transform is what audience gets in the place of what the rule is about.
func (r *Rule) transform(audience string) Transform {
	if t, said := r.For[audience]; said {
		return t
	}
	return r.Below
}

//go:embed default.toml
var defaultText []byte

// Default is the text of the built-in policy.
func Default() []byte { return defaultText }
