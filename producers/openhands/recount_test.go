package openhands_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/clawable/claw/producers/readertest"
)

type object = map[string]any

// recount counts runs by its own reading: encoding/json and plain maps.
func recount(t testing.TB, content []byte) readertest.Counts {
	t.Helper()
	c := readertest.Counts{}
	for text := range strings.Lines(string(content)) {
		var run object
		if err := json.Unmarshal([]byte(text), &run); err != nil {
			t.Fatal(err)
		}
		if history := flat(run["history"]); len(history) > 0 {
			c.Add("session.created", 1)
			count(c, history, run["error"])
		}
	}
	return c
}

func flat(v any) (out []object) {
	entries, _ := v.([]any)
	for _, e := range entries {
		if o, ok := e.(object); ok {
			out = append(out, o)
		} else {
			out = append(out, flat(e)...)
		}
	}
	return out
}

func count(c readertest.Counts, history []object, failure any) {
	turn, open, responses := "open", map[any]bool{}, map[any]bool{}
	for _, e := range history {
		args, _ := e["args"].(object)
		text := func(name string) bool {
			return e[name] != nil && e[name] != "" || args[name] != nil && args[name] != ""
		}
		add := func(role, from string) {
			if text(from) {
				c.Add("message "+role, 1)
			}
		}
		if r, ok := get(e, "tool_call_metadata", "model_response").(object); ok && !responses[r["id"]] {
			responses[r["id"]] = true
			c.Add("responses", 1)
			c.Add("tokens in", int64(get(r, "usage", "prompt_tokens").(float64)))
			c.Add("tokens out", int64(get(r, "usage", "completion_tokens").(float64)))
			c.Add("tokens cached", int64(get(r, "usage", "prompt_tokens_details", "cached_tokens").(float64)))
		}
		switch action := e["action"]; action {
		case nil:
			if end := callEnd(e); end != "" {
				c.Add("call "+end, 1)
				delete(open, e["cause"])
			}
		case "message":
			add("user", "content")
		case "system":
			add("system", "content")
		case "think":
			add("reasoning", "thought")
		case "finish":
			add("assistant", "thought")
			add("assistant", "final_thought")
			turn = "completed"
		case "condensation":
			c.Add("session.compacted", 1)
		default:
			add("assistant", "thought")
			open[e["id"]] = true
		}
	}
	if failure != nil {
		turn = "failed"
	}
	delete(open, nil) // the older ones name no cause
	c.Add("call open", int64(len(open)))
	c.Add("turn "+turn, 1)
}

// callEnd says how the call ended that an observation is of, "" when it is of none.
func callEnd(e object) string {
	exit, _ := e["exit_code"].(float64)
	if x, ok := get(e, "extras", "metadata", "exit_code").(float64); ok {
		exit = x
	}
	suffix, _ := get(e, "extras", "metadata", "suffix").(string)
	switch kind := e["observation"]; {
	case kind == "agent_state_changed", kind == "null":
		return ""
	case kind == "user_rejected":
		return "denied"
	case strings.Contains(suffix, "timed out"):
		return "timed_out"
	case kind == "error", exit > 0:
		return "failed"
	}
	return "completed"
}

// get follows names into a map, nil where there is nothing.
func get(v any, path ...string) any {
	for _, name := range path {
		m, ok := v.(object)
		if !ok {
			return nil
		}
		v = m[name]
	}
	return v
}
