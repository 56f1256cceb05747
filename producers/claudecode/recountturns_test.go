package claudecode_test

import "strings"

// thread walks one file from top to bottom and keeps its turns: a prompt opens
// one, and the last sign of an end before the next prompt says how it ended.
type thread struct {
	parent map[string]string // uuid → parentUuid, for the way back
	prompt map[string]bool   // uuids that opened a turn
	agents map[string]string // uuid of a subagent's inline record → uuid of its first record
	state  map[string]string
	live   []string // turns that no later prompt took back
	turn   string   // the last one opened
	spoke  bool     // the model answered since the last sign of an end
}

func newThread() *thread {
	return &thread{parent: map[string]string{}, prompt: map[string]bool{}, agents: map[string]string{},
		state: map[string]string{}}
}

// agent names the subagent that the record belongs to, "" for none: its id, or
// for records without one the first record of its chain.
func (w *thread) agent(rec map[string]any) string {
	if id := str(sub(rec, "data"), "agentId"); id != "" {
		return id
	}
	if id := str(rec, "agentId"); id != "" || rec["isSidechain"] != true {
		return id
	}
	first := w.agents[str(rec, "parentUuid")]
	if first == "" {
		first = str(rec, "uuid")
	}
	w.agents[str(rec, "uuid")] = first
	return first
}

func (w *thread) step(rec map[string]any) {
	uuid := str(rec, "uuid")
	if _, again := w.parent[uuid]; uuid == "" || again {
		return
	}
	w.parent[uuid] = str(rec, "parentUuid")
	if logical := str(rec, "logicalParentUuid"); logical != "" {
		w.parent[uuid] = logical
	}
	if rec["isSidechain"] == true {
		return
	}
	if isPrompt(rec) {
		w.open(uuid)
		return
	}
	end := endSign(rec)
	answer := str(rec, "type") == "assistant"
	w.spoke = w.spoke || answer
	bookkeeping := end == "completed" && !answer && !w.spoke && w.state[w.turn] != "open"
	if w.turn != "" && end != "" && !bookkeeping {
		w.state[w.turn], w.spoke = end, false
	}
}

func (w *thread) open(uuid string) {
	back := map[string]bool{}
	at := w.parent[uuid]
	for at != "" && !back[at] {
		back[at] = true
		up, known := w.parent[at]
		if !known {
			at = "lost"
			break
		}
		at = up
	}
	if at == "" && w.parent[uuid] != "" && w.reachesPrompt(back) {
		for _, t := range w.live {
			if !back[t] {
				w.state[t] = "withdrawn"
			}
		}
	}
	w.turn, w.prompt[uuid], w.state[uuid], w.spoke = uuid, true, "open", false
	w.live = append(w.live, uuid)
}

func (w *thread) reachesPrompt(back map[string]bool) bool {
	for t := range w.prompt {
		if back[t] {
			return true
		}
	}
	return false
}

func (w *thread) finish(turns map[string]string) {
	for uuid := range w.prompt {
		if old := turns[uuid]; old == "" || old == "open" || w.state[uuid] == "withdrawn" {
			turns[uuid] = w.state[uuid]
		}
	}
}

// isPrompt says whether a person or a program asked the main agent for an answer.
func isPrompt(rec map[string]any) bool {
	if str(rec, "type") != "user" || rec["isMeta"] == true || rec["isCompactSummary"] == true {
		return false
	}
	said := ""
	for _, b := range blocks(sub(rec, "message")) {
		if str(b, "type") == "tool_result" {
			return false
		}
		if strings.HasPrefix(str(b, "text"), "[Request interrupted by user") {
			return false
		}
		if said == "" {
			said = strings.TrimSpace(str(b, "text"))
		}
	}
	for _, tag := range []string{"<command-name>", "<local-command-", "<bash-"} {
		if strings.HasPrefix(said, tag) {
			return false
		}
	}
	return true
}

// endSign is what the record shows about the end of the turn, "" for nothing.
func endSign(rec map[string]any) string {
	msg := sub(rec, "message")
	switch str(rec, "type") {
	case "user":
		for _, b := range blocks(msg) {
			if strings.HasPrefix(str(b, "text"), "[Request interrupted by user") {
				return "interrupted"
			}
		}
	case "assistant":
		switch {
		case rec["isApiErrorMessage"] == true:
			return "failed"
		case str(msg, "model") == "<synthetic>":
			return ""
		case str(msg, "stop_reason") == "end_turn", str(msg, "stop_reason") == "stop_sequence":
			return "completed"
		}
	case "system":
		if s := str(rec, "subtype"); s == "turn_duration" || s == "stop_hook_summary" {
			return "completed"
		}
	case "progress":
		if str(sub(rec, "data"), "hookEvent") == "Stop" {
			return "completed"
		}
	case "attachment":
		if str(sub(rec, "attachment"), "hookEvent") == "Stop" {
			return "completed"
		}
	}
	return ""
}
