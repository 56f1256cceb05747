package domain

// StartupClass is the closed list of why a worker never showed that it works.
type StartupClass string

// The startup classes.
const (
	StartupTrustRequired     StartupClass = "trust_required"
	StartupToolPermission    StartupClass = "tool_permission_required"
	StartupPromptMisdelivery StartupClass = "prompt_misdelivery"
	StartupAcceptanceTimeout StartupClass = "prompt_acceptance_timeout"
	StartupTransportDead     StartupClass = "transport_dead"
	StartupWorkerCrashed     StartupClass = "worker_crashed"
	StartupUnknown           StartupClass = "unknown"
)

// Health says whether something answers.
type Health string

// The healths.
const (
	HealthHealthy   Health = "healthy"
	HealthUnhealthy Health = "unhealthy"
	HealthUnknown   Health = "unknown"
)

// StartupEvidence is what was seen of a worker that never showed that it works.
type StartupEvidence struct {
	LastKind            Kind       `json:"last_kind,omitzero"`
	LastAt              Instant    `json:"last_at,omitzero"`
	PaneProgram         string     `json:"pane_program,omitzero"`
	PaneObservedAt      Instant    `json:"pane_observed_at,omitzero"`
	StartedAt           Instant    `json:"started_at,omitzero"`
	PromptSentAt        Instant    `json:"prompt_sent_at,omitzero"`
	PromptAccepted      bool       `json:"prompt_accepted,omitzero"`
	TrustPromptSeen     bool       `json:"trust_prompt_seen,omitzero"`
	ToolPermissionSeen  bool       `json:"tool_permission_seen,omitzero"`
	ToolPermissionAgeMS int64      `json:"tool_permission_age_ms,omitzero"`
	ToolPermissionScope AllowScope `json:"tool_permission_scope,omitzero"`
	Transport           Health     `json:"transport,omitzero"`
	MCP                 Health     `json:"mcp,omitzero"`
	ElapsedMS           int64      `json:"elapsed_ms,omitzero"`
}

// WorkerStartupNoEvidence reports that the worker was started and nothing shows that it works.
type WorkerStartupNoEvidence struct {
	workerFact
	Classification StartupClass    `json:"classification"`
	Evidence       StartupEvidence `json:"evidence"`
}

// PreflightCheck names what was looked at before a start.
type PreflightCheck string

// The preflight checks.
const (
	CheckRepo            PreflightCheck = "repo"
	CheckWorktree        PreflightCheck = "worktree"
	CheckBranch          PreflightCheck = "branch"
	CheckFreshness       PreflightCheck = "branch_freshness"
	CheckTrust           PreflightCheck = "trust"
	CheckBinary          PreflightCheck = "binary"
	CheckSocket          PreflightCheck = "socket"
	CheckPlugin          PreflightCheck = "plugin"
	CheckMCPConfig       PreflightCheck = "mcp_config"
	CheckMCPReachability PreflightCheck = "mcp_reachability"
	CheckGitMetadata     PreflightCheck = "git_metadata"
	CheckLastBoot        PreflightCheck = "last_failed_boot"
	CheckWeight          PreflightCheck = "workspace_weight"
)

// CheckResult is the result of one check.
type CheckResult string

// The check results.
const (
	CheckPassed     CheckResult = "passed"
	CheckWarned     CheckResult = "warning"
	CheckFailed     CheckResult = "failed"
	CheckNotChecked CheckResult = "not_checked"
)

// PreflightFinding is the result of one check of a preflight.
type PreflightFinding struct {
	Check        PreflightCheck `json:"check"`
	Result       CheckResult    `json:"result"`
	Name         string         `json:"name,omitzero"` // of the binary, socket, plugin, server
	Path         Path           `json:"path,omitzero"`
	Expected     string         `json:"expected,omitzero"` // a branch, a commit, a version
	Actual       string         `json:"actual,omitzero"`
	FailureClass FailureClass   `json:"failure_class,omitzero"`
	Errno        string         `json:"errno,omitzero"`
}

