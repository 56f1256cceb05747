package claudecode

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/loose"
)

// entry is one record of a transcript: the members of all its types together.
type entry struct {
	Type           loose.Word `json:"type"`
	Subtype        loose.Word `json:"subtype"`
	UUID           loose.Word `json:"uuid"`
	ParentUUID     loose.Word `json:"parentUuid"`
	LogicalParent  loose.Word `json:"logicalParentUuid"`
	SessionID      loose.Word `json:"sessionId"`
	AgentID        loose.Word `json:"agentId"`
	IsSidechain    loose.Flag `json:"isSidechain"`
	Timestamp      loose.Word `json:"timestamp"`
	CWD            loose.Word `json:"cwd"`
	Version        loose.Word `json:"version"`
	GitBranch      loose.Word `json:"gitBranch"`
	Entrypoint     loose.Word `json:"entrypoint"`
	PermissionMode loose.Word `json:"permissionMode"`

	// user and assistant
	Message          loose.Object[message] `json:"message"`
	IsMeta           loose.Flag            `json:"isMeta"`
	IsCompactSummary loose.Flag            `json:"isCompactSummary"`
	IsAPIError       loose.Flag            `json:"isApiErrorMessage"`
	APIErrorStatus   loose.Whole           `json:"apiErrorStatus"`
	Error            jsontext.Value        `json:"error"` // a word of an answer, an object of a system record
	RequestID        loose.Word            `json:"requestId"`
	ToolUseResult    jsontext.Value        `json:"toolUseResult"`
	ToolDenialKind   loose.Word            `json:"toolDenialKind"`
	PlanContent      loose.Word            `json:"planContent"`
	PromptSource     loose.Word            `json:"promptSource"`
	Origin           loose.Object[origin]  `json:"origin"`

	// system
	Content      jsontext.Value        `json:"content"`
	DurationMS   loose.Whole           `json:"durationMs"`
	HookInfos    loose.List[hook]      `json:"hookInfos"`
	HookErrors   jsontext.Value        `json:"hookErrors"`
	Prevented    loose.Flag            `json:"preventedContinuation"`
	ToolUseID    loose.Word            `json:"toolUseID"`
	RetryInMS    loose.Whole           `json:"retryInMs"`
	RetryAttempt loose.Whole           `json:"retryAttempt"`
	MaxRetries   loose.Whole           `json:"maxRetries"`
	Compact      loose.Object[compact] `json:"compactMetadata"`
	Microcompact loose.Object[compact] `json:"microcompactMetadata"`

	// progress and attachment
	Data            jsontext.Value `json:"data"`
	ParentToolUseID loose.Word     `json:"parentToolUseID"`
	Attachment      jsontext.Value `json:"attachment"`

	// the records about the session itself
	ForkedFrom   loose.Object[fork] `json:"forkedFrom"` // on each copy that a fork begins with
	Summary      loose.Word         `json:"summary"`
	LeafUUID     loose.Word         `json:"leafUuid"`
	AITitle      loose.Word         `json:"aiTitle"`
	LastPrompt   loose.Word         `json:"lastPrompt"`
	CustomTitle  loose.Word         `json:"customTitle"`
	AgentName    loose.Word         `json:"agentName"`
	Mode         loose.Word         `json:"mode"`
	Operation    loose.Word         `json:"operation"`
	PRNumber     loose.Whole        `json:"prNumber"`
	PRURL        loose.Word         `json:"prUrl"`
	PRRepository loose.Word         `json:"prRepository"`
}

type fork struct {
	SessionID loose.Word `json:"sessionId"`
}

type origin struct {
	Kind loose.Word `json:"kind"`
}

type compact struct {
	Trigger     loose.Word  `json:"trigger"`
	PreTokens   loose.Whole `json:"preTokens"`
	PostTokens  loose.Whole `json:"postTokens"`
	TokensSaved loose.Whole `json:"tokensSaved"`
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
