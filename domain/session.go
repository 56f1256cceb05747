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

// CheckpointTokens is what the tool counted for a checkpoint. It is part of the session's
// usage, which the agent's own records contain, and is not added to it.
type CheckpointTokens struct {
	Input         int64 `json:"input_tokens"` // not read from a cache
	CacheRead     int64 `json:"cache_read_tokens"`
	CacheCreation int64 `json:"cache_creation_tokens"`
	Output        int64 `json:"output_tokens"`
	Calls         int   `json:"calls,omitzero"`
}

// SessionResumed reports that a process took the conversation up again.
type SessionResumed struct {
	sessionFact
	From         SessionID `json:"from,omitzero"` // when the resumed one has its own id
	AgentVersion string    `json:"agent_version,omitzero"`
	Originator   string    `json:"originator,omitzero"`
}

// SessionForked reports that the conversation branched off another.
type SessionForked struct {
	sessionFact
	From SessionID `json:"from"`
	At   string    `json:"at,omitzero"` // the source's record
}

// SessionCleared reports that the context was emptied.
type SessionCleared struct{ sessionFact }

// CompactTrigger is who requested a compaction.
type CompactTrigger string

// The compaction triggers.
const (
	CompactManual  CompactTrigger = "manual"
	CompactAuto    CompactTrigger = "auto"
	CompactMicro   CompactTrigger = "micro"
	CompactUnknown CompactTrigger = "unknown"
)

// SessionCompacted reports that earlier context was replaced by a summary.
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

// SessionEnded reports that the agent itself recorded the end of the session.
type SessionEnded struct {
	sessionFact
	Status EndStatus `json:"status"`
	Reason string    `json:"reason,omitzero"` // in the agent's words: clear, logout, …
}

var sessionKinds = []KindInfo{
	{Kind: KindSessionCreated, Family: FamilySession, Version: 1, New: payloadOf[SessionCreated]},
	{Kind: KindSessionIdentityEnriched, Family: FamilySession, Version: 1, Erasable: true, New: payloadOf[SessionIdentityEnriched]},
	{Kind: KindSessionResumed, Family: FamilySession, Version: 1, New: payloadOf[SessionResumed]},
	{Kind: KindSessionForked, Family: FamilySession, Version: 1, New: payloadOf[SessionForked]},
	{Kind: KindSessionCleared, Family: FamilySession, Version: 1, New: payloadOf[SessionCleared]},
	{Kind: KindSessionCompacted, Family: FamilySession, Version: 1, New: payloadOf[SessionCompacted]},
	{Kind: KindSessionEnded, Family: FamilySession, Version: 1, New: payloadOf[SessionEnded]},
	{Kind: KindTurnStarted, Family: FamilySession, Version: 1, Erasable: true, New: payloadOf[TurnStarted]},
	{Kind: KindTurnCompleted, Family: FamilySession, Version: 1, Erasable: true, New: payloadOf[TurnCompleted]},
	{Kind: KindTurnAnswered, Family: FamilySession, Version: 1, Erasable: true, New: payloadOf[TurnAnswered]},
	{Kind: KindTurnInterrupted, Family: FamilySession, Version: 1, Erasable: true, New: payloadOf[TurnInterrupted]},
	{Kind: KindTurnFailed, Family: FamilySession, Version: 1, Erasable: true, New: payloadOf[TurnFailed]},
	{Kind: KindTurnWithdrawn, Family: FamilySession, Version: 1, Erasable: true, New: payloadOf[TurnWithdrawn]},
	{Kind: KindMessageRecorded, Family: FamilySession, Version: 1, Erasable: true, New: payloadOf[MessageRecorded]},
	{Kind: KindHookStarted, Family: FamilySession, Version: 1, New: payloadOf[HookStarted]},
	{Kind: KindHookCompleted, Family: FamilySession, Version: 1, New: payloadOf[HookCompleted]},
	{Kind: KindHookCanceled, Family: FamilySession, Version: 1, New: payloadOf[HookCanceled]},
	{Kind: KindUsageRecorded, Family: FamilySession, Version: 1, New: payloadOf[UsageRecorded]},
	{Kind: KindProviderFailed, Family: FamilySession, Version: 1, New: payloadOf[ProviderFailed]},
}
