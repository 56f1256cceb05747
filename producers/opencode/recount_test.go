package opencode_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/clawable/claw/producers/readertest"
)

// recount counts an export by its own reading: encoding/json and plain maps.
func recount(t testing.TB, content []byte) readertest.Counts {
	t.Helper()
	var doc map[string]any
	if err := json.Unmarshal(content, &doc); err != nil {
		t.Fatal(err)
	}
	c := readertest.Counts{}
	c.Add("session.created", 1)
	revert, _ := get(doc, "info", "revert", "messageID").(string)
	turns := map[string]string{}
	prompt := ""
	for _, m := range list(doc["messages"]) {
		info := m["info"].(map[string]any)
		id := info["id"].(string)
		if info["role"] == "user" {
			prompt = id
			turns[prompt] = "open"
			if revert != "" && id >= revert {
				turns[prompt] = "withdrawn"
			}
		} else if how := answer(c, info); how != "" {
			turns[prompt] = how
		}
		for _, p := range list(m["parts"]) {
			countPart(c, info, p)
		}
	}
	for _, how := range turns {
		c.Add("turn "+how, 1)
	}
	return c
}

// answer counts an answer and says how the turn ended with it, "" when it did not.
func answer(c readertest.Counts, info map[string]any) string {
	if get(info, "time", "completed") == nil {
		return ""
	}
	n := func(path ...string) int64 { f, _ := get(info, path...).(float64); return int64(f) }
	in := n("tokens", "input") + n("tokens", "cache", "read") + n("tokens", "cache", "write")
	if in+n("tokens", "output") > 0 {
		c.Add("responses", 1)
		c.Add("tokens in", in)
		c.Add("tokens out", n("tokens", "output"))
		c.Add("tokens cached", n("tokens", "cache", "read"))
	}
	switch name, _ := get(info, "error", "name").(string); name {
	case "":
	case "MessageAbortedError":
		return "interrupted"
	default:
		c.Add("provider.failed", 1)
		return "failed"
	}
	if info["finish"] != "stop" {
		return ""
	}
	if info["summary"] == true {
		c.Add("session.compacted", 1)
	}
	return "completed"
}

func countPart(c readertest.Counts, info, p map[string]any) {
	role, _ := info["role"].(string)
	switch p["type"] {
	case "text":
		if info["summary"] == true {
			role = "summary"
		}
		c.Add("message "+role, 1)
	case "reasoning":
		c.Add("message reasoning", 1)
	case "file":
		c.Add("message "+role, 1)
		if strings.HasPrefix(p["mime"].(string), "image/") {
			c.Add("images", 1)
		}
	case "retry":
		c.Add("provider.failed", 1)
	case "tool":
		c.Add("call "+callEnd(p["tool"], p["state"].(map[string]any)), 1)
	}
}

func callEnd(tool any, state map[string]any) string {
	said, _ := state["error"].(string)
	out, _ := state["output"].(string)
	exit, known := get(state, "metadata", "exit").(float64)
	switch {
	case strings.Contains(said, "aborted"), strings.Contains(out, "<shell_metadata>\nUser aborted"):
		return "canceled"
	case strings.Contains(said, "rejected permission"), strings.Contains(said, "specified a rule"):
		return "denied"
	case strings.Contains(out, "exceeding timeout"):
		return "timed_out"
	case said != "", known && exit != 0, tool == "invalid":
		return "failed"
	}
	return "completed"
}

func list(v any) (out []map[string]any) {
	for _, e := range v.([]any) {
		out = append(out, e.(map[string]any))
	}
	return out
}

// get follows names into a map, nil where there is nothing.
func get(v any, path ...string) any {
	for _, name := range path {
		m, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = m[name]
	}
	return v
}
