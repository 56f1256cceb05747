package codexserver_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/clawable/claw/producers/readertest"
)

type object = map[string]any

func at(o object, names ...string) any {
	var v any = o
	for _, name := range names {
		inner, _ := v.(object)
		v = inner[name]
	}
	return v
}

// messages are those of a recording, without their wrappers: the sender and the content.
func messages(content []byte) (all []struct {
	client bool
	object
}) {
	for _, line := range bytes.Split(content, []byte("\n")) {
		var m object
		client := bytes.HasPrefix(line, []byte("SEND "))
		if json.Unmarshal(bytes.TrimPrefix(bytes.TrimPrefix(line, []byte("SEND ")), []byte("RECV ")), &m) != nil {
			continue // a torn line
		}
		if inner, ok := m["msg"].(object); ok {
			client, m = m["dir"] == "c2s", inner
		}
		all = append(all, struct {
			client bool
			object
		}{client, m})
	}
	return all
}

// recount counts a recording by its messages, in another way than the reader.
func recount(t *testing.T, content []byte) readertest.Counts {
	c := readertest.Counts{}
	calls, turns, steers, open := map[any]string{}, map[any]string{}, map[any]bool{}, map[any]bool{}
	for _, m := range messages(content) {
		o := m.object
		id := at(o, "params", "item", "id")
		_, refused := o["error"]
		switch method, _ := o["method"].(string); {
		case m.client && method == "turn/steer":
			steers[o["id"]] = true
		case m.client && method == "" && open[o["id"]]:
			delete(open, o["id"])
			c.Add("message system", 1)
		case m.client:
		case method == "" && steers[o["id"]] && !refused:
			c.Add("message user", 1)
		case method == "thread/started":
			c.Add("session.created", 1)
		case method == "turn/started":
			turns[at(o, "params", "turn", "id")] = "open"
		case method == "turn/completed":
			if s, _ := at(o, "params", "turn", "status").(string); s == "completed" || s == "interrupted" || s == "failed" {
				turns[at(o, "params", "turn", "id")] = s
			}
		case method == "error":
			c.Add("provider.failed", 1)
			c.Add("message system", 1)
		case method == "thread/tokenUsage/updated":
			n := func(name string) int64 {
				v, _ := at(o, "params", "tokenUsage", "last", name).(float64)
				return int64(v)
			}
			c.Add("responses", 1)
			c.Add("tokens in", n("inputTokens"))
			c.Add("tokens cached", n("cachedInputTokens"))
			c.Add("tokens out", n("outputTokens"))
		case method == "item/commandExecution/requestApproval", method == "item/fileChange/requestApproval":
			open[o["id"]] = true
			c.Add("message system", 1)
		case method == "item/started", method == "item/completed":
			status, _ := at(o, "params", "item", "status").(string)
			switch at(o, "params", "item", "type") {
			case "commandExecution", "fileChange", "mcpToolCall", "dynamicToolCall", "webSearch":
				switch exit, coded := at(o, "params", "item", "exitCode").(float64); {
				case method == "item/started":
					calls[id] = "open"
				case status == "declined":
					calls[id] = "denied"
				case status == "failed", coded && exit != 0:
					calls[id] = "failed"
				default:
					calls[id] = "completed"
				}
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
