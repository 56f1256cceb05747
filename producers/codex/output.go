package codex

import (
	"math"
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
)

// readToolOutput reads what was returned to the model, which records the end of the call.
func readToolOutput(e *entry, p object) {
	e.end(p.firstText("call_id", "id"), endingOf(p.raw("output")))
}

// endingOf reads an output in any of its forms: a text, an object with content and
// success, a list of parts.
func endingOf(raw []byte) ending {
	if len(raw) == 0 {
		return ending{}
	}
	switch raw[0] {
	case '{':
		o := objectOf(raw)
		c := contentOf(o.raw("content"))
		if !o.has("content") {
			c = contentOf(o.raw("content_items"))
		}
		end := ending{output: c.text(), images: c.images}
		switch {
		case o.is("success", "false"):
			end.status, end.why = failed, domain.ToolErrTool
		case !o.is("success", "true"):
			end = readOutput(c.text())
			end.images = c.images
		}
		return end
	case '[':
		c := contentOf(raw)
		end := readOutput(c.text())
		end.images = c.images
		return end
	}
	return readOutput(textOf(raw))
}

// readOutput reads an output's text. Its head, the lines before "Output:", states how the
// call ended; the body is the program's own output and is not trusted.
func readOutput(text string) ending {
	if end, ok := wrappedOutput(text); ok {
		return end
	}
	head, body, cut := strings.Cut(text, "\nOutput:\n")
	if !hasHead(head) {
		return plainOutput(text, head)
	}
	end := ending{output: body}
	if !cut {
		end.output = text
	}
	told := false
	for line := range strings.Lines(head) {
		line = strings.TrimSpace(line)
		if code, ok := cutNumber(line, "Exit code: ", "Process exited with code "); ok && !told {
			end.exited(code)
			told = true
		}
		if number, ok := strings.CutPrefix(line, "Process running with session ID "); ok {
			end.process = label(number)
			told = true
		}
		if seconds, ok := strings.CutPrefix(line, "Wall time: "); ok {
			end.durationMS = milliseconds(strings.TrimSuffix(strings.TrimSuffix(seconds, "s"), " second"))
		}
		end.truncated = end.truncated || strings.HasPrefix(line, "Total output lines: ")
	}
	switch {
	case told:
		return end
	case strings.HasPrefix(head, "Wall time:") && strings.HasPrefix(body, "Exit code: "):
		inner := readOutput(body) // a patch that came in as a command
		inner.durationMS = max(inner.durationMS, end.durationMS)
		return inner
	case strings.HasPrefix(head, "Wall time:") && strings.HasSuffix(head, "\naborted by user"):
		end.status = canceled
		return end
	}
	plain := plainOutput(text, head)
	plain.durationMS, plain.truncated, plain.output = end.durationMS, end.truncated, end.output
	return plain
}

// hasHead reports whether an output begins with lines that the tool wrote.
func hasHead(text string) bool {
	for _, start := range []string{"Exit code: ", "Chunk ID: ", "Wall time: ", "Process exited with code ", "Process running with session ID "} {
		if strings.HasPrefix(text, start) {
			return true
		}
	}
	return false
}

// exited records that the program ended, and its exit code.
func (end *ending) exited(code int) {
	end.exit = &code
	switch {
	case code == 0:
	case code == 124 && strings.Contains(end.output, "command timed out after"):
		end.status = timedOut
	default:
		end.status, end.why = failed, domain.ToolErrExit
	}
}

// wrappedOutput reads the outputs of before 0.9x: JSON in a text.
func wrappedOutput(text string) (end ending, ok bool) {
	if !strings.HasPrefix(text, "{") || !strings.Contains(text, `"metadata"`) {
		return end, false
	}
	o := objectOf([]byte(text))
	code, known := o.object("metadata").number("exit_code")
	if !known {
		return end, false
	}
	end.output = o.text("output")
	end.durationMS = milliseconds(string(o.object("metadata").raw("duration_seconds")))
	end.exited(int(code))
	return end, true
}

// faultStarts are the beginnings of texts with which a tool reports that it failed.
var faultStarts = []struct {
	start string
	why   domain.ToolErrorKind
}{
	{"error: ", domain.ToolErrTool}, {"err: ", domain.ToolErrTool}, {"apply_patch verification failed", domain.ToolErrTool},
	{"execution error", domain.ToolErrTool}, {"failed in sandbox", domain.ToolErrSandbox},
	{"failed to parse", domain.ToolErrInput}, {"unsupported call", domain.ToolErrNotFound},
	{"unsupported custom tool call", domain.ToolErrNotFound}, {"write_stdin failed", domain.ToolErrTool},
	{"exec_command failed", domain.ToolErrTool}, {"tool call error", domain.ToolErrTool}, {"tool call failed", domain.ToolErrTool},
}

// plainOutput reads an output without a head: what the tool itself reports instead of a
// result.
func plainOutput(text, head string) ending {
	end := ending{output: text}
	switch {
	case head == "aborted", strings.HasPrefix(head, "aborted by user"):
		end.status = canceled
		return end
	case strings.HasPrefix(text, "Command blocked by PreToolUse hook: "):
		end.status, end.by = denied, domain.DeniedByHook
		return end
	case isRejection(head):
		end.status, end.by = denied, domain.DeniedByPolicy
		if strings.Contains(head, "by user") {
			end.by = domain.DeniedByUser
		}
		return end
	case strings.HasPrefix(text, "failed in sandbox") && strings.Contains(text, "command timed out"):
		end.status = timedOut
		return end
	}
	for _, f := range faultStarts {
		if strings.HasPrefix(text, f.start) {
			end.status, end.why = failed, f.why
			if f.why == domain.ToolErrSandbox {
				end.exit = exitWithin(text)
			}
			return end
		}
	}
	return end
}

// isRejection reports whether a text states that the call was not allowed.
func isRejection(head string) bool {
	const most = 400 // a program's own output is not looked through
	return len(head) < most && (strings.HasSuffix(head, "rejected by user") ||
		strings.Contains(head, `Rejected(\"`) || strings.Contains(head, `Rejected("`) || strings.Contains(head, "; reject command"))
}

// exitWithin finds the code of a program that ran although the sandbox held it back.
func exitWithin(text string) *int {
	_, rest, ok := strings.Cut(text, ", exit code: ")
	if !ok {
		return nil
	}
	digits, _, _ := strings.Cut(rest, ",")
	code, err := strconv.Atoi(digits)
	if err != nil || code != int(int32(code)) {
		return nil
	}
	return &code
}

// cutNumber reads the number behind one of the prefixes, which ends the line.
func cutNumber(line string, prefixes ...string) (int, bool) {
	for _, prefix := range prefixes {
		if rest, ok := strings.CutPrefix(line, prefix); ok {
			n, err := strconv.ParseInt(rest, 10, 32)
			return int(n), err == nil
		}
	}
	return 0, false
}

// milliseconds reads seconds; 0 for what is no time.
func milliseconds(seconds string) int64 {
	f, err := strconv.ParseFloat(strings.TrimSpace(seconds), 64)
	if err != nil || !(f > 0) || f > 1e9 {
		return 0
	}
	return int64(math.Round(f * 1000))
}
