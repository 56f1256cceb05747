package domain

// SessionPayload is the data of an event in a session's stream.
//
//sumtype:decl
type SessionPayload interface {
	Payload
	session()
}

type sessionFact struct{}

func (sessionFact) payload() Family { return FamilySession }
func (sessionFact) session()        {}

// SessionCreated is the first record of a conversation. Title, workspace and
// purpose are each a value or the reason why not.
type SessionCreated struct {
	sessionFact
	Title         Maybe[ShortLabel] `json:"title"`
	Workspace     Maybe[Path]       `json:"workspace"`
	Purpose       Maybe[ShortLabel] `json:"purpose"`
	Agent         string            `json:"agent"` // "claude-code", "codex", …
	AgentVersion  string            `json:"agent_version,omitzero"`
	Model         string            `json:"model,omitzero"`
	ModelProvider string            `json:"model_provider,omitzero"`
	Originator    string            `json:"originator,omitzero"` // the front end, in the agent's words
	ParentSession Maybe[SessionID]  `json:"parent_session,omitzero"`
	ParentItem    ItemID            `json:"parent_item,omitzero"` // the call that spawned a subagent
	AgentType     string            `json:"agent_type,omitzero"`  // of a subagent
	Branch        Branch            `json:"branch,omitzero"`
	Commit        CommitID          `json:"commit,omitzero"`
	RepositoryURL string            `json:"repository_url,omitzero"`
	Permission    string            `json:"permission_mode,omitzero"` // in the agent's words
}

// ShortLabel is one line given by whoever created the session; never text of the conversation.
type ShortLabel string

// SessionIdentityEnriched adds to the identity of a session; a field given replaces the earlier one.
type SessionIdentityEnriched struct {
	sessionFact
	Title         string    `json:"title,omitzero"`
	Workspace     Path      `json:"workspace,omitzero"`
	Purpose       string    `json:"purpose,omitzero"`
	AgentVersion  string    `json:"agent_version,omitzero"`
	Model         string    `json:"model,omitzero"`
	Branch        Branch    `json:"branch,omitzero"`
	Permission    string    `json:"permission_mode,omitzero"`
	Approval      string    `json:"approval_policy,omitzero"`
	Sandbox       string    `json:"sandbox,omitzero"`
	Effort        string    `json:"effort,omitzero"`
	AgentName     string    `json:"agent_name,omitzero"`
	PRNumber      int       `json:"pr_number,omitzero"`
	PRURL         string    `json:"pr_url,omitzero"`
	PRRepository  string    `json:"pr_repository,omitzero"`
	ParentSession SessionID `json:"parent_session,omitzero"`
	ParentItem    ItemID    `json:"parent_item,omitzero"`
	AgentType     string    `json:"agent_type,omitzero"`
	// Checkpoint is a saved state of the session; a session has many, and none replaces another.
	Checkpoint *Checkpoint `json:"checkpoint,omitzero"`
}

// Checkpoint is a saved state of a session, which commits name in a trailer.
type Checkpoint struct {
	ID    CheckpointID `json:"id"`
	Steps int          `json:"steps,omitzero"` // states saved on the way, that no commit names
	Paths []Path       `json:"paths,omitzero"` // written since the checkpoint before
	// AgentLines are those of CommittedLines that the agent wrote, as the tool counts them.
	AgentLines     int               `json:"agent_lines,omitzero"`
	CommittedLines int               `json:"committed_lines,omitzero"`
	Tokens         *CheckpointTokens `json:"tokens,omitzero"`
}

// CheckpointTokens is what the tool counted for a checkpoint. It is part of the
// session's usage, which the agent's own records tell, and is not summed with it.
type CheckpointTokens struct {
	Input         int64 `json:"input_tokens"` // not read from a cache
	CacheRead     int64 `json:"cache_read_tokens"`
	CacheCreation int64 `json:"cache_creation_tokens"`
	Output        int64 `json:"output_tokens"`
	Calls         int   `json:"calls,omitzero"`
}

// SessionResumed says that a process took the conversation up again.
type SessionResumed struct {
	sessionFact
	From         SessionID `json:"from,omitzero"` // when the resumed one has its own id
	AgentVersion string    `json:"agent_version,omitzero"`
	Originator   string    `json:"originator,omitzero"`
}

// SessionForked says that the conversation branched off another.
type SessionForked struct {
	sessionFact
	From SessionID `json:"from"`
	At   string    `json:"at,omitzero"` // the source's record
}

// SessionCleared says that the context was emptied.
type SessionCleared struct{ sessionFact }

// CompactTrigger says who asked for a compaction.
type CompactTrigger string

// The compaction triggers.
const (
	CompactManual  CompactTrigger = "manual"
	CompactAuto    CompactTrigger = "auto"
	CompactMicro   CompactTrigger = "micro"
	CompactUnknown CompactTrigger = "unknown"
)

