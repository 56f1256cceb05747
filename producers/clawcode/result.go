package clawcode

import (
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// output is what the tools of claw-code answer with, as JSON within a string.
type output struct {
	Type       lenient.Word           `json:"type"`
	Stdout     lenient.Word           `json:"stdout"`
	Stderr     lenient.Word           `json:"stderr"`
	Background lenient.Word           `json:"backgroundTaskId"`
	Code       lenient.Word           `json:"returnCodeInterpretation"`
	Path       lenient.Word           `json:"filePath"`
	Patch      lenient.List[struct{}] `json:"structuredPatch"`
}

// results records how calls ended.
func (s *scribe) results(m *message) {
	for i, b := range m.Blocks {
		if b.Type == "tool_result" {
			s.say(i, producers.ID(b.ToolUse), ending(b))
		}
	}
}

// ending reads how one call ended: what the record calls an error is one, else the
// shell's report about its program decides.
func ending(b block) domain.Payload {
	r := domain.ToolResult{Name: producers.Short(b.ToolName)}
	out, structured := lenient.Read[output]([]byte(b.Output))
	if !structured {
		r.Output = producers.Text(string(b.Output))
	} else {
		r.Result, r.Raw = producers.Foreign([]byte(b.Output))
		r.Output, r.Stderr = producers.Text(string(out.Stdout)), producers.Text(string(out.Stderr))
		r.Background = producers.Short(out.Background)
		if out.Path != "" && (out.Type == "create" || out.Type == "update" || len(out.Patch) > 0) {
			r.Paths = []domain.Path{domain.Path(producers.Short(out.Path))}
		}
	}
	code, exited := strings.CutPrefix(string(out.Code), "exit_code:")
	switch {
	case bool(b.IsError):
		return domain.ToolFailed{ToolResult: r, ErrorKind: errorKind(string(b.Output))}
	case out.Code == "timeout":
		return domain.ToolTimedOut{ToolResult: r}
	case exited:
		if n, err := strconv.Atoi(code); err == nil {
			r.ExitCode = &n
		}
		return domain.ToolFailed{ToolResult: r, ErrorKind: domain.ToolErrExit}
	}
	return domain.ToolCompleted{ToolResult: r}
}

func errorKind(text string) domain.ToolErrorKind {
	switch {
	case strings.HasPrefix(text, "invalid tool input"):
		return domain.ToolErrInput
	case strings.HasPrefix(text, "unsupported tool"), strings.HasPrefix(text, "unknown tool"):
		return domain.ToolErrNotFound
	}
	return domain.ToolErrTool
}
