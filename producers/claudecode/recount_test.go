package claudecode_test

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
)

// recount is a second opinion on transcripts: it shares no code with the
// importer and reads every record as a plain map. It remembers ids, so that a
// record seen again, in the same file or in another, counts once.
type recount struct {
	lines, records, unreadable int // physical lines, JSON objects in them, lines with a rest that is none

	calls    map[string]string         // tool_use id → completed failed denied timed_out canceled open
	turns    map[string]string         // prompt uuid → completed interrupted failed withdrawn open; without subagents
	errors   map[string]bool           // uuid of each failure of the model provider
	usage    map[string]map[string]any // message id → its usage with the most output
	model    map[string]string         // message id → model
	sessions map[string]bool           // sessionId
	children map[string]bool           // parent sessionId + "/" + agent
	compacts map[string]bool           // uuid of each compaction
}

type tokens struct{ input, cacheRead, cacheCreation, output int64 }

func newRecount() *recount {
	return &recount{calls: map[string]string{}, turns: map[string]string{}, errors: map[string]bool{},
		usage: map[string]map[string]any{}, model: map[string]string{}, sessions: map[string]bool{},
		children: map[string]bool{}, compacts: map[string]bool{}}
}

// file adds one transcript.
func (r *recount) file(content []byte) {
	walk := newThread()
	for _, line := range bytes.Split(bytes.TrimSuffix(content, []byte("\n")), []byte("\n")) {
		if len(content) == 0 {
			return
		}
		r.lines++
		dec := json.NewDecoder(bytes.NewReader(line))
		for {
			var rec map[string]any
			err := dec.Decode(&rec)
			if err == io.EOF {
				break
			}
			if err != nil {
				r.unreadable++
				break
			}
			r.records++
			r.record(walk, rec)
		}
	}
	walk.finish(r.turns)
}

func (r *recount) record(walk *thread, rec map[string]any) {
	sid, uuid := str(rec, "sessionId"), str(rec, "uuid")
	if sid != "" {
		r.sessions[sid] = true
	}
	if agent := walk.agent(rec); agent != "" {
		r.children[sid+"/"+agent] = true
	}
	switch str(rec, "type") {
	case "assistant":
		r.response(rec)
		if rec["isApiErrorMessage"] == true {
			r.errors[uuid] = true
		}
	case "user":
		r.results(rec)
		if rec["isCompactSummary"] == true && !r.compacts[str(rec, "parentUuid")] {
			r.compacts[uuid] = true
		}
	case "progress":
		inner := sub(sub(rec, "data"), "message")
		if str(inner, "type") == "assistant" {
			r.response(inner)
		}
		r.results(inner)
	case "system":
		switch str(rec, "subtype") {
		case "api_error":
			r.errors[uuid] = true
		case "compact_boundary", "microcompact_boundary":
			r.compacts[uuid] = true
		}
	}
	walk.step(rec)
}

// response counts the calls and the usage of one line of a model's answer.
func (r *recount) response(rec map[string]any) {
	msg := sub(rec, "message")
	for _, b := range blocks(msg) {
		id := str(b, "id")
		if str(b, "type") == "tool_use" && r.calls[id] == "" {
			r.calls[id] = "open"
		}
	}
	usage, id := sub(msg, "usage"), str(msg, "id")
	if usage == nil || str(msg, "model") == "<synthetic>" {
		return
	}
	if id == "" || id == "REDACTED" {
		id = str(rec, "uuid")
	}
	if old, seen := r.usage[id]; !seen || num(usage, "output_tokens") > num(old, "output_tokens") {
		r.usage[id], r.model[id] = usage, str(msg, "model")
	}
}

func (r *recount) results(rec map[string]any) {
	for _, b := range blocks(sub(rec, "message")) {
		if str(b, "type") == "tool_result" {
			r.calls[str(b, "tool_use_id")] = resultStatus(rec, b)
		}
	}
}

func resultStatus(rec, block map[string]any) string {
	if sub(rec, "toolUseResult")["interrupted"] == true {
		return "canceled"
	}
	if block["is_error"] != true {
		return "completed"
	}
	switch kind := str(rec, "toolDenialKind"); kind {
	case "":
	case "interrupted", "cancelled":
		return "canceled"
	default:
		return "denied"
	}
	said := text(block["content"])
	for _, v := range []struct{ status, start, part string }{
		{status: "denied", start: "The user doesn't want to "},
		{status: "denied", start: "Claude requested permissions to "},
		{status: "denied", start: "This command requires approval"},
		{status: "denied", start: "Permission to use ", part: " has been denied"},
		{status: "denied", start: "claw: ", part: " policy"},
		{status: "denied", start: "PreToolUse:", part: " hook error: "},
		{status: "canceled", start: "Permission prompt was aborted."},
		{status: "canceled", start: "[Request interrupted by user"},
		{status: "canceled", start: "<tool_use_error>Sibling tool call errored"},
		{status: "timed_out", start: "Command timed out after "},
		{status: "timed_out", start: "Exit code ", part: "\nCommand timed out after "},
	} {
		if strings.HasPrefix(said, v.start) && strings.Contains(said, v.part) {
			return v.status
		}
	}
	return "failed"
}

// tokensByModel sums each response once.
func (r *recount) tokensByModel() map[string]tokens {
	sum := map[string]tokens{}
	for id, u := range r.usage {
		t := sum[r.model[id]]
		t.input += num(u, "input_tokens")
		t.cacheRead += num(u, "cache_read_input_tokens")
		t.cacheCreation += num(u, "cache_creation_input_tokens")
		t.output += num(u, "output_tokens")
		sum[r.model[id]] = t
	}
	return sum
}

// tally counts the values of m.
func tally(m map[string]string) map[string]int {
	n := map[string]int{}
	for _, v := range m {
		n[v]++
	}
	return n
}

func sub(m map[string]any, key string) map[string]any {
	v, _ := m[key].(map[string]any)
	return v
}

func str(m map[string]any, key string) string {
	v, _ := m[key].(string)
	return v
}

func num(m map[string]any, key string) int64 {
	v, _ := m[key].(float64)
	return int64(v)
}

// blocks returns the content blocks of a message; a string counts as one text block.
func blocks(msg map[string]any) []map[string]any {
	if s, ok := msg["content"].(string); ok {
		return []map[string]any{{"type": "text", "text": s}}
	}
	list, _ := msg["content"].([]any)
	var out []map[string]any
	for _, v := range list {
		if b, ok := v.(map[string]any); ok {
			out = append(out, b)
		}
	}
	return out
}

// text returns the words of a tool result's content.
func text(content any) string {
	var words []string
	for _, b := range blocks(map[string]any{"content": content}) {
		words = append(words, str(b, "text"))
	}
	return strings.Join(words, "\n")
}
