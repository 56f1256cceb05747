package hooks

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/gemini/call"
	"github.com/clawable/claw/producers/lenient"
)

// ofGemini is Claude Code's name of an event of Gemini CLI.
func ofGemini(event lenient.Word) lenient.Word {
	switch event {
	case "BeforeAgent":
		return "UserPromptSubmit"
	case "AfterAgent":
		return "Stop"
	case "BeforeTool":
		return "PreToolUse"
	case "AfterTool":
		return "PostToolUse"
	case "PreCompress":
		return "PreCompact"
	}
	return event
}

// geminiRest is what Gemini CLI names in its own way.
type geminiRest struct {
	Answer   lenient.Word `json:"prompt_response"`
	Response lenient.Object[struct {
		Content jsontext.Value `json:"llmContent"`
		Error   jsontext.Value `json:"error"`
	}] `json:"tool_response"`
}

// Unnamed is where the agent records the session, when the payload is about a call or a
// turn that it does not name: the end of that recording contains what [Payload.Name]
// needs. "" otherwise.
func (p *Payload) Unnamed() string {
	switch {
	case p.agent != Gemini:
		return ""
	case p.Event == "UserPromptSubmit", p.Event == "Stop":
		return string(p.Transcript)
	case p.ToolUseID == "" && slices.Contains(aboutCalls, p.Event):
		return string(p.Transcript)
	}
	return ""
}

// Name gives a call the name that an import of the session has for it, and a turn one that
// its end has too, as far as the last lines of the recording contain it.
func (p *Payload) Name(lines []byte) {
	if p.Event == "UserPromptSubmit" || p.Event == "Stop" {
		p.PromptID = lenient.Word(turnBehind(lines, p.Event == "Stop", string(p.Prompt)))
		return
	}
	if message := call.Asking(lines); message != "" {
		p.ToolUseID = lenient.Word(call.Name(message, producers.Short(p.Tool), p.Input))
	}
}

// turnBehind names a turn by its prompt and by what the model wrote last before that,
// which a recording holds before the prompt as well as after the turn. It is "" where the
// lines do not reach back to it.
func turnBehind(lines []byte, over bool, prompt string) string {
	if over {
		at := lastPrompt(lines)
		if at < 0 {
			return ""
		}
		lines = lines[:at]
	}
	before := call.Asking(lines)
	if before == "" && len(lines) > 0 && !call.Begins(lines) {
		return ""
	}
	return "hook/" + hash([]byte(before+"\x00"+prompt))
}

// lastPrompt is where the line of the last prompt begins, -1 where there is none.
func lastPrompt(lines []byte) int {
	for end := len(lines); end > 0; {
		start := bytes.LastIndexByte(lines[:end-1], '\n') + 1
		line, _ := lenient.Read[struct {
			Type    lenient.Word   `json:"type"`
			Content jsontext.Value `json:"content"`
		}](lines[start:end])
		if line.Type == "user" && !bytes.Contains(line.Content, []byte(`"functionResponse"`)) {
			return start
		}
		end = start
	}
	return -1
}

// fromGemini gives the payload Claude Code's names.
func (p *Payload) fromGemini(raw []byte) {
	p.Event = ofGemini(p.Event)
	rest, _ := lenient.Read[geminiRest](raw)
	p.Answer = cmp.Or(p.Answer, rest.Answer)
	back := rest.Response.V
	switch {
	case p.Event != "PostToolUse" || !rest.Response.There:
	case len(back.Error) > 0 && back.Error.Kind() != 'n':
		said, _ := lenient.Read[struct {
			Message lenient.Word `json:"message"`
		}](back.Error)
		p.Event, p.Error = "PostToolUseFailure", cmp.Or(said.Message, lenient.Word(lenient.Text(back.Error)), lenient.Word(back.Error))
	case len(back.Content) > 0:
		p.Response = back.Content
	}
}
