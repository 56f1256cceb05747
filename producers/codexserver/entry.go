package codexserver

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers/lenient"
)

// entry is one line: a message in a wrapper, or the message itself.
type entry struct {
	Dir lenient.Word            `json:"dir"`
	Msg lenient.Object[message] `json:"msg"`
	message
}

// message is a request, an answer or a notification.
type message struct {
	ID     jsontext.Value          `json:"id"`
	Method lenient.Word            `json:"method"`
	Params lenient.Object[params]  `json:"params"`
	Result lenient.Object[result]  `json:"result"`
	Error  lenient.Object[problem] `json:"error"`
	At     lenient.Whole           `json:"emittedAtMs"`
}

// params are the members of all methods together.
type params struct {
	Thread lenient.Object[thread] `json:"thread"`
	Turn   lenient.Object[turn]   `json:"turn"`
	Item   lenient.Object[item]   `json:"item"`

	ThreadID  lenient.Word          `json:"threadId"`
	TurnID    lenient.Word          `json:"turnId"`
	ItemID    lenient.Word          `json:"itemId"`
	Name      lenient.Word          `json:"threadName"`
	Started   lenient.Whole         `json:"startedAtMs"`
	Completed lenient.Whole         `json:"completedAtMs"`
	Command   lenient.Word          `json:"command"`
	CWD       lenient.Word          `json:"cwd"`
	Reason    lenient.Word          `json:"reason"`
	Input     lenient.List[content] `json:"input"`
	Expected  lenient.Word          `json:"expectedTurnId"`

	Usage     lenient.Object[spent]   `json:"tokenUsage"`
	Error     lenient.Object[problem] `json:"error"`
	WillRetry lenient.Flag            `json:"willRetry"`
}

// result is what is read of an answer.
type result struct {
	Decision jsontext.Value         `json:"decision"`
	TurnID   lenient.Word           `json:"turnId"`
	Thread   lenient.Object[thread] `json:"thread"`
	Model    lenient.Word           `json:"model"` // of the thread
}

type problem struct {
	Message lenient.Word `json:"message"`
}

type thread struct {
	ID       lenient.Word  `json:"id"`
	Parent   lenient.Word  `json:"parentThreadId"`
	Name     lenient.Word  `json:"name"`
	CWD      lenient.Word  `json:"cwd"`
	Model    lenient.Word  `json:"model"`
	Provider lenient.Word  `json:"modelProvider"`
	Version  lenient.Word  `json:"cliVersion"`
	Created  lenient.Whole `json:"createdAt"` // seconds since 1970
}

type turn struct {
	ID        lenient.Word            `json:"id"`
	Status    lenient.Word            `json:"status"`
	Error     lenient.Object[problem] `json:"error"`
	Started   lenient.Whole           `json:"startedAt"` // seconds since 1970
	Completed lenient.Whole           `json:"completedAt"`
}

type content struct {
	Text lenient.Word `json:"text"`
}

// item holds the members of all types of items that are calls.
type item struct {
	Type      lenient.Word            `json:"type"`
	ID        lenient.Word            `json:"id"`
	Status    lenient.Word            `json:"status"`
	Command   lenient.Word            `json:"command"`
	CWD       lenient.Word            `json:"cwd"`
	Output    lenient.Word            `json:"aggregatedOutput"`
	ExitCode  lenient.Int             `json:"exitCode"`
	Duration  lenient.Whole           `json:"durationMs"`
	Changes   jsontext.Value          `json:"changes"`
	Server    lenient.Word            `json:"server"`
	Tool      lenient.Word            `json:"tool"`
	Arguments jsontext.Value          `json:"arguments"`
	Result    jsontext.Value          `json:"result"`
	Error     lenient.Object[problem] `json:"error"`
	Query     lenient.Word            `json:"query"`
}

// spent is what a thread and its last response cost.
type spent struct {
	Total  lenient.Object[tokens] `json:"total"`
	Last   lenient.Object[tokens] `json:"last"`
	Window lenient.Whole          `json:"modelContextWindow"`
}

// tokens are a count; the cached and the written ones are part of the input.
type tokens struct {
	Input     lenient.Whole `json:"inputTokens"`
	Cached    lenient.Whole `json:"cachedInputTokens"`
	Written   lenient.Whole `json:"cacheWriteInputTokens"`
	Output    lenient.Whole `json:"outputTokens"`
	Reasoning lenient.Whole `json:"reasoningOutputTokens"`
	Total     lenient.Whole `json:"totalTokens"`
}
