package policy

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
)

// Flaw is the closed list of what [Lint] finds.
type Flaw string

// The flaws.
const (
	FlawUnread      Flaw = "unreadable"      // the layer cannot be read: it denies
	FlawUnknownTool Flaw = "unknown_tool"    // no agent has a tool of this name
	FlawShadowed    Flaw = "shadowed"        // another rule meets all that this one does, and is as strict
	FlawDenied      Flaw = "always_denied"   // allows what another rule denies in any case
	FlawNoMatch     Flaw = "never_matches"   // its conditions contradict each other
	FlawNotAdopted  Flaw = "not_adopted"     // allows, in a file that only restricts
	FlawSiblings    Flaw = "misses_siblings" // a warning: other spellings of what it holds back pass
)

// Warns reports whether the flaw is a warning: the rule does what it says, and perhaps less than its author means.
func (f Flaw) Warns() bool { return f == FlawSiblings }

// Enum lists the values.
func (Flaw) Enum() []string {
	return []string{string(FlawUnread), string(FlawUnknownTool), string(FlawShadowed), string(FlawDenied), string(FlawNoMatch), string(FlawNotAdopted), string(FlawSiblings)}
}

// Finding is a flaw of a rule.
type Finding struct {
	Flaw   Flaw   `json:"flaw"`
	Layer  string `json:"layer"`
	Source string `json:"source"`
	Line   int    `json:"line,omitzero"`
	Rule   string `json:"rule,omitzero"`
	Says   string `json:"says"`
}

// String is the finding as a line for people: where, which rule, what and why.
func (f Finding) String() string {
	return fmt.Sprintf("%s:%d: %s %s: %s", f.Source, f.Line, f.Rule, f.Flaw, f.Says)
}

// Adoptable reads a text that is to become the policy of a log.
//
// Errors: kind parse, with a cause for each problem, for a text that is no policy or in which
// [Lint] finds more than warnings.
func Adoptable(source string, text []byte) (*Policy, error) {
	p, err := Parse(source, text)
	if err != nil {
		return nil, err
	}
	found := Lint([]Layer{{Name: "file", Source: source, Policy: p, MayAllow: true}})
	found = slices.DeleteFunc(found, func(f Finding) bool { return f.Flaw.Warns() })
	if len(found) == 0 {
		return p, nil
	}
	e := &domain.Error{Kind: domain.ErrParse, Operation: "read policy", Target: source, Message: fmt.Sprintf("rules do not do what they say; problems: %d", len(found)),
		Next: domain.Step{Code: nextstep.MendRules}}
	for _, f := range found {
		e.Cause = append(e.Cause, f.String())
	}
	return nil, e
}

// Lint looks for rules that do not do what their author meant. It compares conditions as
// they are written: what it finds is so, and more may be.
func Lint(layers []Layer) []Finding {
	found := []Finding{}
	for i := range layers {
		l := &layers[i]
		if l.Policy == nil {
			found = append(found, lintUnread(l)...)
			continue
		}
		for k := range l.Policy.Rules {
			found = append(found, lintRule(layers, i, k)...)
		}
	}
	return found
}

// lintUnread reports why a layer cannot be read: each problem of its text, with its line.
func lintUnread(l *Layer) (found []Finding) {
	f := Finding{Flaw: FlawUnread, Layer: l.Name, Source: l.Source, Says: fmt.Sprint(l.Err)}
	var problems *domain.Error
	if !errors.As(l.Err, &problems) {
		return []Finding{f}
	}
	for _, problem := range problems.Cause {
		line, says, placed := strings.Cut(strings.TrimPrefix(problem, problems.Target+":"), ": ")
		n, err := strconv.Atoi(line)
		if !placed || err != nil {
			n, says = 0, problem
		}
		found = append(found, Finding{Flaw: FlawUnread, Layer: l.Name, Source: l.Source, Line: n, Says: says})
	}
	if len(found) == 0 {
		return []Finding{f}
	}
	return found
}

