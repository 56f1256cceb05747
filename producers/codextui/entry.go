package codextui

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers/loose"
)

// entry is one line of a log.
type entry struct {
	TS      loose.Word            `json:"ts"`
	Dir     loose.Word            `json:"dir"`
	Kind    loose.Word            `json:"kind"`
	Payload loose.Object[payload] `json:"payload"`

	// of session_start
	CWD      loose.Word `json:"cwd"`
	Model    loose.Word `json:"model"`
	Provider loose.Word `json:"model_provider_id"`
}

// payload is an event of the core, or an operation of the person.
type payload struct {
	ID       loose.Word            `json:"id"` // of the submission: the turn
	Msg      loose.Object[message] `json:"msg"`
	Type     loose.Word            `json:"type"`
	Decision jsontext.Value        `json:"decision"`
}

// message is the body of an event: the members of all its types together.
type message struct {
	Type      loose.Word `json:"type"`
	SessionID loose.Word `json:"session_id"`
	Model     loose.Word `json:"model"`
	Provider  loose.Word `json:"model_provider_id"`
	CWD       loose.Word `json:"cwd"`
	TurnID    loose.Word `json:"turn_id"`
	Reason    loose.Word `json:"reason"`
	Message   loose.Word `json:"message"`

	CallID       loose.Word               `json:"call_id"`
	Command      jsontext.Value           `json:"command"`
	Changes      jsontext.Value           `json:"changes"`
	AutoApproved loose.Flag               `json:"auto_approved"`
	Stdout       loose.Word               `json:"stdout"`
	Stderr       loose.Word               `json:"stderr"`
	ExitCode     jsontext.Value           `json:"exit_code"`
	Duration     loose.Object[duration]   `json:"duration"`
	Success      loose.Flag               `json:"success"`
	Invocation   loose.Object[invocation] `json:"invocation"`
	Result       jsontext.Value           `json:"result"`
	Query        loose.Word               `json:"query"`

	tokens
	Info loose.Object[info] `json:"info"`
}

type duration struct {
	Secs  loose.Whole `json:"secs"`
	Nanos loose.Whole `json:"nanos"`
}

func (d duration) ms() int64 { return int64(d.Secs)*1000 + int64(d.Nanos)/1e6 }

// invocation is a call of an MCP server's tool.
type invocation struct {
	Server    loose.Word     `json:"server"`
	Tool      loose.Word     `json:"tool"`
	Arguments jsontext.Value `json:"arguments"`
}

// tokens counts what one response cost; the cached ones are part of the input.
type tokens struct {
	Input     loose.Whole `json:"input_tokens"`
	Cached    loose.Whole `json:"cached_input_tokens"`
	Output    loose.Whole `json:"output_tokens"`
	Reasoning loose.Whole `json:"reasoning_output_tokens"`
	Total     loose.Whole `json:"total_tokens"`
}

// info is how later versions count: of the session and of the last response.
type info struct {
	Total  loose.Object[tokens] `json:"total_token_usage"`
	Last   loose.Object[tokens] `json:"last_token_usage"`
	Window loose.Whole          `json:"model_context_window"`
}
