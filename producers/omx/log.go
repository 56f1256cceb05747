package omx

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// logEntry is a line of one of the logs of a day.
type logEntry struct {
	Type      lenient.Word `json:"type"`
	Timestamp lenient.Word `json:"timestamp"`
	Thread    lenient.Word `json:"thread_id"`
	Turn      lenient.Word `json:"turn_id"`
}

// Why records say nothing that a log keeps.
const (
	heartbeat   = "heartbeat"
	ofWatcher   = "watcher of omx"
	repeatsTurn = "repeats a turn"
	ofHook      = "hook without a session"
	ofNudge     = "nudge without a session"
	ofDebugging = "debugging of omx"
	ofGate      = "quality gate without its plan"
	ofGoal      = "snapshot of a thread's goal"
)

// logType returns why a type of the logs' lines contains nothing that a log stores, "" where
// it does; false for one that no log has.
func logType(name string) (skipped string, known bool) {
	switch name {
	case "agent-turn-complete":
		return "", true
	case "dispatch_drain_tick", "leader_nudge_tick", "ralph_continue_steer_tick":
		return heartbeat, true
	case "watcher_start", "watcher_stop":
		return ofWatcher, true
	case "fallback_notify":
		return repeatsTurn, true
	case "hook_dispatch", "hook_plugin_dispatch", "hook_plugin_log":
		return ofHook, true
	case "tmux_hook", "auto_nudge", "auto_nudge_skipped":
		return ofNudge, true
	case "visual_verdict_parse_no_match":
		return ofDebugging, true
	}
	return "", false
}

func isLog(h *lenient.Head) bool {
	_, known := logType(h.Text("type"))
	return known && h.Is("timestamp", '"')
}

// log returns what a line of a log records: that the agent reached the end of a turn. The
// turn is recorded in the agent's own session. The previews beside it are parts of texts
// that the agent's recording has whole.
func (f *file) log(record jsontext.Value) producers.Told {
	e, _ := lenient.Read[logEntry](record)
	if why, _ := logType(string(e.Type)); why != "" {
		return producers.Told{Skipped: why}
	}
	thread, turn := producers.ID(e.Thread), producers.ID(e.Turn)
	if thread == "" || turn == "" {
		return producers.Told{Skipped: "turn without its ids"}
	}
	if f.turns[thread+"/"+turn] {
		return producers.Told{Skipped: repeatsTurn}
	}
	if f.turns == nil {
		f.turns = map[string]bool{}
	}
	f.turns[thread+"/"+turn] = true
	o := producers.Origin{Source: source, Session: domain.MakeSessionID(codex, thread), Key: turn, At: producers.Instant(e.Timestamp)}
	d := o.Draft("completed", domain.TurnCompleted{})
	d.Subject.Turn = domain.Known(domain.TurnID(turn))
	return producers.Told{Drafts: []domain.Draft{d}}
}

// codex is the source of the agent whose threads the logs name.
const codex = "codex"
