package copilot

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers/loose"
)

// event is one line of a file.
type event struct {
	Type      loose.Word     `json:"type"`
	ID        loose.Word     `json:"id"`
	Timestamp loose.Word     `json:"timestamp"`
	Data      jsontext.Value `json:"data"`
}

// about is what the data of many types say about where the record belongs.
type about struct {
	SessionID   loose.Word `json:"sessionId"`
	Interaction loose.Word `json:"interactionId"`
	ToolCallID  loose.Word `json:"toolCallId"`
	ParentCall  loose.Word `json:"parentToolCallId"` // the call that runs the subagent who speaks
}

// place is where a session works.
type place struct {
	CWD        loose.Word `json:"cwd"`
	GitRoot    loose.Word `json:"gitRoot"`
	Branch     loose.Word `json:"branch"`
	Commit     loose.Word `json:"headCommit"`
	Repository loose.Word `json:"repository"` // owner/name
	Host       loose.Word `json:"repositoryHost"`
}

// sessionData is the data of session.* events together.
type sessionData struct {
	Version      loose.Word          `json:"copilotVersion"`
	Producer     loose.Word          `json:"producer"`
	Model        loose.Word          `json:"selectedModel"`
	Context      loose.Object[place] `json:"context"`
	NewModel     loose.Word          `json:"newModel"`
	Effort       loose.Word          `json:"reasoningEffort"`
	NewMode      loose.Word          `json:"newMode"`
	AllowAll     loose.Flag          `json:"allowAllPermissions"`
	Title        loose.Word          `json:"title"`
	InfoType     loose.Word          `json:"infoType"`
	WarningType  loose.Word          `json:"warningType"`
	Message      loose.Word          `json:"message"`
	ErrorType    loose.Word          `json:"errorType"`
	Status       loose.Whole         `json:"statusCode"`
	ProviderCall loose.Word          `json:"providerCallId"`
	ShutdownType loose.Word          `json:"shutdownType"`
	ErrorReason  loose.Word          `json:"errorReason"`
	ModelMetrics jsontext.Value      `json:"modelMetrics"`
}

// compaction is the data of session.compaction_complete.
type compaction struct {
	Success  loose.Flag  `json:"success"`
	Before   loose.Whole `json:"preCompactionTokens"`
	After    loose.Whole `json:"postCompactionTokens"`
	Messages loose.Whole `json:"messagesRemoved"`
	Summary  loose.Word  `json:"summaryContent"`
}

// messageData is the data of user., assistant. and system. messages together.
type messageData struct {
	ID           loose.Word             `json:"messageId"`
	Role         loose.Word             `json:"role"`
	Content      loose.Word             `json:"content"`
	Model        loose.Word             `json:"model"`
	Requests     loose.List[request]    `json:"toolRequests"`
	Reasoning    loose.Word             `json:"reasoningText"`
	Opaque       loose.Word             `json:"reasoningOpaque"`
	OutputTokens loose.Whole            `json:"outputTokens"`
	APICall      loose.Word             `json:"apiCallId"`
	Attachments  loose.List[attachment] `json:"attachments"`
	Kind         loose.Object[struct {
		Type loose.Word `json:"type"`
	}] `json:"kind"` // of a notification
}

type attachment struct {
	Type loose.Word `json:"type"`
}

// request is a call that an answer asks for.
type request struct {
	ID        loose.Word     `json:"toolCallId"`
	Name      loose.Word     `json:"name"`
	Arguments jsontext.Value `json:"arguments"`
}

// callData is the data of tool. and subagent. events together.
type callData struct {
	Name      loose.Word           `json:"toolName"`
	Arguments jsontext.Value       `json:"arguments"`
	Server    loose.Word           `json:"mcpServerName"`
	Success   loose.Flag           `json:"success"`
	Result    jsontext.Value       `json:"result"`
	Error     loose.Object[failed] `json:"error"`
	Partial   loose.Word           `json:"partialOutput"`
	Agent     loose.Word           `json:"agentName"`
}

type failed struct {
	Message loose.Word `json:"message"`
	Code    loose.Word `json:"code"`
}

type reason struct {
	Reason loose.Word `json:"reason"`
	Error  loose.Word `json:"error"`
}

// result is what a call came back with.
type result struct {
	Content  loose.Word `json:"content"`
	Detailed loose.Word `json:"detailedContent"`
}

// permission is the data of permission. events together.
type permission struct {
	ID      loose.Word         `json:"requestId"`
	Request jsontext.Value     `json:"permissionRequest"`
	Result  loose.Object[kind] `json:"result"`
}

type kind struct {
	Kind loose.Word `json:"kind"`
}

// hookData is the data of hook. events together.
type hookData struct {
	ID     loose.Word          `json:"hookInvocationId"`
	Type   loose.Word          `json:"hookType"`
	Input  loose.Object[about] `json:"input"`
	Output loose.Object[struct {
		Decision   loose.Word `json:"decision"`
		Permission loose.Word `json:"permissionDecision"`
	}] `json:"output"`
}
