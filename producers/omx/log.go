package omx

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/loose"
)

// logEntry is a line of one of the logs of a day.
type logEntry struct {
	Type      loose.Word `json:"type"`
	Timestamp loose.Word `json:"timestamp"`
	Thread    loose.Word `json:"thread_id"`
	Turn      loose.Word `json:"turn_id"`
}

// logTypes are the types of the logs' lines, and why they say nothing that a log
// keeps; "" for those that do.
var logTypes = map[string]string{
	"agent-turn-complete":           "",
	"dispatch_drain_tick":           "heartbeat",
	"leader_nudge_tick":             "heartbeat",
	"ralph_continue_steer_tick":     "heartbeat",
	"watcher_start":                 "watcher of omx",
	"watcher_stop":                  "watcher of omx",
	"fallback_notify":               "repeats a turn",
	"hook_dispatch":                 "hook without a session",
	"hook_plugin_dispatch":          "hook without a session",
	"hook_plugin_log":               "hook without a session",
	"tmux_hook":                     "nudge without a session",
	"auto_nudge":                    "nudge without a session",
	"auto_nudge_skipped":            "nudge without a session",
	"visual_verdict_parse_no_match": "debugging of omx",
}

func isLog(h *loose.Head) bool {
	_, known := logTypes[h.Text("type")]
	return known && h.Is("timestamp", '"')
}

// log says what a line of a log tells: that the agent came to the end of a turn. The
// turn is told in the agent's own session. The previews beside it are parts of texts
// that the agent's recording has whole.
func (f *file) log(record jsontext.Value) producers.Told {
	e, _ := loose.Read[logEntry](record)
	if why := logTypes[string(e.Type)]; why != "" {
		return producers.Told{Skipped: why}
	}
	thread, turn := producers.ID(e.Thread), producers.ID(e.Turn)
	if thread == "" || turn == "" {
		return producers.Told{Skipped: "turn without its ids"}
	}
	if f.turns[thread+"/"+turn] {
		return producers.Told{Skipped: "repeats a turn"}
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
