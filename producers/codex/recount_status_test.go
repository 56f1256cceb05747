package codex_test

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
)

// endStatus reads the records that codex writes when a command, patch or MCP call ends.
func endStatus(p object) string {
	result, _ := p["result"].(object)
	ok, _ := result["Ok"].(object)
	_, coded := p["exit_code"]
	switch {
	case p["status"] == "declined":
		return "denied"
	case p["timed_out"] == true:
		return "timed_out"
	case p["success"] == false, p["status"] == "failed", result["Err"] != nil,
		ok["is_error"] == true, ok["isError"] == true, coded && num(p, "exit_code") != 0:
		return "failed"
	}
	return "completed"
}

var (
	exitLine = regexp.MustCompile(`^(?:Process exited with code|Exit code:) (-?\d+)$`)
	faults   = regexp.MustCompile(`^(error: |err: |apply_patch verification failed|execution error|failed in sandbox|failed to parse|` +
		`unsupported (custom tool )?call|write_stdin failed|exec_command failed|tool call (error|failed))`)
)

// outputStatus reads the text that went back to the model, in any of its encodings.
func outputStatus(output any) string {
	text, isText := output.(string)
	if !isText {
		return structuredStatus(output)
	}
	var wrapped struct {
		Output   string
		Metadata *struct {
			ExitCode int `json:"exit_code"`
		}
	}
	if json.Unmarshal([]byte(text), &wrapped) == nil && wrapped.Metadata != nil {
		return codeStatus(wrapped.Metadata.ExitCode, wrapped.Output)
	}
	head, body, _ := strings.Cut(text, "\nOutput:\n")
	for line := range strings.Lines(head) {
		if m := exitLine.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			code, _ := strconv.Atoi(m[1])
			return codeStatus(code, body)
		}
	}
	switch {
	case strings.Contains(head, "\nProcess running with session ID "):
		return "completed"
	case strings.HasPrefix(head, "Wall time:") && strings.HasPrefix(body, "Exit code: "):
		return outputStatus(body)
	case head == "aborted", strings.HasPrefix(head, "aborted by user"), strings.HasPrefix(head, "Wall time:") && strings.HasSuffix(head, "\naborted by user"):
		return "canceled"
	case strings.HasPrefix(text, "Command blocked by PreToolUse hook"):
		return "denied"
	case len(head) < 400 && (strings.HasSuffix(head, "rejected by user") || strings.Contains(head, `Rejected(\"`) || strings.Contains(head, "; reject command")):
		return "denied"
	case strings.HasPrefix(text, "failed in sandbox") && strings.Contains(text, "command timed out"):
		return "timed_out"
	case faults.MatchString(text):
		return "failed"
	}
	return "completed"
}

func structuredStatus(output any) string {
	if o, _ := output.(object); o["success"] == false {
		return "failed"
	}
	return "completed"
}

func codeStatus(code int, output string) string {
	switch {
	case code == 0:
		return "completed"
	case code == 124 && strings.Contains(output, "command timed out after"):
		return "timed_out"
	}
	return "failed"
}
