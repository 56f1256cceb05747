package codexserver

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers/loose"
)

// entry is one line: a message in a wrapper, or the message itself.
type entry struct {
	Dir loose.Word            `json:"dir"`
	Msg loose.Object[message] `json:"msg"`
	message
}

// message is a request, an answer or a notification.
type message struct {
	ID     jsontext.Value        `json:"id"`
	Method loose.Word            `json:"method"`
	Params loose.Object[params]  `json:"params"`
	Result loose.Object[result]  `json:"result"`
	Error  loose.Object[problem] `json:"error"`
	At     loose.Whole           `json:"emittedAtMs"`
}

// params are the members of all methods together.
type params struct {
	Thread loose.Object[thread] `json:"thread"`
	Turn   loose.Object[turn]   `json:"turn"`
	Item   loose.Object[item]   `json:"item"`

	ThreadID  loose.Word          `json:"threadId"`
	TurnID    loose.Word          `json:"turnId"`
	ItemID    loose.Word          `json:"itemId"`
	Name      loose.Word          `json:"threadName"`
	Started   loose.Whole         `json:"startedAtMs"`
	Completed loose.Whole         `json:"completedAtMs"`
	Command   loose.Word          `json:"command"`
	CWD       loose.Word          `json:"cwd"`
	Reason    loose.Word          `json:"reason"`
	Input     loose.List[content] `json:"input"`
	Expected  loose.Word          `json:"expectedTurnId"`

	Usage     loose.Object[spent]   `json:"tokenUsage"`
	Error     loose.Object[problem] `json:"error"`
	WillRetry loose.Flag            `json:"willRetry"`
}

// result is what is read of an answer.
type result struct {
	Decision jsontext.Value `json:"decision"`
	TurnID   loose.Word     `json:"turnId"`
}

type problem struct {
	Message loose.Word `json:"message"`
}

type thread struct {
	ID       loose.Word  `json:"id"`
	Parent   loose.Word  `json:"parentThreadId"`
	Name     loose.Word  `json:"name"`
	CWD      loose.Word  `json:"cwd"`
	Model    loose.Word  `json:"model"`
	Provider loose.Word  `json:"modelProvider"`
	Version  loose.Word  `json:"cliVersion"`
	Created  loose.Whole `json:"createdAt"` // seconds since 1970
}

type turn struct {
	ID        loose.Word            `json:"id"`
	Status    loose.Word            `json:"status"`
	Error     loose.Object[problem] `json:"error"`
	Started   loose.Whole           `json:"startedAt"` // seconds since 1970
	Completed loose.Whole           `json:"completedAt"`
}

type content struct {
	Text loose.Word `json:"text"`
}

// item holds the members of all types of items that are calls.
type item struct {
	Type      loose.Word            `json:"type"`
	ID        loose.Word            `json:"id"`
	Status    loose.Word            `json:"status"`
	Command   loose.Word            `json:"command"`
	CWD       loose.Word            `json:"cwd"`
	Output    loose.Word            `json:"aggregatedOutput"`
	ExitCode  loose.Int             `json:"exitCode"`
	Duration  loose.Whole           `json:"durationMs"`
	Changes   jsontext.Value        `json:"changes"`
	Server    loose.Word            `json:"server"`
	Tool      loose.Word            `json:"tool"`
	Arguments jsontext.Value        `json:"arguments"`
	Result    jsontext.Value        `json:"result"`
	Error     loose.Object[problem] `json:"error"`
	Query     loose.Word            `json:"query"`
}

// spent is what a thread and its last response cost.
type spent struct {
	Total  loose.Object[tokens] `json:"total"`
	Last   loose.Object[tokens] `json:"last"`
	Window loose.Whole          `json:"modelContextWindow"`
}

// tokens are a count; the cached and the written ones are part of the input.
type tokens struct {
	Input     loose.Whole `json:"inputTokens"`
	Cached    loose.Whole `json:"cachedInputTokens"`
	Written   loose.Whole `json:"cacheWriteInputTokens"`
	Output    loose.Whole `json:"outputTokens"`
	Reasoning loose.Whole `json:"reasoningOutputTokens"`
	Total     loose.Whole `json:"totalTokens"`
}
