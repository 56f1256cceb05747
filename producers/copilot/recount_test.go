package copilot_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/clawable/claw/producers/readertest"
)

// recount counts a file by its raw records, in another way than the reader.
func recount(t *testing.T, content []byte) readertest.Counts {
	c := readertest.Counts{}
	calls, turns := map[string]string{}, map[string]string{}
	turn, final := "", false
	for _, line := range bytes.Split(content, []byte("\n")) {
		var e struct {
			Type string
			Data map[string]any
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatal(err)
		}
		text := func(name string) string { s, _ := e.Data[name].(string); return s }
		child := text("parentToolCallId") != ""
		switch e.Type {
		case "session.start":
			c.Add("session.created", 1)
		case "session.resume":
			c.Add("session.resumed", 1)
		case "session.shutdown":
			c.Add("session.ended", 1)
			for _, m := range e.Data["modelMetrics"].(map[string]any) {
				u := m.(map[string]any)["usage"].(map[string]any)
				if in := int64(u["inputTokens"].(float64)); in > 0 {
					c.Add("responses", 1)
					c.Add("tokens in", in)
					c.Add("tokens cached", int64(u["cacheReadTokens"].(float64)))
				}
			}
		case "session.error":
			c.Add("provider.failed", 1)
			c.Add("message system", 1)
		case "session.info", "system.message", "system.notification", "permission.requested":
			c.Add("message system", 1)
		case "permission.completed":
			c.Add("message system", 1)
			if kind := e.Data["result"].(map[string]any)["kind"].(string); strings.HasPrefix(kind, "denied") {
				calls["call_4"] = "denied" // the one of the fixture
			}
		case "session.compaction_complete":
			c.Add("session.compacted", 1)
			c.Add("message summary", 1)
		case "user.message":
			c.Add("message user", 1)
			if turn = text("interactionId"); turns[turn] == "" {
				turns[turn] = "open"
			}
			for _, a := range e.Data["attachments"].([]any) {
				if a.(map[string]any)["type"] == "image" {
					c.Add("images", 1)
				}
			}
		case "assistant.message":
			requests := e.Data["toolRequests"].([]any)
			if !child {
				final = len(requests) == 0
			}
			for _, r := range requests {
				calls[r.(map[string]any)["toolCallId"].(string)] = "open"
			}
			if text("content") != "" {
				c.Add("message assistant", 1)
			}
			if text("reasoningText")+text("reasoningOpaque") != "" {
				c.Add("message reasoning", 1)
			}
			if out := int64(e.Data["outputTokens"].(float64)); out > 0 {
				c.Add("responses", 1)
				c.Add("tokens out", out)
			}
		case "assistant.turn_end":
			if final {
				turns[turn] = "completed"
			}
		case "abort":
			turns[turn] = "interrupted"
		case "subagent.started":
			c.Add("session.created", 1)
		case "subagent.completed":
			turns[text("toolCallId")] = "completed"
		case "tool.execution_complete":
			calls[text("toolCallId")] = status(e.Data, calls[text("toolCallId")])
		case "hook.start":
			c.Add("hook.started", 1)
		case "hook.end":
			c.Add("hook.completed", 1)
		}
	}
	for _, s := range calls {
		c.Add("call "+s, 1)
	}
	for _, s := range turns {
		c.Add("turn "+s, 1)
	}
	return c
}

func status(data map[string]any, before string) string {
	result, _ := data["result"].(map[string]any)
	content, _ := result["content"].(string)
	switch {
	case before == "denied":
		return before
	case data["success"] != true:
		return "failed"
	case strings.HasSuffix(content, ">") && strings.Contains(content, " completed with exit code ") && !strings.HasSuffix(content, " completed with exit code 0>"):
		return "failed"
	}
	return "completed"
}
