package claudecode

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers/claudecode/verdict"
	"github.com/clawable/claw/producers/loose"
)

// outcomeOf reads how a call ended out of its result.
func outcomeOf(tool string, b *block, details *result, kind loose.Word) verdict.Verdict {
	switch {
	case bool(details.Interrupted):
		return verdict.Interrupted
	case !bool(b.IsError):
		return verdict.Verdict{}
	case kind != "":
		return verdict.OfKind(string(kind))
	}
	words, _, _ := b.Content.texts()
	return verdict.OfError(tool, words)
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
