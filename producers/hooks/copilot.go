package hooks

import (
	"cmp"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers/lenient"
)

// camel is a payload of Copilot CLI. Most name no event, because the settings of the
// hook determine it; then the members identify it. One of a request for permission, and
// one of a notification, name theirs.
type camel struct {
	SessionID lenient.Word           `json:"sessionId"`
	CWD       lenient.Word           `json:"cwd"`
	Event     lenient.Word           `json:"hookEventName"`
	Name      lenient.Word           `json:"hookName"`
	Snake     lenient.Word           `json:"hook_event_name"`
	Prompt    lenient.Word           `json:"prompt"`
	Source    lenient.Word           `json:"source"`
	Tool      lenient.Word           `json:"toolName"`
	Args      jsontext.Value         `json:"toolArgs"`
	Input     jsontext.Value         `json:"toolInput"` // of a request for permission
	Result    lenient.Object[result] `json:"toolResult"`
	Error     jsontext.Value         `json:"error"` // of a call; an object of an error beside calls
	Reason    lenient.Word           `json:"reason"`
	Stop      lenient.Word           `json:"stopReason"`
	AgentName lenient.Word           `json:"agentName"`
	Trigger   lenient.Word           `json:"trigger"`
	Message   lenient.Word           `json:"message"`
	Sort      lenient.Word           `json:"notification_type"`
	Suggested jsontext.Value         `json:"permissionSuggestions"`
}

type result struct {
	Type lenient.Word `json:"resultType"`
	Text lenient.Word `json:"textResultForLlm"`
}

// ofCopilot is Claude Code's name of an event of Copilot CLI.
func ofCopilot(event lenient.Word) lenient.Word {
	switch event {
	case "sessionStart":
		return "SessionStart"
	case "sessionEnd":
		return "SessionEnd"
	case "userPromptSubmitted":
		return "UserPromptSubmit"
	case "preToolUse":
		return "PreToolUse"
	case "permissionRequest":
		return "PermissionRequest"
	case "postToolUse":
		return "PostToolUse"
	case "postToolUseFailure":
		return "PostToolUseFailure"
	case "agentStop":
		return "Stop"
	case "subagentStart":
		return "SubagentStart"
	case "subagentStop":
		return "SubagentStop"
	case "preCompact":
		return "PreCompact"
	case "notification":
		return "Notification"
	}
	return event
}

// parseCopilot reads a payload of Copilot CLI.
func parseCopilot(raw []byte) (p *Payload, ok bool) {
	c, ok := lenient.Read[camel](raw)
	if !ok || c.SessionID == "" {
		return nil, false
	}
	p = &Payload{agent: Copilot, SessionID: c.SessionID, CWD: c.CWD, Prompt: c.Prompt, Tool: c.Tool, Input: c.Args, Reason: c.Reason,
		Trigger: c.Trigger, Message: c.Message, Notification: c.Sort, Suggestions: c.Suggested, Event: c.event()}
	if len(p.Input) == 0 {
		p.Input = c.Input
	}
	if text := lenient.Text(p.Input); text != "" && jsontext.Value(text).IsValid() {
		p.Input = jsontext.Value(text) // the arguments are JSON in a string
	}
	if p.Event == "PostToolUseFailure" {
		p.Error = lenient.Word(lenient.Text(c.Error))
	}
	if p.Event == "SessionStart" {
		if p.Source = c.Source; c.Source == "new" {
			p.Source = "startup"
		}
	}
	if c.Result.There {
		p.tell(c.Result.V)
	}
	return p, p.Event != ""
}

// event is the name of the event, "" when it cannot be determined.
func (c *camel) event() lenient.Word {
	if named := cmp.Or(c.Event, c.Name, c.Snake); named != "" {
		return ofCopilot(named)
	}
	switch {
	case c.Result.There:
		return "PostToolUse"
	case c.Tool != "" && len(c.Error) > 0:
		return "PostToolUseFailure"
	case c.Tool != "":
		return "PreToolUse"
	case len(c.Error) > 0:
		return "ErrorOccurred"
	case c.AgentName != "" && c.Stop != "":
		return "SubagentStop"
	case c.AgentName != "":
		return "SubagentStart"
	case c.Stop != "":
		return "Stop"
	case c.Source != "":
		return "SessionStart"
	case c.Prompt != "":
		return "UserPromptSubmit"
	case c.Trigger != "":
		return "PreCompact"
	case c.Reason != "":
		return "SessionEnd"
	}
	return ""
}

// tell adopts the result of a call.
func (p *Payload) tell(r result) {
	switch r.Type {
	case "failure":
		p.Event, p.Error = "PostToolUseFailure", r.Text
	case "denied", "rejected":
		p.Event, p.Reason = "PermissionDenied", r.Text
	default:
		text, err := jsontext.AppendQuote(nil, string(r.Text))
		if err == nil {
			p.Response = text
		}
	}
}

// copilotHead returns the complete members of a truncated payload of Copilot CLI.
func copilotHead(head *lenient.Head) *Payload {
	text := func(name string) lenient.Word { return lenient.Word(head.Text(name)) }
	c := camel{SessionID: text("sessionId"), CWD: text("cwd"), Event: text("hookEventName"), Name: text("hookName"), Snake: text("hook_event_name"),
		Prompt: text("prompt"), Source: text("source"), Tool: text("toolName"), Error: head.Value("error"), Reason: text("reason"),
		Stop: text("stopReason"), AgentName: text("agentName"), Trigger: text("trigger")}
	c.Result.There = head.Has("toolResult") || head.Unreadable("toolResult")
	return &Payload{agent: Copilot, SessionID: c.SessionID, CWD: c.CWD, Tool: c.Tool, Event: c.event()}
}
