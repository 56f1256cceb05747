package hooks

import (
	"cmp"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers/loose"
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
	v, ok := loose.Read[Payload](raw)
	if !ok || v.Event == "" {
		return nil, false
	}
	v.agent, v.PromptID = agent, cmp.Or(v.PromptID, v.TurnID)
	if agent == Gemini {
		v.fromGemini(raw)
	}
	return &v, true
}

// geminiEvents are the names that Gemini CLI has for the events of Claude Code.
var geminiEvents = map[loose.Word]loose.Word{
	"BeforeAgent": "UserPromptSubmit", "AfterAgent": "Stop", "BeforeTool": "PreToolUse", "AfterTool": "PostToolUse", "PreCompress": "PreCompact",
}

// geminiRest is what Gemini CLI names in its own way.
type geminiRest struct {
	Answer   loose.Word `json:"prompt_response"`
	Response loose.Object[struct {
		Content jsontext.Value `json:"llmContent"`
		Error   jsontext.Value `json:"error"`
	}] `json:"tool_response"`
}

// fromGemini gives the payload Claude Code's names.
func (p *Payload) fromGemini(raw []byte) {
	p.Event = cmp.Or(geminiEvents[p.Event], p.Event)
	rest, _ := loose.Read[geminiRest](raw)
	p.Answer = cmp.Or(p.Answer, rest.Answer)
	back := rest.Response.V
	switch {
	case p.Event != "PostToolUse" || !rest.Response.There:
	case len(back.Error) > 0 && back.Error.Kind() != 'n':
		p.Event, p.Error = "PostToolUseFailure", loose.Word(cmp.Or(loose.Text(back.Error), string(back.Error)))
	case len(back.Content) > 0:
		p.Response = back.Content
	}
}
