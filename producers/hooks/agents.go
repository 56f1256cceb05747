package hooks

import (
	"cmp"

	"github.com/clawable/claw/producers/lenient"
)

// The agents whose hooks are understood, by the source of their sessions.
const (
	ClaudeCode = "claude-code"
	Codex      = "codex"
	Gemini     = "gemini-cli"
	OpenCode   = "opencode"
	Copilot    = "copilot-cli"
)

// ParseOf reads what an agent handed to its hook, see [Parse]. OpenCode has no hooks that
// are programs: claw's plugin writes its payloads in Claude Code's form.
func ParseOf(agent string, raw []byte) (p *Payload, ok bool) {
	if agent == Copilot {
		return parseCopilot(raw)
	}
	v, ok := lenient.Read[Payload](raw)
	if !ok || v.Event == "" {
		return nil, false
	}
	v.agent, v.PromptID, v.Event = agent, cmp.Or(v.PromptID, v.TurnID), calling(v.Event)
	if agent == Gemini {
		v.fromGemini(raw)
	}
	return &v, true
}
