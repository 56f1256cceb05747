package codex_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
)

// tally is what a set of rollout files holds, counted without the importer: its
// tests compare both, so nothing here may come from the package under test.
type tally struct {
	Lines, Blank, Unreadable int
	Sessions, Forks          int
	Subagents, Resumes       int
	Compactions, Withdrawals int
	ProviderErrors           int
	Calls                    int
	CallsBy                  map[string]int // completed failed timed_out denied canceled open
	Turns                    int
	TurnsBy                  map[string]int // completed failed interrupted open; withdrawn beside its end
	Tokens                   map[string]tokens
}

// tokens are those of one model, as codex counts: input holds the cached ones, output the reasoning.
type tokens struct{ Input, Cached, Output, Reasoning, Total int64 }

func (t tokens) minus(o tokens) tokens {
	return tokens{t.Input - o.Input, t.Cached - o.Cached, t.Output - o.Output, t.Reasoning - o.Reasoning, t.Total - o.Total}
}

func (t tokens) plus(o tokens) tokens { return o.minus(tokens{}.minus(t)) }

type object = map[string]any

// recounter walks files one after the other; what a fork copied from its parent counts once.
type recounter struct {
	tally
	calls     map[string]string // call id → status
	turns     map[string]string // turn id → end
	withdrawn map[string]bool
	sessions  map[string]bool
	spent     map[string]bool // lineage and running total

	owner, lineage, model string
	fork, any             bool
	turn                  string // open
	explicit              bool   // the open turn has its own id
	done                  []string
	closed                map[string]bool
	running               tokens
	openers               map[string]int
	searches              []string
}

// recount counts the files, given as their bytes.
func recount(files ...[]byte) tally {
	c := &recounter{
		calls: map[string]string{}, turns: map[string]string{}, withdrawn: map[string]bool{},
		sessions: map[string]bool{}, spent: map[string]bool{},
	}
	c.Tokens = map[string]tokens{}
	for _, f := range files {
		c.file(f)
	}
	return c.total()
}

func (c *recounter) file(b []byte) {
	c.owner, c.lineage, c.model, c.fork, c.any = "", "", "", false, false
	c.turn, c.explicit, c.done, c.running = "", false, nil, tokens{}
	c.openers, c.searches, c.closed = map[string]int{}, nil, map[string]bool{}
	for line := range bytes.Lines(b) {
		c.Lines++
		if len(bytes.TrimSpace(line)) == 0 {
			c.Blank++
			continue
		}
		dec := json.NewDecoder(bytes.NewReader(line))
		dec.UseNumber()
		for {
			var record object
			if err := dec.Decode(&record); err != nil {
				if err != io.EOF {
					c.Unreadable++
				}
				break
			}
			c.record(record)
		}
	}
}

func (c *recounter) record(r object) {
	p, _ := r["payload"].(object)
	switch r["type"] {
	case "session_meta":
		c.meta(p)
	case "turn_context":
		if m := str(p, "model"); m != "" {
			c.model = m
		}
		if id := str(p, "turn_id"); id != "" {
			c.open(id, true)
		}
	case "compacted":
		c.Compactions++
	case "response_item":
		c.item(p)
	case "event_msg":
		c.event(p)
	}
}

func (c *recounter) meta(p object) {
	id := str(p, "id")
	c.lineage = id
	switch {
	case id == c.owner:
		c.Resumes++
		return
	case c.owner != "" && c.fork: // copied from an ancestor
		return
	}
	c.owner, c.fork = id, str(p, "forked_from_id") != ""
	if c.sessions[id] { // another copy of its file
		return
	}
	c.sessions[id] = true
	if c.fork {
		c.Forks++
	}
	source, _ := p["source"].(object)
	if source["subagent"] != nil || str(p, "thread_source") == "subagent" {
		c.Subagents++
	}
}

func (c *recounter) item(p object) {
	id := str(p, "call_id")
	switch p["type"] {
	case "function_call", "custom_tool_call", "local_shell_call", "tool_search_call":
		c.call(id, "open")
	case "function_call_output", "custom_tool_call_output", "tool_search_output":
		c.end(id, outputStatus(p["output"]))
	case "web_search_call", "image_generation_call":
		action := fmt.Sprint(p["action"])
		if i := slices.Index(c.searches, action); i >= 0 {
			c.searches = slices.Delete(c.searches, i, i+1)
			return
		}
		if id = str(p, "id"); id == "" {
			id = fmt.Sprintf("%s/%d/%v", c.lineage, len(c.calls), p["action"])
		}
		c.call(id, "completed")
	}
}

