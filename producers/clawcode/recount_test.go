package clawcode_test

import (
	"encoding/json"
	"strings"

	"github.com/clawable/claw/producers/readertest"
)

type object = map[string]any

// recount counts what a recording holds by looking at its JSON only.
func recount(content []byte) readertest.Counts {
	c := readertest.Counts{}
	var whole object
	if json.Unmarshal(content, &whole) == nil && whole["type"] == nil {
		countDocument(c, whole)
		return c
	}
	calls := map[string]string{}
	known := false
	for _, line := range strings.Split(string(content), "\n") {
		var r object
		if json.Unmarshal([]byte(line), &r) != nil {
			continue
		}
		switch r["type"] {
		case "session_meta":
			if !known {
				c.Add("session.created", 1)
				if r["fork"] != nil {
					c.Add("session.forked", 1)
				}
			}
			known = true
		case "compaction":
			c.Add("session.compacted", 1)
			c.Add("message summary", 1)
		case "message":
			countMessage(c, calls, r["message"].(object))
		}
	}
	ended(c, calls)
	return c
}

func countDocument(c readertest.Counts, whole object) {
	if event, ok := whole["last_event"].(object); ok {
		c.Add(map[string]string{"spawning": "worker.spawning", "prompt_misdelivery": "prompt.misdelivered"}[event["kind"].(string)], 1)
		return
	}
	messages, _ := whole["messages"].([]any)
	if len(messages) == 0 {
		return
	}
	c.Add("session.created", 1)
	calls := map[string]string{}
	for _, m := range messages {
		countMessage(c, calls, m.(object))
	}
	ended(c, calls)
}

func countMessage(c readertest.Counts, calls map[string]string, m object) {
	role := m["role"].(string)
	if role == "user" {
		c.Add("turn open", 1)
	}
	says, asks := false, false
	for _, b := range m["blocks"].([]any) {
		b := b.(object)
		says = says || b["type"] == "text"
		asks = asks || b["type"] == "tool_use"
		switch {
		case b["type"] == "text" && (role == "user" || role == "assistant" || role == "system"):
			c.Add("message "+role, 1)
		case b["type"] == "thinking":
			c.Add("message reasoning", 1)
		case b["type"] == "tool_use":
			calls[b["id"].(string)] = "open"
		case b["type"] == "tool_result":
			calls[b["tool_use_id"].(string)] = status(b)
		}
	}
	if u, ok := m["usage"].(object); ok {
		n := func(name string) int64 { f, _ := u[name].(float64); return int64(f) }
		c.Add("responses", 1)
		c.Add("tokens in", n("input_tokens")+n("cache_creation_input_tokens")+n("cache_read_input_tokens"))
		c.Add("tokens out", n("output_tokens"))
		c.Add("tokens cached", n("cache_read_input_tokens"))
	}
	switch {
	case m["incomplete"] == true:
		c.Add("provider.failed", 1)
	case role == "assistant" && says && !asks:
		c.Add("answers", 1)
	}
}

func status(b object) string {
	var out struct{ ReturnCodeInterpretation string }
	_ = json.Unmarshal([]byte(b["output"].(string)), &out) // a text says nothing of a code
	switch {
	case b["is_error"] == true, strings.HasPrefix(out.ReturnCodeInterpretation, "exit_code:"):
		return "failed"
	case out.ReturnCodeInterpretation == "timeout":
		return "timed_out"
	}
	return "completed"
}

func ended(c readertest.Counts, calls map[string]string) {
	for _, status := range calls {
		c.Add("call "+status, 1)
	}
}
