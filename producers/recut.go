package producers

import "github.com/clawable/claw/domain"

// recut is a way to cut the texts and the foreign values of payloads.
type recut struct {
	text    func(domain.Text) domain.Text
	foreign func(v domain.JSON, raw bool) (domain.JSON, bool)
}

// payload returns the payload with those of its texts and values cut that may be long
// enough to make it too long for a log.
func (c recut) payload(p domain.Payload) domain.Payload {
	switch p := p.(type) {
	case domain.MessageRecorded:
		p.Text = c.text(p.Text)
		p.Content, p.Raw = c.foreign(p.Content, p.Raw)
		return p
	case domain.ToolRequested:
		p.Input, p.Raw = c.foreign(p.Input, p.Raw)
		return p
	case domain.ToolOutput:
		p.Text = c.text(p.Text)
		return p
	case domain.ToolCompleted:
		p.ToolResult = c.result(p.ToolResult)
		return p
	case domain.ToolFailed:
		p.ToolResult = c.result(p.ToolResult)
		return p
	case domain.ToolTimedOut:
		p.ToolResult = c.result(p.ToolResult)
		return p
	case domain.ToolDenied:
		p.Reason = c.text(p.Reason)
		return p
	case domain.ToolCanceled:
		p.Output = c.text(p.Output)
		return p
	case domain.TurnFailed:
		p.Message = c.text(p.Message)
		return p
	}
	return p
}

func (c recut) result(r domain.ToolResult) domain.ToolResult {
	r.Output, r.Stderr = c.text(r.Output), c.text(r.Stderr)
	r.Result, r.Raw = c.foreign(r.Result, r.Raw)
	return r
}

// prompts returns the payload with its other texts of a conversation cut, which no
// payload is too long for.
func (c recut) prompts(p domain.Payload) domain.Payload {
	switch p := p.(type) {
	case domain.ToolRequested:
		p.Justification = c.text(p.Justification)
		return p
	case domain.TurnStarted:
		p.Prompt = c.text(p.Prompt)
		return p
	case domain.TurnCompleted:
		p.Answer = c.text(p.Answer)
		return p
	case domain.PromptSent:
		p.Prompt = c.text(p.Prompt)
		return p
	case domain.PromptMisdelivered:
		p.ObservedPreview = c.text(p.ObservedPreview)
		return p
	case domain.PromptReplayed:
		p.Prompt = c.text(p.Prompt)
		return p
	}
	return p
}
