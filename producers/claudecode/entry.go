package claudecode

import (
	"encoding/binary"
	"hash/maphash"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/internal/lazy"
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

// sums are hashes of a record without its ids: of its content, and of its place and time.
// Both leave out the version of the program, which a copy may name anew.
type sums struct{ says, about uint64 }

var sumSeed = lazy.Value[maphash.Seed]{Make: maphash.MakeSeed}

// summer hashes values; each is written with its length, so that none runs into the next.
type summer struct{ maphash.Hash }

func (s *summer) words(all ...lenient.Word) {
	for _, w := range all {
		s.number(int64(len(w)))
		_, _ = s.WriteString(string(w)) // never fails
	}
}

func (s *summer) values(all ...jsontext.Value) {
	for _, v := range all {
		s.number(int64(len(v)))
		_, _ = s.Write(v) // never fails
	}
}

func (s *summer) number(n int64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], uint64(n))
	_, _ = s.Write(b[:]) // never fails
}

func (s *summer) numbers(all ...lenient.Whole) {
	for _, n := range all {
		s.number(int64(n))
	}
}

func (s *summer) flags(all ...lenient.Flag) {
	for _, f := range all {
		if f {
			s.number(1)
		} else {
			s.number(0)
		}
	}
}

func (s *summer) content(c content) {
	s.number(int64(len(c)))
	for i := range c {
		b := &c[i]
		s.words(b.Type, b.Text, b.Thinking, b.Data, b.ID, b.Name, b.Server, b.ToolUseID)
		s.values(b.Input, b.raw)
		s.flags(b.IsError)
		s.content(b.Content)
	}
}

// sums hashes the record.
func (e *entry) sums() (of sums) {
	var s summer
	s.SetSeed(sumSeed.Get())
	m := &e.Message.V
	s.words(e.Type, e.Subtype, m.ID, m.Model, m.StopReason, e.ToolDenialKind, e.PlanContent, e.ToolUseID, e.ParentToolUseID, e.Compact.V.Trigger, e.Microcompact.V.Trigger,
		e.Summary, e.LeafUUID, e.AITitle, e.LastPrompt, e.CustomTitle, e.AgentName, e.Mode, e.Operation, e.PRURL, e.PRRepository)
	s.values(e.Error, e.ToolUseResult, e.Content, e.HookErrors, e.Data, e.Attachment)
	s.flags(e.IsMeta, e.IsCompactSummary, e.IsAPIError, e.Prevented)
	s.numbers(e.APIErrorStatus, e.DurationMS, e.RetryInMS, e.RetryAttempt, e.MaxRetries, e.PRNumber, e.Compact.V.PreTokens, e.Compact.V.PostTokens,
		e.Microcompact.V.PreTokens, e.Microcompact.V.TokensSaved)
	for _, h := range e.HookInfos {
		s.words(h.Type, h.Event, h.Name, h.Command)
		s.numbers(h.DurationMS)
	}
	s.content(m.Content)
	of.says = s.Sum64()
	u := &m.Usage.V
	s.Reset()
	s.words(e.ParentUUID, e.LogicalParent, e.AgentID, e.Timestamp, e.CWD, e.GitBranch, e.Entrypoint, e.PermissionMode, e.RequestID, e.PromptSource,
		e.Origin.V.Kind, e.ForkedFrom.V.SessionID, u.ServiceTier)
	s.flags(e.IsSidechain)
	s.numbers(u.Input, u.CacheRead, u.CacheCreation, u.Kept.V.Hour, u.Output, u.ServerTools.V.WebSearches)
	of.about = s.Sum64()
	return of
}
