package domain

// TurnStarted reports that a prompt was taken.
type TurnStarted struct {
	sessionFact
	Trigger       string `json:"trigger,omitzero"` // prompt, command, subagent, hook, … in the source's words
	Model         string `json:"model,omitzero"`
	Effort        string `json:"effort,omitzero"`
	ContextWindow int64  `json:"context_window,omitzero"`
	// Prompt is the prompt, from a source that has no separate message for it.
	Prompt Text `json:"prompt,omitzero"`
}

// TurnCompleted reports that the agent finished its answer.
type TurnCompleted struct {
	sessionFact
	StopReason string `json:"stop_reason,omitzero"` // in the provider's words
	DurationMS int64  `json:"duration_ms,omitzero"`
	// Answer is the end of the answer, from a source that has no separate message for it.
	Answer Text `json:"answer,omitzero"`
}

// TurnAnswered reports that a message of the agent without a tool call ended, by a sign of the
// record itself. Whether the turn ended with it is not recorded.
type TurnAnswered struct {
	sessionFact
	Sign string `json:"sign"` // in the source's words: final_answer, token_count; checkpoint of a copy that a tool made then
}

// TurnInterrupted reports that the turn was stopped from outside.
type TurnInterrupted struct {
	sessionFact
	Reason     string `json:"reason,omitzero"` // in the agent's words
	DurationMS int64  `json:"duration_ms,omitzero"`
}

// TurnFailed reports that the turn ended by an error.
type TurnFailed struct {
	sessionFact
	Class      ProviderClass `json:"class"`
	Message    Text          `json:"message,omitzero"`
	DurationMS int64         `json:"duration_ms,omitzero"`
}

// TurnWithdrawn reports that turns were withdrawn: their records remain and no longer count.
type TurnWithdrawn struct {
	sessionFact
	// Turns names those that are withdrawn; Last counts them from the end where the source does.
	Turns []TurnID `json:"turns,omitzero"`
	Last  int      `json:"last,omitzero"`
}
