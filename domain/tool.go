package domain

// ToolRequested reports that the model asked for a tool call; subject.item is its id.
type ToolRequested struct {
	sessionFact
	Name  string `json:"name"`
	Input JSON   `json:"input,omitzero"`
	Raw   bool   `json:"raw,omitzero"` // Input is a JSON string that holds the source's bytes
	// Server is the MCP server of the tool.
	Server        string `json:"server,omitzero"`
	Escalated     bool   `json:"escalated,omitzero"` // asks for more than the sandbox gives
	Justification Text   `json:"justification,omitzero"`
	Continues     ItemID `json:"continues,omitzero"` // the call whose process this one talks to
}

// ToolStarted reports that the call is running.
type ToolStarted struct {
	sessionFact
	Name string `json:"name,omitzero"`
	CWD  Path   `json:"cwd,omitzero"`
}

// ToolOutput is a part of a call's output, before its end.
type ToolOutput struct {
	sessionFact
	Name   string `json:"name,omitzero"`
	Stream string `json:"stream,omitzero"` // stdout, stderr
	Text   Text   `json:"text,omitzero"`
	// ExitCode is that of a process which outlived its call.
	ExitCode *int `json:"exit_code,omitzero"`
}

// ToolResult is what every ending of a call may say.
type ToolResult struct {
	Name       string `json:"name,omitzero"`
	ExitCode   *int   `json:"exit_code,omitzero"`
	Output     Text   `json:"output,omitzero"`
	Stderr     Text   `json:"stderr,omitzero"`
	Result     JSON   `json:"result,omitzero"` // structured, as the source has it
	Raw        bool   `json:"raw,omitzero"`    // Result is a JSON string that holds the source's bytes
	Images     int    `json:"images,omitzero"`
	DurationMS int64  `json:"duration_ms,omitzero"`
	Truncated  bool   `json:"truncated,omitzero"` // by the agent
	// Paths are those that the call wrote, where the record states them.
	Paths []Path `json:"paths,omitzero"`
	// Background names the process that continues after the call.
	Background string `json:"background,omitzero"`
}

// ToolCompleted reports that the call returned without an error.
type ToolCompleted struct {
	sessionFact
	ToolResult
}

// ToolErrorKind says what sort of error a call ended with.
type ToolErrorKind string

// The tool error kinds.
const (
	ToolErrExit     ToolErrorKind = "exit_code"     // the program said so
	ToolErrTool     ToolErrorKind = "tool_error"    // the tool said so
	ToolErrInput    ToolErrorKind = "invalid_input" // the arguments were not accepted
	ToolErrNotFound ToolErrorKind = "unknown_tool"  // no such tool
	ToolErrMCP      ToolErrorKind = "mcp"           // the MCP server said so
	ToolErrSandbox  ToolErrorKind = "sandbox"       // the sandbox held it back
	ToolErrUnknown  ToolErrorKind = "unknown"
)

// ToolFailed reports that the call returned an error.
type ToolFailed struct {
	sessionFact
	ToolResult
	ErrorKind ToolErrorKind `json:"error_kind"`
	Signal    string        `json:"signal,omitzero"`
}

// DeniedBy is who did not allow a call.
type DeniedBy string

// The deniers.
const (
	DeniedByUser    DeniedBy = "user"
	DeniedByRule    DeniedBy = "rule"
	DeniedByHook    DeniedBy = "hook"
	DeniedByPolicy  DeniedBy = "policy"
	DeniedBySandbox DeniedBy = "sandbox"
	DeniedByUnknown DeniedBy = "unknown"
)

// ToolDenied reports that the call was not allowed.
type ToolDenied struct {
	sessionFact
	Name   string   `json:"name,omitzero"`
	By     DeniedBy `json:"by"`
	Reason Text     `json:"reason,omitzero"`
}

// ToolTimedOut reports that the call was given up after its time.
type ToolTimedOut struct {
	sessionFact
	ToolResult
	TimeoutMS int64 `json:"timeout_ms,omitzero"`
}

// ToolCanceled reports that the call was stopped before its end.
type ToolCanceled struct {
	sessionFact
	Name   string `json:"name,omitzero"`
	Reason string `json:"reason,omitzero"` // user_interrupt, sibling_error, … in the source's words
	Output Text   `json:"output,omitzero"`
}

var toolKinds = []KindInfo{
	{Kind: KindToolRequested, Family: FamilySession, Version: 1, Erasable: true, New: payloadOf[ToolRequested]},
	{Kind: KindToolStarted, Family: FamilySession, Version: 1, Erasable: true, New: payloadOf[ToolStarted]},
	{Kind: KindToolOutput, Family: FamilySession, Version: 1, Erasable: true, New: payloadOf[ToolOutput]},
	{Kind: KindToolCompleted, Family: FamilySession, Version: 1, Erasable: true, New: payloadOf[ToolCompleted]},
	{Kind: KindToolFailed, Family: FamilySession, Version: 1, Erasable: true, New: payloadOf[ToolFailed]},
	{Kind: KindToolDenied, Family: FamilySession, Version: 1, Erasable: true, New: payloadOf[ToolDenied]},
	{Kind: KindToolTimedOut, Family: FamilySession, Version: 1, Erasable: true, New: payloadOf[ToolTimedOut]},
	{Kind: KindToolCanceled, Family: FamilySession, Version: 1, Erasable: true, New: payloadOf[ToolCanceled]},
}
