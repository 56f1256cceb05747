package copilot

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers/lenient"
)

// event is one line of a file.
type event struct {
	Type      lenient.Word   `json:"type"`
	ID        lenient.Word   `json:"id"`
	Timestamp lenient.Word   `json:"timestamp"`
	Data      jsontext.Value `json:"data"`
}

// about is what the data of many types say about where the record belongs.
type about struct {
	SessionID   lenient.Word `json:"sessionId"`
	Interaction lenient.Word `json:"interactionId"`
	ToolCallID  lenient.Word `json:"toolCallId"`
	ParentCall  lenient.Word `json:"parentToolCallId"` // the call that runs the subagent of the event
}

// place is where a session works.
type place struct {
	CWD        lenient.Word `json:"cwd"`
	GitRoot    lenient.Word `json:"gitRoot"`
	Branch     lenient.Word `json:"branch"`
	Commit     lenient.Word `json:"headCommit"`
	Repository lenient.Word `json:"repository"` // owner/name
	Host       lenient.Word `json:"repositoryHost"`
}

// sessionData is the data of session.* events together.
type sessionData struct {
	Version      lenient.Word          `json:"copilotVersion"`
	Producer     lenient.Word          `json:"producer"`
	Model        lenient.Word          `json:"selectedModel"`
	Context      lenient.Object[place] `json:"context"`
	NewModel     lenient.Word          `json:"newModel"`
	Effort       lenient.Word          `json:"reasoningEffort"`
	NewMode      lenient.Word          `json:"newMode"`
	AllowAll     lenient.Flag          `json:"allowAllPermissions"`
	Title        lenient.Word          `json:"title"`
	InfoType     lenient.Word          `json:"infoType"`
	WarningType  lenient.Word          `json:"warningType"`
	Message      lenient.Word          `json:"message"`
	ErrorType    lenient.Word          `json:"errorType"`
	Status       lenient.Whole         `json:"statusCode"`
	ProviderCall lenient.Word          `json:"providerCallId"`
	ShutdownType lenient.Word          `json:"shutdownType"`
	ErrorReason  lenient.Word          `json:"errorReason"`
	ModelMetrics jsontext.Value        `json:"modelMetrics"`
}

// compaction is the data of session.compaction_complete.
type compaction struct {
	Success  lenient.Flag  `json:"success"`
	Before   lenient.Whole `json:"preCompactionTokens"`
	After    lenient.Whole `json:"postCompactionTokens"`
	Messages lenient.Whole `json:"messagesRemoved"`
	Summary  lenient.Word  `json:"summaryContent"`
}

// messageData is the data of user., assistant. and system. messages together.
type messageData struct {
	ID           lenient.Word             `json:"messageId"`
	Role         lenient.Word             `json:"role"`
	Content      lenient.Word             `json:"content"`
	Model        lenient.Word             `json:"model"`
	Requests     lenient.List[request]    `json:"toolRequests"`
	Reasoning    lenient.Word             `json:"reasoningText"`
	Opaque       lenient.Word             `json:"reasoningOpaque"`
	OutputTokens lenient.Whole            `json:"outputTokens"`
	APICall      lenient.Word             `json:"apiCallId"`
	Attachments  lenient.List[attachment] `json:"attachments"`
	Kind         lenient.Object[struct {
		Type lenient.Word `json:"type"`
	}] `json:"kind"` // of a notification
}

type attachment struct {
	Type lenient.Word `json:"type"`
}

// request is a call that an answer asks for.
type request struct {
	ID        lenient.Word   `json:"toolCallId"`
	Name      lenient.Word   `json:"name"`
	Arguments jsontext.Value `json:"arguments"`
}

// callData is the data of tool. and subagent. events together.
type callData struct {
	Name      lenient.Word           `json:"toolName"`
	Arguments jsontext.Value         `json:"arguments"`
	Server    lenient.Word           `json:"mcpServerName"`
	Success   lenient.Flag           `json:"success"`
	Result    jsontext.Value         `json:"result"`
	Error     lenient.Object[failed] `json:"error"`
	Partial   lenient.Word           `json:"partialOutput"`
	Agent     lenient.Word           `json:"agentName"`
}

type failed struct {
	Message lenient.Word `json:"message"`
	Code    lenient.Word `json:"code"`
}

type reason struct {
	Reason lenient.Word `json:"reason"`
	Error  lenient.Word `json:"error"`
}

// result is what a call came back with.
type result struct {
	Content  lenient.Word `json:"content"`
	Detailed lenient.Word `json:"detailedContent"`
}

// permission is the data of permission. events together.
type permission struct {
	ID      lenient.Word         `json:"requestId"`
	Request jsontext.Value       `json:"permissionRequest"`
	Result  lenient.Object[kind] `json:"result"`
}

type kind struct {
	Kind lenient.Word `json:"kind"`
}

// hookData is the data of hook. events together.
type hookData struct {
	ID     lenient.Word          `json:"hookInvocationId"`
	Type   lenient.Word          `json:"hookType"`
	Input  lenient.Object[about] `json:"input"`
	Output lenient.Object[struct {
		Decision   lenient.Word `json:"decision"`
		Permission lenient.Word `json:"permissionDecision"`
	}] `json:"output"`
}
