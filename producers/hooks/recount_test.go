package hooks_test

import (
	"bytes"
	"encoding/json"
	"io"
	"testing"

	"github.com/clawable/claw/producers/readertest"
)

// payloadsOf finds the payloads of a recording in another way than the reader: every
// object, at any depth, that names an event and is in no tool's input, answer or copy.
func payloadsOf(t *testing.T, content []byte) (found []map[string]any) {
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, e := range v {
				walk(e)
			}
		case map[string]any:
			_, claude := v["hook_event_name"].(string)
			_, copilot := v["sessionId"].(string)
			if claude || copilot {
				found = append(found, v)
				return
			}
			for _, name := range []string{"hook_payloads", "raw", "payload"} {
				walk(v[name])
			}
		}
	}
	if content[0] == '[' && content[1] == '2' { // lines of a log
		for _, line := range bytes.Split(content, []byte("\n")) {
			if _, payload, ok := bytes.Cut(line, []byte("payload=")); ok {
				var v any
				if err := json.Unmarshal(payload, &v); err != nil {
					t.Fatal(err)
				}
				walk(v)
			}
		}
		return found
	}
	for d := json.NewDecoder(bytes.NewReader(content)); ; {
		var v any
		if err := d.Decode(&v); err == io.EOF {
			return found
		} else if err != nil {
			t.Fatal(err)
		}
		walk(v)
	}
}

// recount counts payloads by their names: what each event says is a line of a table.
func recount(t *testing.T, content []byte) readertest.Counts {
	c := readertest.Counts{}
	calls, turns, open := map[string]string{}, map[string]string{}, map[string]string{}
	nth := map[string]int{}
	for _, p := range payloadsOf(t, content) {
		text := func(name string) string { s, _ := p[name].(string); return s }
		session, event := text("session_id"), text("hook_event_name")
		if event == "" {
			session, event = text("sessionId"), copilotEvent(p)
		}
		if session == "" {
			continue
		}
		tool, _ := json.Marshal([]any{session, text("agent_id"), p["tool_name"], p["toolName"], p["tool_input"], p["toolArgs"]})
		call := func(side string) string {
			if id := text("tool_use_id"); id != "" {
				return id
			}
			nth[side+string(tool)]++
			return string(tool) + string(rune('0'+nth[side+string(tool)]))
		}
		end := func(how string) {
			turn := text("prompt_id")
			if turn == "" {
				turn = open[session]
			}
			if delete(open, session); turn == "" {
				c.Add("hook.started", 1)
				return
			}
			turns[turn] = how
		}
		switch event {
		case "SessionStart":
			switch text("source") {
			case "startup", "clear", "new":
				c.Add("session.created", 1)
			case "resume":
				c.Add("session.resumed", 1)
			}
			if text("source") == "clear" {
				c.Add("session.cleared", 1)
			}
		case "SessionEnd":
			c.Add("session.ended", 1)
		case "UserPromptSubmit":
			if open[session] = text("prompt_id"); open[session] == "" {
				nth["turn"]++
				open[session] = string(rune('A' + nth["turn"]))
			}
			turns[open[session]] = "open"
		case "Stop":
			end("completed")
		case "StopFailure":
			end("failed")
		case "SubagentStart", "SubagentStop":
			turn := text("prompt_id")
			if turn == "" {
				turn = text("agent_id")
			}
			switch {
			case turn == "" || text("agent_id") == "":
			case event == "SubagentStop":
				turns[turn] = "completed"
			default:
				c.Add("session.created", 1)
				if turns[turn] == "" {
					turns[turn] = "open"
				}
			}
		case "PreToolUse":
			calls[call("pre")] = "open"
		case "PostToolUse":
			calls[call("post")] = "completed"
		case "PostToolUseFailure":
			calls[call("post")] = "failed"
			if p["is_interrupt"] == true {
				calls[text("tool_use_id")] = "canceled"
			}
		case "PermissionDenied":
			calls[call("post")] = "denied"
		case "PermissionRequest", "Notification":
			c.Add("message system", 1)
		case "PreCompact":
			c.Add("hook.started", 1)
		case "PostCompact":
			c.Add("session.compacted", 1)
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

// copilotEvent returns the event of a payload that does not name it.
func copilotEvent(p map[string]any) string {
	result, ended := p["toolResult"].(map[string]any)
	for _, row := range []struct {
		is    bool
		event string
	}{
		{ended && result["resultType"] == "failure", "PostToolUseFailure"}, {ended, "PostToolUse"}, {p["toolName"] != nil, "PreToolUse"},
		{p["stopReason"] != nil, "Stop"}, {p["source"] != nil, "SessionStart"}, {p["prompt"] != nil, "UserPromptSubmit"}, {true, "SessionEnd"},
	} {
		if row.is {
			return row.event
		}
	}
	return ""
}
