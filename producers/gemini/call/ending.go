// Package call determines how a call of Gemini CLI is named and how it ended, from what
// its recordings and its hooks both report. It does not read the context of the call.
package call

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// Shell is the tool that runs commands.
const Shell = "run_shell_command"

// Succeeded returns how a call ended that the program calls a success: it calls every
// command one, whatever the command did. words are what it reported to the model, r what
// else is known.
func Succeeded(r domain.ToolResult, words string) domain.Payload {
	if r.Name != Shell {
		return domain.ToolCompleted{ToolResult: r}
	}
	said := strings.TrimPrefix(words, "<untrusted_context>\n")
	switch {
	case strings.HasPrefix(said, "Command was automatically cancelled because it exceeded the timeout"):
		return domain.ToolTimedOut{ToolResult: r}
	case strings.HasPrefix(said, "Command was cancelled by user"):
		return domain.ToolCanceled{Name: r.Name, Reason: "user_interrupt", Output: r.Output}
	}
	if pid, ok := strings.CutPrefix(said, "Command moved to background (PID: "); ok {
		r.Background, _, _ = strings.Cut(pid, ")")
	}
	r.ExitCode = exitCode(words)
	if r.ExitCode != nil && *r.ExitCode != 0 {
		return domain.ToolFailed{ToolResult: r, ErrorKind: domain.ToolErrExit}
	}
	return domain.ToolCompleted{ToolResult: r}
}

// Erred returns how a call ended that the program calls an error.
func Erred(r domain.ToolResult, words string) domain.Payload {
	reason, blocked := strings.CutPrefix(words, "Tool execution blocked: ")
	kind := domain.ToolErrTool
	switch {
	case blocked && !producers.DeniedByClaw(reason):
		return domain.ToolDenied{Name: r.Name, By: domain.DeniedByHook, Reason: r.Output}
	case blocked, strings.Contains(words, "denied by policy"):
		return domain.ToolDenied{Name: r.Name, By: domain.DeniedByPolicy, Reason: r.Output}
	case strings.Contains(words, "not found in registry"):
		kind = domain.ToolErrNotFound
	}
	return domain.ToolFailed{ToolResult: r, ErrorKind: kind}
}

// Written lists the files that a call writes when it succeeds.
func Written(tool string, args jsontext.Value) []domain.Path {
	if tool != "write_file" && tool != "replace" {
		return nil
	}
	in, _ := lenient.Read[struct {
		Path lenient.Word `json:"file_path"`
	}](args)
	if in.Path == "" {
		return nil
	}
	return []domain.Path{domain.Path(producers.Short(in.Path))}
}

// exitCode reads the last line that states one: the command's own output precedes it.
func exitCode(words string) *int {
	at := strings.LastIndex(words, "\nExit Code: ")
	if at < 0 {
		return nil
	}
	line, _, _ := strings.Cut(words[at+len("\nExit Code: "):], "\n")
	code, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		return nil
	}
	return &code
}
