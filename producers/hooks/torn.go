package hooks

import (
	"github.com/clawable/claw/producers/loose"
)

// HeadOf reads what a payload says before the place from which it cannot be read: too large, nested
// too deep, cut off. What the call would do is not known of it. ok is false when it names no event.
func HeadOf(agent string, raw []byte) (p *Payload, ok bool) {
	head := loose.HeadOf(raw)
	text := func(name string) loose.Word { return loose.Word(head.Text(name)) }
	p = &Payload{agent: agent, SessionID: text("session_id"), CWD: text("cwd"), Event: text("hook_event_name"), Tool: text("tool_name"),
		ToolUseID: text("tool_use_id")}
	if agent == Gemini {
		p.fromGemini(nil)
	}
	return p, p.Event != ""
}