// Enum lists the values.
func (CompactTrigger) Enum() []string {
	return enum(CompactManual, CompactAuto, CompactMicro, CompactUnknown)
}

// SessionCompacted says that earlier context was replaced by a summary.
type SessionCompacted struct {
	sessionFact
	Trigger      CompactTrigger `json:"trigger"`
	TokensBefore int64          `json:"tokens_before,omitzero"`
	TokensAfter  int64          `json:"tokens_after,omitzero"`
	Messages     int            `json:"messages,omitzero"` // replaced
}

// EndStatus says how something ended.
type EndStatus string

// The end statuses.
const (
	EndCompleted   EndStatus = "completed"
	EndInterrupted EndStatus = "interrupted"
	EndFailed      EndStatus = "failed"
	EndUnknown     EndStatus = "unknown"
)

// Enum lists the values.
func (EndStatus) Enum() []string {
	return enum(EndCompleted, EndInterrupted, EndFailed, EndUnknown)
}

// SessionEnded says that the agent itself recorded the end of the session.
type SessionEnded struct {
	sessionFact
	Status EndStatus `json:"status"`
	Reason string    `json:"reason,omitzero"` // in the agent's words: clear, logout, …
}

// TurnStarted says that a prompt was taken.
type TurnStarted struct {
	sessionFact
	Trigger       string `json:"trigger,omitzero"` // prompt, command, subagent, hook, … in the source's words
	Model         string `json:"model,omitzero"`
	Effort        string `json:"effort,omitzero"`
	ContextWindow int64  `json:"context_window,omitzero"`
	// Prompt is the prompt, from a source that has no message of its own for it.
	Prompt Text `json:"prompt,omitzero"`
}

// TurnCompleted says that the agent came to the end of its answer.
type TurnCompleted struct {
	sessionFact
	StopReason string `json:"stop_reason,omitzero"` // in the provider's words
	DurationMS int64  `json:"duration_ms,omitzero"`
	// Answer is the end of the answer, from a source that has no message of its own for it.
	Answer Text `json:"answer,omitzero"`
}

// TurnInterrupted says that somebody stopped the turn.
type TurnInterrupted struct {
	sessionFact
	Reason     string `json:"reason,omitzero"` // in the agent's words
	DurationMS int64  `json:"duration_ms,omitzero"`
}

// TurnFailed says that the turn ended by an error.
type TurnFailed struct {
	sessionFact
	Class      ProviderClass `json:"class"`
	Message    Text          `json:"message,omitzero"`
	DurationMS int64         `json:"duration_ms,omitzero"`
}

// TurnWithdrawn says that turns were taken back: their records stay and count no more.
type TurnWithdrawn struct {
	sessionFact
	// Turns names those that are withdrawn; Last counts them from the end where the source does.
	Turns []TurnID `json:"turns,omitzero"`
	Last  int      `json:"last,omitzero"`
}

// Role says who a message is from.
type Role string

// The roles.
const (
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
	RoleReasoning Role = "reasoning"
	RoleSystem    Role = "system"
	RoleDeveloper Role = "developer"
	RoleTool      Role = "tool"
	RoleSummary   Role = "summary"
)

// Enum lists the values.
func (Role) Enum() []string {
	return enum(RoleUser, RoleAssistant, RoleReasoning, RoleSystem, RoleDeveloper, RoleTool, RoleSummary)
}

// MessageRecorded is one message of the conversation.
type MessageRecorded struct {
	sessionFact
	Role  Role   `json:"role"`
	Text  Text   `json:"text,omitzero"`
	Model string `json:"model,omitzero"`
	Phase string `json:"phase,omitzero"` // in the source's words: commentary, final_answer
	// Synthetic says that the agent's program wrote it, not the person or the model it names.
	Synthetic   bool `json:"synthetic,omitzero"`
	Images      int  `json:"images,omitzero"`       // left out of Text
	OpaqueBytes int  `json:"opaque_bytes,omitzero"` // encrypted content left out
	// Content holds what is neither text nor image, as the source has it.
	Content JSON `json:"content,omitzero"`
	Raw     bool `json:"raw,omitzero"`
}

// HookStarted says that the agent runs a hook.
type HookStarted struct {
	sessionFact
	Event   string `json:"event"` // PreToolUse, …
	Name    string `json:"name,omitzero"`
	Command string `json:"command,omitzero"`
}

// HookCompleted says that a hook ended.
type HookCompleted struct {
	sessionFact
	Event      string `json:"event"`
	Name       string `json:"name,omitzero"`
	Command    string `json:"command,omitzero"`
	ExitCode   *int   `json:"exit_code,omitzero"`
	Blocked    bool   `json:"blocked,omitzero"` // it held the agent back
	DurationMS int64  `json:"duration_ms,omitzero"`
}

