package hooks

import (
	"cmp"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/claudecode/verdict"
	"github.com/clawable/claw/producers/gemini/call"
	"github.com/clawable/claw/producers/lenient"
	"github.com/clawable/claw/producers/opencode/ending"
)

// ending is how the call ended, as the recordings of its agent say it.
func (p *Payload) ending(name string) domain.Payload {
	switch {
	case p.agent == Gemini:
		return p.endedInGemini(name)
	case p.agent == OpenCode:
		return p.endedInOpenCode()
	case p.Event == "PostToolUse":
		return p.cameBack(name)
	}
	v := verdict.OfError(name, string(p.Error))
	if p.Interrupt {
		v = verdict.Interrupted
	}
	return v.Ending(p.failed(name), string(p.Error))
}

// brokeOff is how a turn without an answer ended: OpenCode also reports an
// interruption by a person as an error.
func (p *Payload) brokeOff() domain.Payload {
	if p.agent == OpenCode && p.Error == ending.Aborted {
		return domain.TurnInterrupted{Reason: producers.Short(p.Error)}
	}
	return domain.TurnFailed{Class: classOf(p.Error), Message: producers.Text(string(cmp.Or(p.Details, p.Error)))}
}

// failed is the result of a call that came back with an error.
func (p *Payload) failed(name string) domain.ToolResult {
	return domain.ToolResult{Name: name, Output: producers.Text(string(p.Error)), DurationMS: int64(p.DurationMS)}
}

func (p *Payload) endedInGemini(name string) domain.Payload {
	if p.Event == "PostToolUseFailure" {
		return call.Erred(p.failed(name), string(p.Error))
	}
	words := lenient.Text(p.Response)
	r := domain.ToolResult{Name: name, Output: producers.Text(words), Paths: call.Written(name, p.Input)}
	if words == "" {
		r.Result, r.Raw = producers.Foreign(p.Response)
	}
	return call.Succeeded(r, words)
}

// endedInOpenCode reads what claw's plugin hands over of the call's state; one of an
// earlier claw hands over the output alone.
func (p *Payload) endedInOpenCode() domain.Payload {
	s := ending.State{Status: ending.Completed, Output: lenient.Word(lenient.Text(p.Response))}
	if back, ok := lenient.Read[struct {
		Output   lenient.Word   `json:"output"`
		Metadata jsontext.Value `json:"metadata"`
	}](p.Response); ok {
		s.Output, s.Metadata = back.Output, back.Metadata
	}
	if p.Event == "PostToolUseFailure" {
		s.Status, s.Error = ending.Error, p.Error
	}
	d, _ := lenient.Read[ending.Details](s.Metadata)
	return ending.Of(p.Tool, &s, &d)
}
