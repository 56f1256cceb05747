package hooks

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers/lenient"
)

// camel is a payload of Copilot CLI. It names no event where the hook that is run says
// which one it is; then the members tell.
type camel struct {
	SessionID lenient.Word           `json:"sessionId"`
	CWD       lenient.Word           `json:"cwd"`
	Event     lenient.Word           `json:"hookEventName"`
	Prompt    lenient.Word           `json:"prompt"`
	Source    lenient.Word           `json:"source"`
	Tool      lenient.Word           `json:"toolName"`
	Args      jsontext.Value         `json:"toolArgs"`
	Result    lenient.Object[result] `json:"toolResult"`
	Reason    lenient.Word           `json:"reason"`
	Stop      lenient.Word           `json:"stopReason"`
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
	case "agentStop":
		return "Stop"
	case "subagentStop":
		return "SubagentStop"
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
		Event: c.event()}
	if text := lenient.Text(c.Args); text != "" && jsontext.Value(text).IsValid() {
		p.Input = jsontext.Value(text) // the arguments are JSON in a string
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

// event is the name of the event, "" when nothing tells it.
func (c *camel) event() lenient.Word {
	switch {
	case c.Event != "":
		return ofCopilot(c.Event)
	case c.Result.There:
		return "PostToolUse"
	case c.Tool != "":
		return "PreToolUse"
	case c.Stop != "":
		return "Stop"
	case c.Source != "":
		return "SessionStart"
	case c.Prompt != "":
		return "UserPromptSubmit"
	case c.Reason != "":
		return "SessionEnd"
	}
	return ""
}

// tell takes over how a call came back.
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

// copilotHead is what stands whole of a payload of Copilot CLI that is not.
func copilotHead(head *lenient.Head) *Payload {
	text := func(name string) lenient.Word { return lenient.Word(head.Text(name)) }
	c := camel{SessionID: text("sessionId"), CWD: text("cwd"), Event: text("hookEventName"), Prompt: text("prompt"), Source: text("source"),
		Tool: text("toolName"), Reason: text("reason"), Stop: text("stopReason")}
	c.Result.There = head.Has("toolResult") || head.Unreadable("toolResult")
	return &Payload{agent: Copilot, SessionID: c.SessionID, CWD: c.CWD, Tool: c.Tool, Event: c.event()}
}
