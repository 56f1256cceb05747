package hooks

import (
	"github.com/clawable/claw/producers/lenient"
)

// HeadOf reads the part of a payload before the place from which it cannot be read: too large, nested
// too deep, cut off. What the call would do is not known from it. named is false when it names no
// event, as a payload that is empty or no JSON: it may ask about a call, and is taken to.
func HeadOf(agent string, raw []byte) (p *Payload, named bool) {
	head := lenient.HeadOf(raw)
	text := func(name string) lenient.Word { return lenient.Word(head.Text(name)) }
	p = &Payload{agent: agent, SessionID: text("session_id"), CWD: text("cwd"), Event: calling(text("hook_event_name")), Tool: text("tool_name"),
		ToolUseID: text("tool_use_id")}
	switch {
	case agent == Copilot && (p.Event == "" || p.SessionID == ""):
		p = copilotHead(&head)
	case agent == Gemini:
		p.fromGemini(nil)
	}
	if p.Event == "" {
		p.Event = "PreToolUse"
		return p, false
	}
	return p, true
}

// calling is Claude Code's name of the event before a call, whichever agent's name of it this is;
// other events as they are.
func calling(event lenient.Word) lenient.Word {
	if event == "BeforeTool" || event == "preToolUse" {
		return "PreToolUse"
	}
	return event
}
