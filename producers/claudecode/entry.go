package claudecode

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
)

// entry is one record of a transcript: the members of all its types together.
type entry struct {
	Type           word `json:"type"`
	Subtype        word `json:"subtype"`
	UUID           word `json:"uuid"`
	ParentUUID     word `json:"parentUuid"`
	LogicalParent  word `json:"logicalParentUuid"`
	SessionID      word `json:"sessionId"`
	AgentID        word `json:"agentId"`
	IsSidechain    flag `json:"isSidechain"`
	Timestamp      word `json:"timestamp"`
	CWD            word `json:"cwd"`
	Version        word `json:"version"`
	GitBranch      word `json:"gitBranch"`
	Entrypoint     word `json:"entrypoint"`
	PermissionMode word `json:"permissionMode"`

	// user and assistant
	Message          object[message] `json:"message"`
	IsMeta           flag            `json:"isMeta"`
	IsCompactSummary flag            `json:"isCompactSummary"`
	IsAPIError       flag            `json:"isApiErrorMessage"`
	APIErrorStatus   whole           `json:"apiErrorStatus"`
	Error            jsontext.Value  `json:"error"` // a word of an answer, an object of a system record
	RequestID        word            `json:"requestId"`
	ToolUseResult    jsontext.Value  `json:"toolUseResult"`
	ToolDenialKind   word            `json:"toolDenialKind"`
	PlanContent      word            `json:"planContent"`
	PromptSource     word            `json:"promptSource"`
	Origin           object[origin]  `json:"origin"`

	// system
	Content      jsontext.Value  `json:"content"`
	DurationMS   whole           `json:"durationMs"`
	HookInfos    list[hook]      `json:"hookInfos"`
	HookErrors   jsontext.Value  `json:"hookErrors"`
	Prevented    flag            `json:"preventedContinuation"`
	ToolUseID    word            `json:"toolUseID"`
	RetryInMS    whole           `json:"retryInMs"`
	RetryAttempt whole           `json:"retryAttempt"`
	MaxRetries   whole           `json:"maxRetries"`
	Compact      object[compact] `json:"compactMetadata"`
	Microcompact object[compact] `json:"microcompactMetadata"`

	// progress and attachment
	Data            jsontext.Value `json:"data"`
	ParentToolUseID word           `json:"parentToolUseID"`
	Attachment      jsontext.Value `json:"attachment"`

	// the records about the session itself
	ForkedFrom   object[fork] `json:"forkedFrom"` // on each copy that a fork begins with
	Summary      word         `json:"summary"`
	LeafUUID     word         `json:"leafUuid"`
	AITitle      word         `json:"aiTitle"`
	LastPrompt   word         `json:"lastPrompt"`
	CustomTitle  word         `json:"customTitle"`
	AgentName    word         `json:"agentName"`
	Mode         word         `json:"mode"`
	Operation    word         `json:"operation"`
	PRNumber     whole        `json:"prNumber"`
	PRURL        word         `json:"prUrl"`
	PRRepository word         `json:"prRepository"`
}

type fork struct {
	SessionID word `json:"sessionId"`
}

type origin struct {
	Kind word `json:"kind"`
}

type compact struct {
	Trigger     word  `json:"trigger"`
	PreTokens   whole `json:"preTokens"`
	PostTokens  whole `json:"postTokens"`
	TokensSaved whole `json:"tokensSaved"`
}

// placeholder is what the exporters of one tool write over what looks secret, ids too.
const placeholder = "REDACTED"

// maxID is the most bytes of a foreign id that is kept as one.
const maxID = 512

// usable returns the id when it names one thing, "" for none, a placeholder and what no id can hold.
func usable(id word) string {
	s := string(id)
	if len(s) > maxID || strings.Contains(s, placeholder) || strings.IndexByte(s, 0) >= 0 || !utf8.ValidString(s) {
		return ""
	}
	return s
}

// branch returns the branch, "" for none and for a commit checked out without one.
func (e *entry) branch() string {
	if e.GitBranch == "HEAD" {
		return ""
	}
	return usable(e.GitBranch)
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

// instant reads a time of the source.
func instant(stamp word) domain.Instant {
	s := string(stamp)
	switch {
	case s == "":
		return domain.UnknownInstant(domain.UnknownNotRecorded)
	case strings.Contains(s, placeholder):
		return domain.UnknownInstant(domain.UnknownRedacted)
	}
	if t, err := time.Parse(time.RFC3339Nano, s); err == nil {
		return domain.At(t)
	}
	if _, err := time.Parse("2006-01-02T15:04:05", s); err == nil {
		return domain.UnknownInstant(domain.UnknownNoZone)
	}
	return domain.UnknownInstant(domain.UnknownUnparsable)
}

// maxShort is the most bytes of a plain string of a payload, such as a command of a hook.
const maxShort = 4 << 10

// short cuts a plain string of a payload, which has no form for what is cut.
func short(w word) string {
	s := string(w)
	if len(s) <= maxShort {
		return s
	}
	cut := maxShort
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}