func (c *recounter) event(p object) {
	id := str(p, "call_id")
	switch p["type"] {
	case "task_started", "turn_started":
		c.open(str(p, "turn_id"), true)
	case "task_complete", "turn_complete":
		end := "completed"
		if p["error"] != nil {
			end = "failed"
		}
		c.close(str(p, "turn_id"), end)
	case "turn_aborted":
		c.close(str(p, "turn_id"), "interrupted")
	case "user_message":
		if !c.explicit {
			text := str(p, "message")
			c.openers[c.lineage+text]++
			c.open(fmt.Sprintf("%s/%s/%d", c.lineage, text, c.openers[c.lineage+text]), false)
		}
	case "thread_rolled_back":
		c.rollBack(p)
	case "error", "stream_error":
		c.ProviderErrors++
	case "token_count":
		c.usage(p)
	case "web_search_end":
		c.call(id, "completed")
		c.searches = append(c.searches, fmt.Sprint(p["action"]))
	case "exec_command_end", "patch_apply_end", "mcp_tool_call_end":
		c.call(id, "open")
		c.end(id, endStatus(p))
	case "item_completed":
		if item, _ := p["item"].(object); slices.Contains([]string{"CommandExecution", "FileChange", "McpToolCall"}, str(item, "type")) {
			c.end(str(item, "id"), endStatus(item))
		}
	}
}

func (c *recounter) call(id, status string) {
	if _, known := c.calls[id]; !known && id != "" {
		c.calls[id] = status
	}
}

// end keeps the first ending of a call: later ones are about its process.
func (c *recounter) end(id, status string) {
	if c.calls[id] == "open" {
		c.calls[id] = status
	}
}

func (c *recounter) open(id string, explicit bool) {
	if id == c.turn || c.closed[id] {
		return
	}
	c.turn, c.explicit = id, explicit
	c.done = append(c.done, id)
	if _, known := c.turns[id]; !known {
		c.turns[id] = "open"
	}
}

func (c *recounter) close(id, end string) {
	if id == "" {
		id = c.turn
	}
	if c.turns[id] == "open" {
		c.turns[id] = end
	}
	c.closed[id] = true
	if id == c.turn {
		c.turn, c.explicit = "", false
	}
}

func (c *recounter) rollBack(p object) {
	c.Withdrawals++
	n := min(int(num(p, "num_turns")), len(c.done))
	for _, id := range c.done[len(c.done)-n:] {
		c.withdrawn[c.owner+"/"+id] = true
	}
	c.done = c.done[:len(c.done)-n]
	c.turn, c.explicit = "", false
}

// usage adds what the running total grew by; one that starts anew adds its last response.
func (c *recounter) usage(p object) {
	info, _ := p["info"].(object)
	if info == nil {
		return
	}
	total, last := counts(info, "total_token_usage"), counts(info, "last_token_usage")
	add := last
	if c.any && total.Input >= c.running.Input && total.Output >= c.running.Output {
		add = total.minus(c.running)
	}
	c.running, c.any = total, true
	key := fmt.Sprint(c.lineage, total)
	if add != (tokens{}) && !c.spent[key] {
		c.spent[key] = true
		c.Tokens[c.model] = c.Tokens[c.model].plus(add)
	}
}

func (c *recounter) total() tally {
	c.CallsBy, c.TurnsBy = map[string]int{}, map[string]int{}
	for _, s := range c.calls {
		c.CallsBy[s]++
	}
	for _, s := range c.turns {
		c.TurnsBy[s]++
	}
	if len(c.withdrawn) > 0 {
		c.TurnsBy["withdrawn"] = len(c.withdrawn)
	}
	c.Calls, c.Turns, c.Sessions = len(c.calls), len(c.turns), len(c.sessions)
	return c.tally
}

func counts(info object, name string) tokens {
	u, _ := info[name].(object)
	return tokens{num(u, "input_tokens"), num(u, "cached_input_tokens"), num(u, "output_tokens"), num(u, "reasoning_output_tokens"), num(u, "total_tokens")}
}

func str(o object, key string) string { s, _ := o[key].(string); return s }

func num(o object, key string) int64 {
	n, _ := o[key].(json.Number)
	i, _ := n.Int64()
	return i
}
