package codextui_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/clawable/claw/producers/readertest"
)

// recount counts a log by its raw records, in another way than the reader.
func recount(t *testing.T, content []byte) readertest.Counts {
	c := readertest.Counts{}
	calls, turns := map[string]string{}, map[string]string{}
	type asked struct{ turn, call string }
	var open []asked
	var session string
	for n, line := range bytes.Split(content, []byte("\n")) {
		var e struct {
			Kind    string
			Payload struct {
				ID, Type string
				Decision any
				Msg      map[string]any
			}
		}
		if len(line) == 0 {
			continue
		}
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatalf("line %d: %v", n+1, err)
		}
		p, m := e.Payload, e.Payload.Msg
		turn := session + "/" + p.ID
		id, _ := m["call_id"].(string)
		switch {
		case e.Kind == "op" && (p.Type == "exec_approval" || p.Type == "patch_approval"):
			for i, a := range open {
				if a.turn != p.ID {
					continue
				}
				open = append(open[:i:i], open[i+1:]...)
				if o, more := p.Decision.(map[string]any); p.Decision == "abort" || p.Decision == "denied" || more && o["denied"] != nil {
					calls[a.call] = "denied"
				}
				c.Add("message system", 1)
				break
			}
		case e.Kind != "codex_event":
		case m["type"] == "session_configured":
			session = m["session_id"].(string)
			c.Add("session.created", 1)
			open = nil
		case m["type"] == "exec_approval_request", m["type"] == "apply_patch_approval_request":
			calls[id] = "open"
			open = append(open, asked{p.ID, id})
			c.Add("message system", 1)
		case m["type"] == "exec_command_begin", m["type"] == "patch_apply_begin", m["type"] == "mcp_tool_call_begin":
			if calls[id] == "" {
				calls[id] = "open"
			}
		case m["type"] == "exec_command_end":
			calls[id] = map[bool]string{true: "completed", false: "failed"}[m["exit_code"] == 0.0]
		case m["type"] == "patch_apply_end":
			calls[id] = map[bool]string{true: "completed", false: "failed"}[m["success"] == true]
		case m["type"] == "mcp_tool_call_end":
			calls[id] = map[bool]string{true: "completed", false: "failed"}[m["result"].(map[string]any)["Ok"] != nil]
		case m["type"] == "web_search_end":
			calls[id] = "completed"
		case m["type"] == "task_started":
			turns[turn] = "open"
		case m["type"] == "task_complete":
			turns[turn] = "completed"
		case m["type"] == "turn_aborted":
			turns[turn] = "interrupted"
			kept := open[:0]
			for _, a := range open {
				if a.turn != p.ID {
					kept = append(kept, a)
				}
			}
			open = kept
		case m["type"] == "shutdown_complete":
			c.Add("session.ended", 1)
		case m["type"] == "error":
			c.Add("provider.failed", 1)
			c.Add("message system", 1)
		case m["type"] == "token_count":
			spent := m
			if info, later := m["info"].(map[string]any); later {
				spent = info["last_token_usage"].(map[string]any)
			}
			if spent["input_tokens"] != nil {
				c.Add("responses", 1)
				c.Add("tokens in", int64(spent["input_tokens"].(float64)))
				c.Add("tokens cached", int64(spent["cached_input_tokens"].(float64)))
				c.Add("tokens out", int64(spent["output_tokens"].(float64)))
			}
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
