// Package verdict reads how a tool call of Claude Code ended out of the words that the
// program writes for it, in transcripts and to hooks alike. It guesses nothing: words
// that are not the program's own are an error of the tool.
package verdict

import (
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// Status is how a call ended.
type Status uint8

// The statuses.
const (
	Completed Status = iota
	Failed
	Denied
	TimedOut
	Canceled
)

// Verdict is what a result states about the end of its call.
type Verdict struct {
	Status Status
	Why    string // of a canceled call
	By     domain.DeniedBy
	Err    domain.ToolErrorKind
	Exit   *int
}

// Interruption begins the text that the program writes for a person's stop.
const Interruption = "[Request interrupted by user"

// Interrupted is the verdict on a call that a person stopped.
var Interrupted = Verdict{Status: Canceled, Why: "user_interrupt"}

var byPolicy = Verdict{Status: Denied, By: domain.DeniedByPolicy}

// sentences are the program's own, at the start of a result that is an error.
// Any text may appear between start and then.
var sentences = []struct {
	start, then string
	verdict     Verdict
}{
	{"The user doesn't want to ", "", Verdict{Status: Denied, By: domain.DeniedByUser}},
	{"Claude requested permissions to ", "", byPolicy},
	{"This command requires approval", "", byPolicy},
	{"This Bash command contains multiple operations.", "require", byPolicy},
	{"This command uses shell operators that require approval", "", byPolicy},
	{"This command uses the ", "past approval-time safety checks", byPolicy},
	{"Output redirection to ", " was blocked. For security", byPolicy},
	{"Contains command_substitution", "", byPolicy},
	{"Contains compound_statement", "", byPolicy},
	{"Contains shell syntax (", "cannot be statically analyzed", byPolicy},
	{"Heredoc with unquoted delimiter undergoes shell expansion", "", byPolicy},
	{"Permission to use ", " has been denied", Verdict{Status: Denied, By: domain.DeniedByRule}},
	{producers.ClawSays, " policy", byPolicy},
	{"PreToolUse:", " hook error: ", Verdict{Status: Denied, By: domain.DeniedByHook}},
	{"Permission prompt was aborted.", "", Verdict{Status: Canceled, Why: "permission_prompt_aborted"}},
	{Interruption, "", Verdict{Status: Canceled, Why: "user_interrupt"}},
	{"<tool_use_error>Sibling tool call errored", "", Verdict{Status: Canceled, Why: "sibling_error"}},
	{"<tool_use_error>InputValidationError", "", Verdict{Status: Failed, Err: domain.ToolErrInput}},
	{"<tool_use_error>Error: No such tool available", "", Verdict{Status: Failed, Err: domain.ToolErrNotFound}},
	{"Error: No such tool available", "", Verdict{Status: Failed, Err: domain.ToolErrNotFound}},
	{"<tool_use_error>", "", Verdict{Status: Failed, Err: domain.ToolErrTool}},
}

// OfError reads how a call ended out of the words of a result that is an error.
func OfError(tool, words string) Verdict {
	for _, s := range sentences {
		if strings.HasPrefix(words, s.start) && strings.Contains(words, s.then) {
			return s.verdict
		}
	}
	exit, rest := exitCode(words)
	switch {
	case strings.HasPrefix(rest, "Command timed out after"):
		return Verdict{Status: TimedOut, Exit: exit}
	case exit != nil:
		return Verdict{Status: Failed, Err: domain.ToolErrExit, Exit: exit}
	case tool == "Bash" && outside(rest):
		return byPolicy
	case Server(tool) != "":
		return Verdict{Status: Failed, Err: domain.ToolErrMCP}
	case tool == "Bash" || tool == "":
		return Verdict{Status: Failed, Err: domain.ToolErrUnknown} // a version that writes no exit code
	}
	return Verdict{Status: Failed, Err: domain.ToolErrTool}
}

// Ending returns the event of a call that ended this way: r is what it came back with, words
// the program's or the call's own.
func (v Verdict) Ending(r domain.ToolResult, words string) domain.Payload {
	r.ExitCode = v.Exit
	switch v.Status {
	case Failed:
		return domain.ToolFailed{ToolResult: r, ErrorKind: v.Err}
	case TimedOut:
		return domain.ToolTimedOut{ToolResult: r}
	case Denied:
		return domain.ToolDenied{Name: r.Name, By: v.By, Reason: producers.Text(words)}
	case Canceled:
		return domain.ToolCanceled{Name: r.Name, Reason: v.Why, Output: producers.Text(words)}
	case Completed:
	}
	return domain.ToolCompleted{ToolResult: r}
}

// Server returns the MCP server in a tool's name mcp__SERVER__TOOL, "" for none.
func Server(tool string) string {
	rest, found := strings.CutPrefix(tool, "mcp__")
	if !found {
		return ""
	}
	name, _, found := strings.Cut(rest, "__")
	if !found {
		return ""
	}
	return name
}

// OfKind reads the kind of a denial, which later versions write.
func OfKind(kind string) Verdict {
	switch {
	case kind == "interrupted", kind == "cancelled":
		return Verdict{Status: Canceled, Why: kind}
	case kind == "user-rejected":
		return Verdict{Status: Denied, By: domain.DeniedByUser}
	case kind == "permission-rule":
		return Verdict{Status: Denied, By: domain.DeniedByRule}
	case strings.Contains(kind, "hook"):
		return Verdict{Status: Denied, By: domain.DeniedByHook}
	}
	return byPolicy
}

// outside reports whether an error is that a command reaches out of the allowed directories.
func outside(words string) bool {
	line, _, _ := strings.Cut(words, "\n")
	return strings.Contains(line, " was blocked. For security, Claude Code may only ")
}

// exitCode reads the line "Exit code N" at the start of an error.
func exitCode(words string) (code *int, rest string) {
	digits, found := strings.CutPrefix(words, "Exit code ")
	if !found {
		return nil, words
	}
	digits, rest, _ = strings.Cut(digits, "\n")
	n, err := strconv.Atoi(strings.TrimSpace(digits))
	if err != nil || n < -1<<31 || n > 1<<32 {
		return nil, words
	}
	return &n, rest
}