// HookCanceled says that a hook was stopped.
type HookCanceled struct {
	sessionFact
	Event      string `json:"event"`
	Name       string `json:"name,omitzero"`
	Command    string `json:"command,omitzero"`
	Reason     string `json:"reason,omitzero"`
	DurationMS int64  `json:"duration_ms,omitzero"`
}

// UsageRecorded is what one response cost, in tokens. Several records of one
// response share subject.item; the greatest counts.
type UsageRecorded struct {
	sessionFact
	Model            string `json:"model,omitzero"`
	Input            int64  `json:"input_tokens"`          // not read from a cache
	CacheRead        int64  `json:"cache_read_tokens"`     // beside Input
	CacheCreation    int64  `json:"cache_creation_tokens"` // beside Input
	Output           int64  `json:"output_tokens"`         // with reasoning
	Reasoning        int64  `json:"reasoning_tokens"`      // within Output
	ServiceTier      string `json:"service_tier,omitzero"`
	WebSearches      int64  `json:"web_search_requests,omitzero"`
	ContextWindow    int64  `json:"context_window,omitzero"`
	CumulativeInput  int64  `json:"cumulative_input_tokens,omitzero"` // of the session, as the source counts
	CumulativeOutput int64  `json:"cumulative_output_tokens,omitzero"`
}

// ProviderClass is the closed list of why a model provider's answer failed.
type ProviderClass string

// The provider classes.
const (
	ProviderAuth      ProviderClass = "provider_auth"
	ProviderInternal  ProviderClass = "provider_internal"
	ProviderExhausted ProviderClass = "provider_retry_exhausted"
	ProviderRateLimit ProviderClass = "provider_rate_limit"
	ProviderTransport ProviderClass = "provider_transport"
	ProviderError     ProviderClass = "provider_error"
	ProviderContext   ProviderClass = "context_window"
	ProviderRuntimeIO ProviderClass = "runtime_io"
	ProviderOther     ProviderClass = "unknown"
)

// Enum lists the values.
func (ProviderClass) Enum() []string {
	return enum(ProviderAuth, ProviderInternal, ProviderExhausted, ProviderRateLimit, ProviderTransport,
		ProviderError, ProviderContext, ProviderRuntimeIO, ProviderOther)
}

// ProviderFailed says that a call to the model provider failed; its words are in a message.
type ProviderFailed struct {
	sessionFact
	Class       ProviderClass `json:"class"`
	Status      int           `json:"status,omitzero"` // HTTP
	Code        string        `json:"code,omitzero"`   // in the provider's words
	Request     string        `json:"request,omitzero"`
	WillRetry   bool          `json:"will_retry,omitzero"`
	Retry       int           `json:"retry,omitzero"` // which one, from 1
	MaxRetries  int           `json:"max_retries,omitzero"`
	RetryWaitMS int64         `json:"retry_wait_ms,omitzero"`
}

func (SessionCreated) Kind() Kind          { return "session.created" }
func (SessionIdentityEnriched) Kind() Kind { return "session.identity_enriched" }
func (SessionResumed) Kind() Kind          { return "session.resumed" }
func (SessionForked) Kind() Kind           { return "session.forked" }
func (SessionCleared) Kind() Kind          { return "session.cleared" }
func (SessionCompacted) Kind() Kind        { return "session.compacted" }
func (SessionEnded) Kind() Kind            { return "session.ended" }
func (TurnStarted) Kind() Kind             { return "turn.started" }
func (TurnCompleted) Kind() Kind           { return "turn.completed" }
func (TurnInterrupted) Kind() Kind         { return "turn.interrupted" }
func (TurnFailed) Kind() Kind              { return "turn.failed" }
func (TurnWithdrawn) Kind() Kind           { return "turn.withdrawn" }
func (MessageRecorded) Kind() Kind         { return "message.recorded" }
func (HookStarted) Kind() Kind             { return "hook.started" }
func (HookCompleted) Kind() Kind           { return "hook.completed" }
func (HookCanceled) Kind() Kind            { return "hook.canceled" }
func (UsageRecorded) Kind() Kind           { return "usage.recorded" }
func (ProviderFailed) Kind() Kind          { return "provider.failed" }

func sessionKinds() []KindInfo {
	return append([]KindInfo{
		row[SessionCreated](), row[SessionIdentityEnriched](erasable), row[SessionResumed](), row[SessionForked](),
		row[SessionCleared](), row[SessionCompacted](), row[SessionEnded](),
		row[TurnStarted](erasable), row[TurnCompleted](erasable), row[TurnInterrupted](erasable),
		row[TurnFailed](erasable), row[TurnWithdrawn](erasable),
		row[MessageRecorded](erasable),
		row[HookStarted](), row[HookCompleted](), row[HookCanceled](),
		row[UsageRecorded](), row[ProviderFailed](),
	}, toolKinds()...)
}
