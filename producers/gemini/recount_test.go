package gemini_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/clawable/claw/producers/readertest"
)

// recount counts a recording by its own reading: encoding/json and plain maps, and the
// last state of each message.
func recount(t testing.TB, content []byte) readertest.Counts {
	t.Helper()
	c := readertest.Counts{"session.created": 1}
	last, order, turns := map[string]map[string]any{}, []string{}, map[string]string{}
	add := func(m map[string]any) {
		id := m["id"].(string)
		if last[id] == nil {
			order = append(order, id)
		}
		last[id] = m
	}
	var withdrawn []string
	for d := json.NewDecoder(strings.NewReader(string(content))); d.More(); {
		var record map[string]any
		if err := d.Decode(&record); err != nil {
			t.Fatal(err)
		}
		set, _ := record["$set"].(map[string]any)
		switch {
		case record["$rewindTo"] != nil:
			withdrawn = append(withdrawn, record["$rewindTo"].(string))
		case set["sessionId"] != nil:
			c.Add("session.resumed", 1)
		case record["type"] != nil:
			add(record)
		}
		messages, _ := record["messages"].([]any)
		for _, m := range messages {
			add(m.(map[string]any))
		}
	}
	open := ""
	for _, id := range order {
		open = count(c, turns, open, last[id])
	}
	for _, id := range withdrawn { // in the fixture the prompt itself is named
		turns[id] = "withdrawn"
	}
	for _, how := range turns {
		c.Add("turn "+how, 1)
	}
	return c
}

// count counts a message and returns the turn that is open behind it.
func count(c readertest.Counts, turns map[string]string, open string, m map[string]any) string {
	text, images, results := words(m["content"])
	c.Add("images", images)
	switch m["type"] {
	case "user":
		if results {
			return open
		}
		c.Add("message user", 1)
		if !regexp.MustCompile(`^(System: |/|\?|<session_context>|<hook_context>)`).MatchString(text) {
			open = m["id"].(string)
			turns[open] = "open"
		}
	case "gemini":
		thoughts, _ := m["thoughts"].([]any)
		c.Add("message reasoning", int64(len(thoughts)))
		if text != "" {
			c.Add("message assistant", 1)
		}
		calls, _ := m["toolCalls"].([]any)
		for _, call := range calls {
			c.Add("call "+callEnd(call.(map[string]any)), 1)
		}
		countTokens(c, m["tokens"])
	default:
		c.Add("message system", 1)
		if strings.HasPrefix(text, "[API Error") {
			c.Add("provider.failed", 1)
		}
		if text == "Request cancelled." {
			turns[open] = "interrupted"
		}
	}
	return open
}

func countTokens(c readertest.Counts, v any) {
	u, _ := v.(map[string]any)
	n := func(name string) int64 { f, _ := u[name].(float64); return int64(f) }
	if n("total") > 0 {
		c.Add("responses", 1)
		c.Add("tokens in", n("total")-n("output")-n("thoughts"))
		c.Add("tokens out", n("output")+n("thoughts"))
		c.Add("tokens cached", n("cached"))
	}
}

func callEnd(call map[string]any) string {
	result, _ := json.Marshal(call["result"])
	said := string(result)
	switch status := call["status"]; {
	case strings.Contains(said, "denied"):
		return "denied"
	case status == "cancelled", strings.Contains(said, "was cancelled by user"):
		return "canceled"
	case strings.Contains(said, "exceeded the timeout"):
		return "timed_out"
	case status == "error", regexp.MustCompile(`Exit Code: [1-9]`).MatchString(said):
		return "failed"
	case status == "success":
		return "completed"
	}
	return "open"
}

func words(v any) (text string, images int64, results bool) {
	if s, ok := v.(string); ok {
		return s, 0, false
	}
	for _, p := range v.([]any) {
		part := p.(map[string]any)
		s, _ := part["text"].(string)
		text += s
		if part["inlineData"] != nil {
			images++
		}
		results = results || part["functionResponse"] != nil
	}
	return text, images, results
}
