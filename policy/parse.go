package policy

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/tomllines"
)

// document is the text's shape; values that may be one or many are read by [reader].
type document struct {
	Version   any              `toml:"version"`
	Uncertain any              `toml:"uncertain"`
	Rules     []map[string]any `toml:"rule"`
}

// Parse reads a policy, strict TOML:
//
//	version = 1
//	uncertain = "ask"                    # where the text does not show whether a restriction applies: deny, ask, allow
//
//	[[rule]]
//	id = "main_push_forbidden"
//	decision = "deny"                    # allow, ask, deny
//	reason = "main is changed by pull request"
//	next = ["create a branch", "open a pull request", "ask the owner"]
//	approval = "presence"                # what lets it through once: software, presence, never
//	longest = "8h"                       # of an approval
//	bind = "content"                     # what of the command's files has to be as it was asked for
//	uncertain = "deny"                   # of this rule, whatever the policy says
//	tool = "shell"                       # a tool, a class (shell edit read fetch agent), mcp__server; or a list
//	argv_shorthand = "git push:*"        # or argv_exact = ["git", "push"], argv_glob = ["git", "push", "**"], command = "git * main"
//	path = ["~/.ssh/**"]
//	repo = ["github.com/org/*"]
//	ref = ["refs/heads/main"]
//	agent = ["claude-code"]
//	env = { CI = "true" }
//	stale = true                         # the checkout lacks commits of the branch that its work goes to
//
// source names the text in errors.
//
// Errors: kind parse; Cause names every problem with line and key.
func Parse(source string, text []byte) (*Policy, error) {
	r := &reader{source: source, lines: tomllines.Of(text)}
	var doc document
	err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(&doc)
	var strict *toml.StrictMissingError
	var broken *toml.DecodeError
	switch {
	case errors.As(err, &strict):
		for _, e := range strict.Errors {
			line, _ := e.Position()
			r.problemAt(line, "unknown key "+strings.Join(e.Key(), "."))
		}
		err = toml.Unmarshal(text, &doc)
		if errors.As(err, &broken) {
			r.broken(broken)
		}
	case errors.As(err, &broken):
		r.broken(broken)
	case err != nil:
		r.problemAt(1, err.Error())
	}
	p := &Policy{Digest: sha256.Sum256(text)}
	if broken == nil && err == nil {
		p.Rules = r.rules(doc)
	}
	if len(r.problems) > 0 {
		return nil, &domain.Error{Kind: domain.ErrParse, Operation: "read policy", Target: source,
			Message: fmt.Sprintf("not accepted; problems: %d", len(r.problems)), Cause: r.problems,
			Hint: "mend the lines that are named; until then nothing that needs this policy is allowed"}
	}
	return p, nil
}

// reader turns the document into rules and collects what is wrong.
type reader struct {
	source   string
	lines    map[string]int
	problems []string
	at       string // the key of the rule being read, "rule[0]"
}

func (r *reader) problemAt(line int, what string) {
	r.problems = append(r.problems, fmt.Sprintf("%s:%d: %s", r.source, line, what))
}

func (r *reader) broken(e *toml.DecodeError) {
	line, _ := e.Position()
	r.problemAt(line, strings.TrimPrefix(e.Error(), "toml: "))
}

// problem reports a problem with a key of the rule being read.
func (r *reader) problem(key, what string) {
	line, ok := r.lines[r.at+"."+key]
	if !ok {
		line = r.lines[r.at]
	}
	r.problemAt(line, key+" "+what)
}

// ruleKeys are the keys of a rule.
var ruleKeys = []string{
	"id", "decision", "reason", "next", "approval", "longest", "bind", "uncertain", "tool", "argv_exact", "argv_glob", "argv_shorthand",
	"command", "path", "repo", "ref", "agent", "env", "stale",
}

func (r *reader) rules(doc document) []Rule {
	if doc.Version != int64(1) {
		r.problemAt(max(r.lines["version"], 1), "version must be 1")
	}
	uncertain := r.uncertain(doc)
	var rules []Rule
	seen := map[string]bool{}
	for i, in := range doc.Rules {
		r.at = fmt.Sprintf("rule[%d]", i)
		for key := range in {
			if !slices.Contains(ruleKeys, key) {
				r.problem(key, "is not a key of a rule")
			}
		}
		rule := r.rule(in)
		rule.Uncertain = r.uncertainOf(in, &rule, uncertain)
		if seen[rule.ID] && rule.ID != "" {
			r.problem("id", "stands twice: "+rule.ID)
		}
		seen[rule.ID] = true
		rules = append(rules, rule)
	}
	slices.Sort(r.problems)
	return rules
}

func (r *reader) rule(in map[string]any) Rule {
	rule := Rule{ID: r.text(in, "id"), Reason: r.text(in, "reason"), Next: r.texts(in, "next"), Line: r.lines[r.at],
		Decision: Decision(r.text(in, "decision")), Exception: Exception(r.text(in, "approval"))}
	if rule.ID == "" {
		r.problem("id", "is missing: a decision cites it")
	}
	switch rule.Decision {
	case Deny:
		if rule.Exception == "" {
			rule.Exception = BySoftware
		}
	case Allow, Ask:
		if rule.Exception != "" || in["longest"] != nil {
			r.problem("approval", "belongs to a rule that denies")
		}
	case None:
		r.problem("decision", "is missing: allow, ask or deny")
	default:
		r.problem("decision", "must be allow, ask or deny")
	}
	switch rule.Exception {
	case "", BySoftware, ByPresence, Never:
	default:
		r.problem("approval", "must be software, presence or never")
	}
	rule.Longest = r.duration(in, "longest")
	rule.Bind = r.binding(in, rule.Decision)
	rule.When = Condition{Tools: r.texts(in, "tool"), Argv: r.argv(in), Paths: r.globs(in, "path"), Repos: r.globs(in, "repo"),
		Refs: r.globs(in, "ref"), Agents: r.globs(in, "agent"), Env: r.env(in), Stale: r.truth(in, "stale")}
	if rule.Decision == Allow && len(rule.When.Tools)+len(rule.When.Argv)+len(rule.When.Paths) == 0 {
		r.problem("decision", "allows everything: name a tool, a command or a path")
	}
	return rule
}

func (r *reader) duration(in map[string]any, key string) time.Duration {
	text := r.text(in, key)
	if text == "" {
		return 0
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		r.problem(key, `must be a time such as "8h" or "30m"`)
	}
	return d
}
