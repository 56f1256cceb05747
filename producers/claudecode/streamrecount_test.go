package claudecode_test

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/clawable/claw/producers/readertest"
)

// recountStream counts a stream line by line, in another way than the reader.
func recountStream(content []byte) readertest.Counts {
	type line = map[string]any
	c := readertest.Counts{}
	calls := map[string]string{}
	counted, spoke := false, false
	for text := range bytes.Lines(content) {
		var l line
		if json.Unmarshal(text, &l) != nil {
			continue
		}
		client := l["dir"] == "c2s"
		if msg, wrapped := l["msg"].(line); wrapped {
			l = msg
		}
		get := func(names ...string) any {
			var v any = l
			for _, n := range names {
				o, _ := v.(line)
				v = o[n]
			}
			return v
		}
		spend := func(of any) {
			u, _ := of.(line)
			n := func(name string) int64 { f, _ := u[name].(float64); return int64(f) }
			c.Add("tokens in", n("input_tokens")+n("cache_read_input_tokens")+n("cache_creation_input_tokens"))
			c.Add("tokens cached", n("cache_read_input_tokens"))
			c.Add("tokens out", n("output_tokens"))
		}
		switch kind := l["type"]; {
		case client && get("response", "response", "behavior") != nil:
			c.Add("message system", 1)
		case client:
		case kind == "control_request" && get("request", "tool_use_id") != nil:
			c.Add("message system", 1)
		case kind == "system":
			switch {
			case l["subtype"] == "hook_started", l["subtype"] == "hook_response":
				c.Add(map[any]string{"hook_started": "hook.started", "hook_response": "hook.completed"}[l["subtype"]], 1)
			case l["subtype"] == "compact_boundary":
				c.Add("session.compacted", 1)
			case l["subtype"] == "task_started" && l["task_type"] == "local_agent":
				c.Add("session.created", 1)
			case l["subtype"] == "init" && c["session.created"] == 0:
				c.Add("session.created", 1)
			}
		case kind == "stream_event" && get("event", "type") == "message_start":
			spend(get("event", "message", "usage"))
			c["tokens out"]--
		case kind == "stream_event" && get("event", "type") == "message_delta":
			counted = true
			c.Add("responses", 1)
			spend(get("event", "usage"))
		case kind == "assistant":
			spoke = true
			blocks, _ := get("message", "content").([]any)
			for _, b := range blocks {
				if b := b.(line); b["type"] == "tool_use" {
					calls[b["id"].(string)] = "open"
				} else {
					c.Add("message assistant", 1)
				}
			}
		case kind == "user":
			blocks, list := get("message", "content").([]any)
			if text, _ := get("message", "content").(string); strings.HasPrefix(text, "This session is being continued") {
				c.Add("message summary", 1)
			} else if !list {
				c.Add("message user", 1)
			}
			for _, b := range blocks {
				b := b.(line)
				words, _ := b["content"].(string)
				said, _ := b["text"].(string)
				switch {
				case b["type"] == "text" && !strings.HasPrefix(said, "[Request interrupted"):
					c.Add("message user", 1)
				case b["type"] == "text":
				case strings.HasPrefix(words, "The user doesn't want to proceed"):
					calls[b["tool_use_id"].(string)] = "denied"
				case b["is_error"] == true:
					calls[b["tool_use_id"].(string)] = "failed"
				default:
					calls[b["tool_use_id"].(string)] = "completed"
				}
			}
		case kind == "result":
			for _, d := range l["permission_denials"].([]any) {
				calls[d.(line)["tool_use_id"].(string)] = "denied"
			}
			switch aborted, _ := l["terminal_reason"].(string); {
			case strings.HasPrefix(aborted, "aborted"):
				c.Add("turn interrupted", 1)
			case l["is_error"] == true:
				c.Add("turn failed", 1)
			case l["num_turns"] != 0.0:
				c.Add("turn completed", 1)
			}
			if spoke && !counted {
				c.Add("responses", 1)
				spend(l["usage"])
			}
			counted, spoke = false, false
		}
	}
	for _, status := range calls {
		c.Add("call "+status, 1)
	}
	return c
}
