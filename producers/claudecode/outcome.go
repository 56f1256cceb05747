package claudecode

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers/loose"
)

// status is how a call ended.
type status uint8

const (
	completed status = iota
	failed
	denied
	timedOut
	canceled
)

// outcome is what a result says about the end of its call.
type outcome struct {
	status status
	why    string // of a canceled call
	by     domain.DeniedBy
	err    domain.ToolErrorKind
	exit   *int
}

var byPolicy = outcome{status: denied, by: domain.DeniedByPolicy}

// sentences are the program's own, at the start of a result that is an error.
// Between start and then may stand anything.
var sentences = []struct {
	start, then string
	outcome     outcome
}{
	{"The user doesn't want to ", "", outcome{status: denied, by: domain.DeniedByUser}},
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
	{"Permission to use ", " has been denied", outcome{status: denied, by: domain.DeniedByRule}},
	{"PreToolUse:", " hook error: ", outcome{status: denied, by: domain.DeniedByHook}},
	{"Permission prompt was aborted.", "", outcome{status: canceled, why: "permission_prompt_aborted"}},
	{interruption, "", outcome{status: canceled, why: "user_interrupt"}},
	{"<tool_use_error>Sibling tool call errored", "", outcome{status: canceled, why: "sibling_error"}},
	{"<tool_use_error>InputValidationError", "", outcome{status: failed, err: domain.ToolErrInput}},
	{"<tool_use_error>Error: No such tool available", "", outcome{status: failed, err: domain.ToolErrNotFound}},
	{"Error: No such tool available", "", outcome{status: failed, err: domain.ToolErrNotFound}},
	{"<tool_use_error>", "", outcome{status: failed, err: domain.ToolErrTool}},
}

// outcomeOf reads how a call ended out of what the program says in its result.
func outcomeOf(tool string, b *block, details *result, kind loose.Word) outcome {
	switch {
	case bool(details.Interrupted):
		return outcome{status: canceled, why: "user_interrupt"}
	case !bool(b.IsError):
		return outcome{status: completed}
	case kind != "":
		return refusal(string(kind))
	}
	words, _, _ := b.Content.texts()
	for _, s := range sentences {
		if strings.HasPrefix(words, s.start) && strings.Contains(words, s.then) {
			return s.outcome
		}
	}
	exit, rest := exitCode(words)
	switch {
	case strings.HasPrefix(rest, "Command timed out after"):
		return outcome{status: timedOut, exit: exit}
	case exit != nil:
		return outcome{status: failed, err: domain.ToolErrExit, exit: exit}
	case tool == "Bash" && outside(rest):
		return byPolicy
	case server(tool) != "":
		return outcome{status: failed, err: domain.ToolErrMCP}
	case tool == "Bash" || tool == "":
		return outcome{status: failed, err: domain.ToolErrUnknown} // a version that writes no exit code
	}
	return outcome{status: failed, err: domain.ToolErrTool}
}

// refusal reads toolDenialKind, which later versions write.
func refusal(kind string) outcome {
	switch {
	case kind == "interrupted", kind == "cancelled":
		return outcome{status: canceled, why: kind}
	case kind == "user-rejected":
		return outcome{status: denied, by: domain.DeniedByUser}
	case kind == "permission-rule":
		return outcome{status: denied, by: domain.DeniedByRule}
	case strings.Contains(kind, "hook"):
		return outcome{status: denied, by: domain.DeniedByHook}
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

// result is what is read of toolUseResult, the program's own account of a call.
type result struct {
	Type            loose.Word     `json:"type"`
	Interrupted     loose.Flag     `json:"interrupted"`
	Stdout          loose.Word     `json:"stdout"`
	Stderr          loose.Word     `json:"stderr"`
	FilePath        loose.Word     `json:"filePath"`
	Patch           jsontext.Value `json:"structuredPatch"`
	Background      loose.Word     `json:"backgroundTaskId"`
	AgentID         loose.Word     `json:"agentId"`
	DurationMS      loose.Whole    `json:"durationMs"`
	TotalDurationMS loose.Whole    `json:"totalDurationMs"`
	Truncated       loose.Flag     `json:"truncated"`
}