// lintRule looks at the k-th rule of the i-th layer.
func lintRule(layers []Layer, i, k int) (found []Finding) {
	l := &layers[i]
	r := &l.Policy.Rules[k]
	add := func(flaw Flaw, says string) {
		found = append(found, Finding{Flaw: flaw, Layer: l.Name, Source: l.Source, Line: r.Line, Rule: r.ID, Says: says})
	}
	for _, t := range r.When.Tools {
		if !KnownTool(t) {
			add(FlawUnknownTool, "no agent that claw knows has a tool "+t)
		}
	}
	if why := contradiction(&r.When); why != "" {
		add(FlawNoMatch, why)
	}
	if r.Decision == Allow && !l.MayAllow {
		add(FlawNotAdopted, "a file only restricts: adopt it for what it allows to count")
	}
	if says := missed(layers, r); says != "" {
		add(FlawSiblings, says)
	}
	if by := coveredBy(layers, i, k); by != nil {
		if r.Decision == Allow && by.Decision != Allow {
			add(FlawDenied, "rule "+by.ID+" holds all of it back")
		} else {
			add(FlawShadowed, "rule "+by.ID+" meets all of it and is as strict")
		}
	}
	return found
}

// coveredBy finds a rule that counts and meets all that the k-th rule of the i-th layer
// does, and is as strict or stricter; of two that are alike the later is covered.
func coveredBy(layers []Layer, i, k int) *Rule {
	r := &layers[i].Policy.Rules[k]
	for j := range layers {
		if layers[j].Policy == nil {
			continue
		}
		for n := range layers[j].Policy.Rules {
			o := &layers[j].Policy.Rules[n]
			counts := o.Decision != Allow || layers[j].MayAllow
			if (j == i && n == k) || !counts || !o.asStrict(r) || !o.When.covers(&r.When) {
				continue
			}
			alike := r.asStrict(o) && r.When.covers(&o.When)
			if !alike || j < i || j == i && n < k {
				return o
			}
		}
	}
	return nil
}

func (r *Rule) asStrict(o *Rule) bool {
	switch {
	case !r.bindsAs(o):
		return false
	case r.Decision.Rank() != o.Decision.Rank():
		return r.Decision.Rank() > o.Decision.Rank()
	case cmp.Or(r.Uncertain, r.Decision).Rank() < cmp.Or(o.Uncertain, o.Decision).Rank():
		return false
	case r.Decision == Deny:
		return r.Exception.rank() >= o.Exception.rank() && (r.Longest == o.Longest || r.Longest > 0 && (o.Longest == 0 || r.Longest < o.Longest))
	}
	return true
}

// covers reports whether c surely holds wherever o does.
func (c *Condition) covers(o *Condition) bool {
	for name, globs := range c.Env {
		if theirs, ok := o.Env[name]; !ok || !holds(globs, theirs) {
			return false
		}
	}
	if c.Stale != nil && (o.Stale == nil || *c.Stale != *o.Stale) {
		return false
	}
	return holdsTools(c.Tools, o.Tools) && holdsArgv(c.Argv, o.Argv) && holds(c.Paths, o.Paths) && holds(c.Repos, o.Repos) &&
		holds(c.Refs, o.Refs) && holds(c.Agents, o.Agents)
}

// holds: no condition is the widest; else each alternative of the other is one of ours.
func holds(ours, theirs []string) bool {
	return len(ours) == 0 || len(theirs) > 0 && !slices.ContainsFunc(theirs, func(t string) bool {
		return !slices.Contains(ours, t) && !slices.Contains(ours, "**") && (strings.Contains(t, "/") || !slices.Contains(ours, "*"))
	})
}

func holdsTools(ours, theirs []string) bool {
	return len(ours) == 0 || len(theirs) > 0 && !slices.ContainsFunc(theirs, func(t string) bool {
		return !slices.ContainsFunc(ours, func(o string) bool { return o == t || toolMatches(o, t) })
	})
}

func holdsArgv(ours, theirs []pattern) bool {
	return len(ours) == 0 || len(theirs) > 0 && !slices.ContainsFunc(theirs, func(t pattern) bool {
		return !slices.ContainsFunc(ours, func(o pattern) bool { return reflect.DeepEqual(o, t) || o.begins(&t) })
	})
}

// begins reports whether p matches all that begins with its words, and o begins so.
func (p *pattern) begins(o *pattern) bool {
	return p.rest && p.text == "" && o.text == "" && len(p.tokens) <= len(o.tokens) && slices.Equal(p.tokens, o.tokens[:len(p.tokens)])
}

// contradiction returns why the condition never holds, "" when it may.
func contradiction(c *Condition) string {
	shell := len(c.Tools) == 0 || slices.ContainsFunc(c.Tools, func(t string) bool { return t == "*" || IsShell(t) || canonicalTool(t) == "shell" })
	switch {
	case shell:
		return ""
	case len(c.Argv) > 0:
		return "a command is named, and no tool that runs one"
	case len(c.Refs) > 0:
		return "a ref is named, and no tool that runs git"
	}
	return ""
}
