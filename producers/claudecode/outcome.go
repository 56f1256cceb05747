package claudecode

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers/claudecode/verdict"
	"github.com/clawable/claw/producers/lenient"
)

// outcomeOf reads how a call ended out of its result.
func outcomeOf(tool string, b *block, details *result, kind lenient.Word) verdict.Verdict {
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
	Type            lenient.Word   `json:"type"`
	Interrupted     lenient.Flag   `json:"interrupted"`
	Stdout          lenient.Word   `json:"stdout"`
	Stderr          lenient.Word   `json:"stderr"`
	FilePath        lenient.Word   `json:"filePath"`
	Patch           jsontext.Value `json:"structuredPatch"`
	Background      lenient.Word   `json:"backgroundTaskId"`
	AgentID         lenient.Word   `json:"agentId"`
	DurationMS      lenient.Whole  `json:"durationMs"`
	TotalDurationMS lenient.Whole  `json:"totalDurationMs"`
	Truncated       lenient.Flag   `json:"truncated"`
}
