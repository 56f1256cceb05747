package domain

// WorkerPayload is the data of an event in a worker's stream.
//
//sumtype:decl
type WorkerPayload interface {
	Payload
	worker()
}

type workerFact struct{}

func (workerFact) payload() Family { return FamilyWorker }
func (workerFact) worker()         {}

// WorkerSpawning reports that a supervised process is being started.
type WorkerSpawning struct {
	workerFact
	Agent   string `json:"agent,omitzero"`   // "claude-code", "codex", …
	Program string `json:"program,omitzero"` // without its arguments
	CWD     Path   `json:"cwd,omitzero"`
	PID     int    `json:"pid,omitzero"`
	Boot    int    `json:"boot,omitzero"` // which boot of the worker, from 1
}

// WorkerTrustRequired reports that the worker asks whether to trust its folder.
type WorkerTrustRequired struct {
	workerFact
	CWD      Path   `json:"cwd,omitzero"`
	GateRepo RepoID `json:"gate_repo,omitzero"`
}

// TrustResolution says how a trust question was answered.
type TrustResolution string

// The trust resolutions.
const (
	TrustAutoAllowlisted TrustResolution = "auto_allowlisted"
	TrustManualApproval  TrustResolution = "manual_approval"
	TrustDenied          TrustResolution = "denied"
)

// WorkerTrustResolved reports how the trust question was answered.
type WorkerTrustResolved struct {
	workerFact
	CWD        Path            `json:"cwd,omitzero"`
	Resolution TrustResolution `json:"resolution"`
}

// AllowScope says for how long a tool permission can be given.
type AllowScope string

// The allow scopes.
const (
	AllowSessionOnly     AllowScope = "session_only"
	AllowSessionOrAlways AllowScope = "session_or_always"
	AllowUnknown         AllowScope = "unknown"
)

// WorkerToolPermissionRequired reports that the worker waits for permission to use a tool.
type WorkerToolPermissionRequired struct {
	workerFact
	ServerName  string     `json:"server_name,omitzero"` // MCP
	ToolName    string     `json:"tool_name,omitzero"`
	AllowScope  AllowScope `json:"allow_scope,omitzero"`
	PromptAgeMS int64      `json:"prompt_age_ms,omitzero"`
}

// WorkerReadyForPrompt reports that the worker can now accept a prompt.
type WorkerReadyForPrompt struct {
	workerFact
	SpawnToReadyMS int64 `json:"spawn_to_ready_ms,omitzero"`
}

// WorkerRunning reports that the worker works on a prompt.
type WorkerRunning struct {
	workerFact
	PromptEvent EventID `json:"prompt_event,omitzero"`
}

// WorkerBlocked reports that the worker waits.
type WorkerBlocked struct {
	workerFact
	Subphase     BlockedSubphase `json:"subphase,omitzero"`
	FailureClass FailureClass    `json:"failure_class,omitzero"`
}

// WorkerFinished reports that the process ended by itself.
type WorkerFinished struct {
	workerFact
	Status     EndStatus `json:"status"`
	Reason     string    `json:"reason,omitzero"` // a short label
	ExitCode   *int      `json:"exit_code,omitzero"`
	DurationMS int64     `json:"duration_ms,omitzero"`
}

// WorkerFailed reports that the process, or its start, failed.
type WorkerFailed struct {
	workerFact
	FailureClass FailureClass `json:"failure_class"`
	ExitCode     *int         `json:"exit_code,omitzero"`
	Signal       string       `json:"signal,omitzero"`
	Evidence     []EventID    `json:"evidence,omitzero"`
	DurationMS   int64        `json:"duration_ms,omitzero"`
}

// WorkerRestarted reports that a new boot replaces an earlier one of the worker.
type WorkerRestarted struct {
	workerFact
	Boot     int     `json:"boot,omitzero"` // the new one, from 2
	Replaces []Fence `json:"replaces,omitzero"`
	Reason   string  `json:"reason,omitzero"`
}

// WorkerTerminated reports that the process was stopped from outside.
type WorkerTerminated struct {
	workerFact
	By       Actor  `json:"by,omitzero"`
	Signal   string `json:"signal,omitzero"`
	ExitCode *int   `json:"exit_code,omitzero"`
	Reason   string `json:"reason,omitzero"`
}

var workerKinds = []KindInfo{
	{Kind: KindWorkerSpawning, Family: FamilyWorker, Version: 1, New: payloadOf[WorkerSpawning]},
	{Kind: KindWorkerTrustRequired, Family: FamilyWorker, Version: 1, New: payloadOf[WorkerTrustRequired]},
	{Kind: KindWorkerTrustResolved, Family: FamilyWorker, Version: 1, New: payloadOf[WorkerTrustResolved]},
	{Kind: KindWorkerToolPermissionRequired, Family: FamilyWorker, Version: 1, New: payloadOf[WorkerToolPermissionRequired]},
	{Kind: KindWorkerReadyForPrompt, Family: FamilyWorker, Version: 1, New: payloadOf[WorkerReadyForPrompt]},
	{Kind: KindWorkerRunning, Family: FamilyWorker, Version: 1, New: payloadOf[WorkerRunning]},
	{Kind: KindWorkerBlocked, Family: FamilyWorker, Version: 1, New: payloadOf[WorkerBlocked]},
	{Kind: KindWorkerFinished, Family: FamilyWorker, Version: 1, New: payloadOf[WorkerFinished]},
	{Kind: KindWorkerFailed, Family: FamilyWorker, Version: 1, New: payloadOf[WorkerFailed]},
	{Kind: KindWorkerRestarted, Family: FamilyWorker, Version: 1, New: payloadOf[WorkerRestarted]},
	{Kind: KindWorkerTerminated, Family: FamilyWorker, Version: 1, New: payloadOf[WorkerTerminated]},
}
