package policy

import (
	"fmt"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/policy/shell"
)

// ClaudeRules are the permission rules of Claude Code's settings.
type ClaudeRules struct {
	Allow []string `json:"allow"`
	Ask   []string `json:"ask"`
	Deny  []string `json:"deny"`
}

// FromClaude makes rules that decide as Claude Code's own do, measured on its permission
// matrix: Tool, Bash(text with *), Bash(prefix:*), Read(path), Edit(path), mcp__server.
// A denied call stays denied: Claude Code's rules have no exception.
//
// Errors: kind parse, naming the rule.
func FromClaude(rules ClaudeRules) ([]Rule, error) {
	var out []Rule
	for _, group := range []struct {
		decision Decision
		rules    []string
	}{{Deny, rules.Deny}, {Ask, rules.Ask}, {Allow, rules.Allow}} {
		for _, text := range group.rules {
			r, err := claudeRule(text)
			if err != nil {
				return nil, err
			}
			r.ID, r.Decision = fmt.Sprintf("claude-code:%s:%s", group.decision, text), group.decision
			if group.decision == Deny {
				r.Exception = Never
			}
			out = append(out, r)
		}
	}
	return out, nil
}

func claudeRule(text string) (Rule, error) {
	tool, spec, has := strings.Cut(text, "(")
	r := Rule{When: Condition{Tools: []string{tool}}}
	if !has {
		return r, nil
	}
	spec, closed := strings.CutSuffix(spec, ")")
	switch {
	case !closed || spec == "":
		return r, badClaudeRule(text, "has no closing bracket or nothing in it")
	case IsShell(tool):
		p, err := claudeCommand(spec)
		p.written = true
		r.When.Argv = []pattern{p}
		return r, err
	case toolMatches("read", tool), toolMatches("edit", tool):
		r.When.Tools, r.When.Paths = []string{claudeClass(tool)}, []string{claudePath(spec)}
		return r, nil
	}
	return r, badClaudeRule(text, "is for a tool whose rules claw does not read")
}

func badClaudeRule(text, message string) error {
	return &domain.Error{Kind: domain.ErrParse, Operation: "read permission rule", Target: text, Message: message,
		Hint: "write a rule of claw's own for it"}
}

// claudeClass: a rule for Edit is for every tool that writes, one for Read for all that read.
func claudeClass(tool string) string {
	if toolMatches("edit", tool) {
		return "edit"
	}
	return "read"
}

// claudePath: //x is absolute, /x is relative to the settings' folder, as is x.
func claudePath(spec string) string {
	switch {
	case strings.HasPrefix(spec, "//"):
		return spec[1:]
	case strings.HasPrefix(spec, "/"):
		return "." + spec
	}
	return spec
}

// claudeCommand: "foo:*" is "foo" and any more words, "foo *" too; "*" elsewhere is any text.
func claudeCommand(spec string) (pattern, error) {
	if prefix, ok := strings.CutSuffix(spec, ":*"); ok {
		spec = prefix + " *"
	}
	if !strings.Contains(spec, "*") {
		words, ok := shell.PlainWords(spec)
		if !ok {
			return pattern{}, badClaudeRule(spec, "is no plain command")
		}
		return exactPattern(words), nil
	}
	return textPattern(spec), nil
}
