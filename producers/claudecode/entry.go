package claudecode

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// entry is one record of a transcript: the members of all its types together.
type entry struct {
	Type           lenient.Word `json:"type"`
	Subtype        lenient.Word `json:"subtype"`
	UUID           lenient.Word `json:"uuid"`
	ParentUUID     lenient.Word `json:"parentUuid"`
	LogicalParent  lenient.Word `json:"logicalParentUuid"`
	SessionID      lenient.Word `json:"sessionId"`
	AgentID        lenient.Word `json:"agentId"`
	IsSidechain    lenient.Flag `json:"isSidechain"`
	Timestamp      lenient.Word `json:"timestamp"`
	CWD            lenient.Word `json:"cwd"`
	Version        lenient.Word `json:"version"`
	GitBranch      lenient.Word `json:"gitBranch"`
	Entrypoint     lenient.Word `json:"entrypoint"`
	PermissionMode lenient.Word `json:"permissionMode"`

	// user and assistant
	Message          lenient.Object[message] `json:"message"`
	IsMeta           lenient.Flag            `json:"isMeta"`
	IsCompactSummary lenient.Flag            `json:"isCompactSummary"`
	IsAPIError       lenient.Flag            `json:"isApiErrorMessage"`
	APIErrorStatus   lenient.Whole           `json:"apiErrorStatus"`
	Error            jsontext.Value          `json:"error"` // a word of an answer, an object of a system record
	RequestID        lenient.Word            `json:"requestId"`
	ToolUseResult    jsontext.Value          `json:"toolUseResult"`
	ToolDenialKind   lenient.Word            `json:"toolDenialKind"`
	PlanContent      lenient.Word            `json:"planContent"`
	PromptSource     lenient.Word            `json:"promptSource"`
	Origin           lenient.Object[origin]  `json:"origin"`

	// system
	Content      jsontext.Value          `json:"content"`
	DurationMS   lenient.Whole           `json:"durationMs"`
	HookInfos    lenient.List[hook]      `json:"hookInfos"`
	HookErrors   jsontext.Value          `json:"hookErrors"`
	Prevented    lenient.Flag            `json:"preventedContinuation"`
	ToolUseID    lenient.Word            `json:"toolUseID"`
	RetryInMS    lenient.Whole           `json:"retryInMs"`
	RetryAttempt lenient.Whole           `json:"retryAttempt"`
	MaxRetries   lenient.Whole           `json:"maxRetries"`
	Compact      lenient.Object[compact] `json:"compactMetadata"`
	Microcompact lenient.Object[compact] `json:"microcompactMetadata"`

	// progress and attachment
	Data            jsontext.Value `json:"data"`
	ParentToolUseID lenient.Word   `json:"parentToolUseID"`
	Attachment      jsontext.Value `json:"attachment"`

	// the records about the session itself
	ForkedFrom   lenient.Object[fork] `json:"forkedFrom"` // on each copy that a fork begins with
	Summary      lenient.Word         `json:"summary"`
	LeafUUID     lenient.Word         `json:"leafUuid"`
	AITitle      lenient.Word         `json:"aiTitle"`
	LastPrompt   lenient.Word         `json:"lastPrompt"`
	CustomTitle  lenient.Word         `json:"customTitle"`
	AgentName    lenient.Word         `json:"agentName"`
	Mode         lenient.Word         `json:"mode"`
	Operation    lenient.Word         `json:"operation"`
	PRNumber     lenient.Whole        `json:"prNumber"`
	PRURL        lenient.Word         `json:"prUrl"`
	PRRepository lenient.Word         `json:"prRepository"`
}

type fork struct {
	SessionID lenient.Word `json:"sessionId"`
}

type origin struct {
	Kind lenient.Word `json:"kind"`
}

type compact struct {
	Trigger     lenient.Word  `json:"trigger"`
	PreTokens   lenient.Whole `json:"preTokens"`
	PostTokens  lenient.Whole `json:"postTokens"`
	TokensSaved lenient.Whole `json:"tokensSaved"`
}

// branch returns the branch, "" for none and for a commit checked out without one.
func (e *entry) branch() string {
	if e.GitBranch == "HEAD" {
		return ""
	}
	return producers.ID(e.GitBranch)
}

// firstOf returns the first id that is not empty.
func firstOf(ids ...string) string {
	for _, id := range ids {
		if id != "" {
			return id
		}
	}
	return ""
}