// WorkerPreflightCompleted reports whether a worker can be started, and why not.
type WorkerPreflightCompleted struct {
	workerFact
	Passed bool               `json:"passed"`
	Checks []PreflightFinding `json:"checks"`
}

// PromptSent reports that a prompt was given to the worker; not that it took it.
type PromptSent struct {
	workerFact
	Prompt        Text   `json:"prompt,omitzero"`
	PromptDigest  Digest `json:"prompt_digest,omitzero"` // SHA-256 of the whole text
	Attempt       int    `json:"attempt,omitzero"`       // from 1
	ReadyToSentMS int64  `json:"ready_to_sent_ms,omitzero"`
}

// PromptAccepted reports that the worker took the prompt. One that opens a further
// attempt of a lane names in its causes the ending before it.
type PromptAccepted struct {
	workerFact
	Attempt          int     `json:"attempt,omitzero"`
	SentEvent        EventID `json:"sent_event,omitzero"`
	SentToAcceptedMS int64   `json:"sent_to_accepted_ms,omitzero"`
	RetryNeeded      bool    `json:"retry_needed,omitzero"`
}

// PromptAcceptanceDelayed reports that the worker takes longer than it should.
type PromptAcceptanceDelayed struct {
	workerFact
	Attempt   int     `json:"attempt,omitzero"`
	SentEvent EventID `json:"sent_event,omitzero"`
	WaitedMS  int64   `json:"waited_ms"`
}

// PromptAcceptanceTimeout reports that the worker did not take the prompt in its time.
type PromptAcceptanceTimeout struct {
	workerFact
	Attempt   int     `json:"attempt,omitzero"`
	SentEvent EventID `json:"sent_event,omitzero"`
	WaitedMS  int64   `json:"waited_ms"`
}

// PromptMisdelivered reports that the prompt was delivered elsewhere.
type PromptMisdelivered struct {
	workerFact
	Target          PromptTarget `json:"target"`
	Attempt         int          `json:"attempt,omitzero"`
	SentEvent       EventID      `json:"sent_event,omitzero"`
	ObservedCWD     Path         `json:"observed_cwd,omitzero"`
	ObservedPreview Text         `json:"observed_preview,omitzero"`
	Task            string       `json:"task,omitzero"` // id of the packet it was meant for
	RecoveryArmed   bool         `json:"recovery_armed,omitzero"`
}

// PromptReplayed reports that the prompt was given again after a misdelivery.
type PromptReplayed struct {
	workerFact
	Attempt   int     `json:"attempt,omitzero"`
	SentEvent EventID `json:"sent_event,omitzero"` // the first one
	Prompt    Text    `json:"prompt,omitzero"`
}

var bootKinds = []KindInfo{
	{Kind: KindWorkerStartupNoEvidence, Family: FamilyWorker, Version: 1, New: payloadOf[WorkerStartupNoEvidence]},
	{Kind: KindWorkerPreflightCompleted, Family: FamilyWorker, Version: 1, New: payloadOf[WorkerPreflightCompleted]},
	{Kind: KindPromptSent, Family: FamilyWorker, Version: 1, Erasable: true, New: payloadOf[PromptSent]},
	{Kind: KindPromptAccepted, Family: FamilyWorker, Version: 1, Erasable: true, New: payloadOf[PromptAccepted]},
	{Kind: KindPromptAcceptanceDelayed, Family: FamilyWorker, Version: 1, Erasable: true, New: payloadOf[PromptAcceptanceDelayed]},
	{Kind: KindPromptAcceptanceTimeout, Family: FamilyWorker, Version: 1, Erasable: true, New: payloadOf[PromptAcceptanceTimeout]},
	{Kind: KindPromptMisdelivered, Family: FamilyWorker, Version: 1, Erasable: true, New: payloadOf[PromptMisdelivered]},
	{Kind: KindPromptReplayed, Family: FamilyWorker, Version: 1, Erasable: true, New: payloadOf[PromptReplayed]},
}
