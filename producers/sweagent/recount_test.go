package sweagent_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/clawable/claw/producers/readertest"
)

type object = map[string]any

// recount counts a trajectory of SWE-agent by its own reading: encoding/json and plain maps.
func recount(t testing.TB, content []byte) readertest.Counts {
	t.Helper()
	var doc object
	if err := json.Unmarshal(content, &doc); err != nil {
		t.Fatal(err)
	}
	c := readertest.Counts{"session.created": 1}
	steps, history := list(doc["trajectory"]), list(doc["history"])
	for _, s := range steps {
		c.Add("message assistant", 1)
		if s["action"] == "" {
			c.Add("message tool", 1)
			continue
		}
		c.Add("call "+actionEnd(s["observation"].(string)), 1)
	}
	answered, waiting := false, 0
	for _, m := range history {
		answered = answered || m["role"] == "assistant"
		switch {
		case m["is_demo"] == true || answered && len(steps) > 0:
		case m["role"] == "assistant":
			c.Add("message assistant", 1)
			waiting = len(list(m["tool_calls"]))
		case answered:
			c.Add("call completed", int64(min(1, waiting)))
		default:
			c.Add("message "+m["role"].(string), 1)
		}
	}
	info, _ := doc["info"].(object)
	stats, _ := info["model_stats"].(object)
	if sent, _ := stats["tokens_sent"].(float64); sent > 0 {
		c.Add("responses", 1)
		c.Add("tokens in", int64(sent))
		c.Add("tokens out", int64(stats["tokens_received"].(float64)))
	}
	countEnd(c, info["exit_status"], "submitted")
	return c
}

func countEnd(c readertest.Counts, status any, good string) {
	switch s, _ := status.(string); s {
	case "":
		c.Add("turn open", 1)
		return
	case good:
		c.Add("turn completed", 1)
	default:
		c.Add("turn failed", 1)
	}
	c.Add("session.ended", 1)
}

func actionEnd(observation string) string {
	switch {
	case strings.Contains(observation, "was cancelled because it took more"):
		return "timed_out"
	case strings.Contains(observation, "NOT executed"):
		return "failed"
	case strings.Contains(observation, "not supported by this environment"):
		return "denied"
	}
	return "completed"
}

// recountMini does the same for mini-swe-agent.
func recountMini(t testing.TB, content []byte) readertest.Counts {
	t.Helper()
	var v any
	if err := json.Unmarshal(content, &v); err != nil {
		t.Fatal(err)
	}
	doc, _ := v.(object)
	messages := list(v)
	if doc != nil {
		messages = list(doc["messages"])
	}
	c, waiting := readertest.Counts{"session.created": 1}, 0
	for _, m := range messages {
		extra, _ := m["extra"].(object)
		words, _ := m["content"].(string)
		switch role := m["role"].(string); {
		case role == "assistant":
			if words != "" {
				c.Add("message assistant", 1)
			}
			waiting = len(list(extra["actions"]))
			if extra == nil {
				waiting = strings.Count(words, "```mswea_bash_command\n")
			}
			countUsage(c, extra)
		case waiting > 0 && extra["interrupt_type"] == nil:
			waiting--
			c.Add("call "+commandEnd(words, extra), 1)
		case role != "exit":
			c.Add("message "+role, 1)
		}
	}
	info, _ := doc["info"].(object)
	countEnd(c, info["exit_status"], "Submitted")
	return c
}

func countUsage(c readertest.Counts, extra object) {
	response, _ := extra["response"].(object)
	usage, _ := response["usage"].(object)
	if usage == nil {
		return
	}
	c.Add("responses", 1)
	c.Add("tokens in", int64(usage["prompt_tokens"].(float64)))
	c.Add("tokens out", int64(usage["completion_tokens"].(float64)))
	c.Add("tokens cached", int64(usage["prompt_tokens_details"].(object)["cached_tokens"].(float64)))
}

func commandEnd(words string, extra object) string {
	exception, _ := extra["exception_info"].(string)
	switch {
	case strings.Contains(exception, "timed out"):
		return "timed_out"
	case strings.Contains(exception, "not executed"):
		return "canceled"
	case exception != "", strings.HasPrefix(words, "<returncode>") && !strings.HasPrefix(words, "<returncode>0<"):
		return "failed"
	}
	return "completed"
}

func list(v any) (out []object) {
	elements, _ := v.([]any)
	for _, e := range elements {
		out = append(out, e.(object))
	}
	return out
}
