// Package ending reads how a call of OpenCode ended out of its state, as the program
// records it and reports it to its plugins. It reads one call without its context.
package ending

import (
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// Of returns how a call ended. OpenCode calls completed what returned with any exit
// code, and states in words what was stopped, denied or not understood.
func Of(tool lenient.Word, s *State, d *Details) domain.Payload {
	if s.Status == Error {
		return errorOf(tool, s, d)
	}
	r := account(tool, s, d)
	note := noteOf(string(s.Output))
	switch before, limit, timedOut := strings.Cut(note, "terminated command after exceeding timeout "); {
	case timedOut && before != "":
		return domain.ToolTimedOut{ToolResult: r, TimeoutMS: leading(limit)}
	case strings.Contains(note, "User aborted the command"):
		return domain.ToolCanceled{Name: r.Name, Reason: "user_interrupt", Output: r.Output}
	case tool == "invalid":
		return domain.ToolFailed{ToolResult: r, ErrorKind: domain.ToolErrInput}
	case d.Exit.There && d.Exit.V != 0:
		return domain.ToolFailed{ToolResult: r, ErrorKind: domain.ToolErrExit}
	}
	return domain.ToolCompleted{ToolResult: r}
}

// noteOf is what the program wrote behind the output of a command, "" without one.
func noteOf(output string) string {
	for _, mark := range []string{"<shell_metadata>", "<bash_metadata>", "<metadata>"} {
		if i := strings.LastIndex(output, mark); i >= 0 && strings.HasSuffix(strings.TrimSpace(output), "</"+mark[1:]) {
			return output[i:]
		}
	}
	return ""
}

// leading is the number that a text begins with.
func leading(text string) int64 {
	end := strings.IndexFunc(text, func(c rune) bool { return c < '0' || c > '9' })
	if end < 0 {
		end = len(text)
	}
	n, err := strconv.ParseInt(text[:end], 10, 64)
	if err != nil || n > 1<<53 {
		return 0
	}
	return n
}

// errorOf returns how a call ended that gave no output.
func errorOf(tool lenient.Word, s *State, d *Details) domain.Payload {
	words := string(s.Error)
	said := words
	if class, rest, ok := strings.Cut(words, ": "); ok && !strings.ContainsAny(class, " \n") {
		said = rest // the name of the error's class
	}
	var by domain.DeniedBy
	switch {
	case bool(d.Interrupted) || said == "Tool execution aborted":
		return domain.ToolCanceled{Name: Name(tool), Reason: "aborted", Output: producers.Text(string(s.Output))}
	case strings.HasPrefix(said, "The user rejected permission to use this specific tool call"),
		strings.HasPrefix(said, "The user dismissed this question"):
		by = domain.DeniedByUser
	case producers.DeniedByClaw(words):
		by = domain.DeniedByPolicy
	case strings.HasPrefix(said, "The user has specified a rule which prevents you from using this specific tool call"):
		by = domain.DeniedByRule
	}
	if by != "" {
		return domain.ToolDenied{Name: Name(tool), By: by, Reason: producers.Text(words)}
	}
	r := account(tool, s, d)
	r.Output = producers.Text(words)
	kind := domain.ToolErrTool
	if strings.Contains(said, "tool was called with invalid arguments") {
		kind = domain.ToolErrInput
	}
	return domain.ToolFailed{ToolResult: r, ErrorKind: kind}
}
