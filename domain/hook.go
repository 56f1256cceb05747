package domain

// HookStarted reports that the agent runs a hook.
type HookStarted struct {
	sessionFact
	Event   string `json:"event"` // PreToolUse, …
	Name    string `json:"name,omitzero"`
	Command string `json:"command,omitzero"`
}

// HookCompleted reports that a hook ended.
type HookCompleted struct {
	sessionFact
	Event      string `json:"event"`
	Name       string `json:"name,omitzero"`
	Command    string `json:"command,omitzero"`
	ExitCode   *int   `json:"exit_code,omitzero"`
	Blocked    bool   `json:"blocked,omitzero"` // it held the agent back
	DurationMS int64  `json:"duration_ms,omitzero"`
}

// HookCanceled reports that a hook was stopped.
type HookCanceled struct {
	sessionFact
	Event      string `json:"event"`
	Name       string `json:"name,omitzero"`
	Command    string `json:"command,omitzero"`
	Reason     string `json:"reason,omitzero"`
	DurationMS int64  `json:"duration_ms,omitzero"`
}
