package domain

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

// MessageRecorded is one message of the conversation.
type MessageRecorded struct {
	sessionFact
	Role  Role   `json:"role"`
	Text  Text   `json:"text,omitzero"`
	Model string `json:"model,omitzero"`
	Phase string `json:"phase,omitzero"` // in the source's words: commentary, final_answer
	// Synthetic reports that the agent's program wrote it, not the person or the model it names.
	Synthetic   bool `json:"synthetic,omitzero"`
	Images      int  `json:"images,omitzero"`       // left out of Text
	OpaqueBytes int  `json:"opaque_bytes,omitzero"` // encrypted content left out
	// Content holds what is neither text nor image, as the source has it.
	Content JSON `json:"content,omitzero"`
	Raw     bool `json:"raw,omitzero"`
}
