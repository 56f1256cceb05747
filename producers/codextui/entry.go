package codextui

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers/lenient"
)

// entry is one line of a log.
type entry struct {
	TS      lenient.Word            `json:"ts"`
	Dir     lenient.Word            `json:"dir"`
	Kind    lenient.Word            `json:"kind"`
	Payload lenient.Object[payload] `json:"payload"`

	// of session_start
	CWD      lenient.Word `json:"cwd"`
	Model    lenient.Word `json:"model"`
	Provider lenient.Word `json:"model_provider_id"`
}

// payload is an event of the core, or an operation of the person.
type payload struct {
	ID       lenient.Word            `json:"id"` // of the submission: the turn
	Msg      lenient.Object[message] `json:"msg"`
	Type     lenient.Word            `json:"type"`
	Decision jsontext.Value          `json:"decision"`
}

// message is the body of an event: the members of all its types together.
type message struct {
	Type      lenient.Word `json:"type"`
	SessionID lenient.Word `json:"session_id"`
	Model     lenient.Word `json:"model"`
	Provider  lenient.Word `json:"model_provider_id"`
	CWD       lenient.Word `json:"cwd"`
	TurnID    lenient.Word `json:"turn_id"`
	Reason    lenient.Word `json:"reason"`
	Message   lenient.Word `json:"message"`

	CallID       lenient.Word               `json:"call_id"`
	Command      jsontext.Value             `json:"command"`
	Changes      jsontext.Value             `json:"changes"`
	AutoApproved lenient.Flag               `json:"auto_approved"`
	Stdout       lenient.Word               `json:"stdout"`
	Stderr       lenient.Word               `json:"stderr"`
	ExitCode     jsontext.Value             `json:"exit_code"`
	Duration     lenient.Object[duration]   `json:"duration"`
	Success      lenient.Flag               `json:"success"`
	Invocation   lenient.Object[invocation] `json:"invocation"`
	Result       jsontext.Value             `json:"result"`
	Query        lenient.Word               `json:"query"`

	tokens
	Info lenient.Object[info] `json:"info"`
}

type duration struct {
	Secs  lenient.Whole `json:"secs"`
	Nanos lenient.Whole `json:"nanos"`
}

func (d duration) ms() int64 { return int64(d.Secs)*1000 + int64(d.Nanos)/1e6 }

// invocation is a call of an MCP server's tool.
type invocation struct {
	Server    lenient.Word   `json:"server"`
	Tool      lenient.Word   `json:"tool"`
	Arguments jsontext.Value `json:"arguments"`
}

// tokens counts what one response cost; the cached ones are part of the input.
type tokens struct {
	Input     lenient.Whole `json:"input_tokens"`
	Cached    lenient.Whole `json:"cached_input_tokens"`
	Output    lenient.Whole `json:"output_tokens"`
	Reasoning lenient.Whole `json:"reasoning_output_tokens"`
	Total     lenient.Whole `json:"total_tokens"`
}

// info is how later versions count: of the session and of the last response.
type info struct {
	Total  lenient.Object[tokens] `json:"total_token_usage"`
	Last   lenient.Object[tokens] `json:"last_token_usage"`
	Window lenient.Whole          `json:"model_context_window"`
}
