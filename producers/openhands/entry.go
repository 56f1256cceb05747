package openhands

import (
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// record is an action or an observation: older ones have their arguments beside the
// rest, newer ones within args and extras.
type record struct {
	ID          lenient.Int    `json:"id"`
	Timestamp   lenient.Word   `json:"timestamp"`
	Source      lenient.Word   `json:"source"`
	Cause       lenient.Int    `json:"cause"`
	Action      lenient.Word   `json:"action"`
	Observation lenient.Word   `json:"observation"`
	Content     lenient.Word   `json:"content"`
	Thought     lenient.Word   `json:"thought"`
	ExitCode    lenient.Int    `json:"exit_code"`
	Args        jsontext.Value `json:"args"`
	Extras      lenient.Object[struct {
		ExitCode lenient.Int `json:"exit_code"`
		Metadata lenient.Object[struct {
			ExitCode lenient.Int  `json:"exit_code"`
			Suffix   lenient.Word `json:"suffix"`
		}] `json:"metadata"`
	}] `json:"extras"`
	Call lenient.Object[struct {
		ID       lenient.Word             `json:"tool_call_id"`
		Response lenient.Object[response] `json:"model_response"`
	}] `json:"tool_call_metadata"`
}

// words are the text of an action: in newer ones within args.
type words struct {
	Content      lenient.Word `json:"content"`
	Thought      lenient.Word `json:"thought"`
	FinalThought lenient.Word `json:"final_thought"`
}

// response is the provider's answer that requested an action.
type response struct {
	ID    lenient.Word `json:"id"`
	Model lenient.Word `json:"model"`
	Usage lenient.Object[struct {
		Prompt     lenient.Whole `json:"prompt_tokens"`
		Completion lenient.Whole `json:"completion_tokens"`
		Details    lenient.Object[struct {
			Cached lenient.Whole `json:"cached_tokens"`
		}] `json:"prompt_tokens_details"`
	}] `json:"usage"`
}

// entry is an entry of the history in work.
type entry struct {
	*run
	key  string
	seq  uint64
	time domain.Instant
	turn domain.TurnID
}

// item names a thing of the entry.
func (e *entry) item(what string) string { return e.own + "/" + e.key + what }

// say drafts an event, about an item if there is one.
func (e *entry) say(part, item string, p domain.Payload, causes ...domain.EventID) domain.EventID {
	n := producers.Note{Origin: producers.Origin{Source: Source, Session: domain.MakeSessionID(Source, e.own), Key: e.key, At: e.time},
		Part: part, Seq: e.seq, Turn: e.turn, Item: domain.Maybe[domain.ItemID]{Value: domain.ItemID(item)}, Causes: causes}
	e.seq++
	draft := n.Draft(p)
	e.drafts = append(e.drafts, draft)
	return draft.ID
}

// entry records the i-th entry of a history, from 0.
func (r *run) entry(i int, raw jsontext.Value) {
	v, _ := lenient.Read[record](raw)
	e := entry{run: r, seq: uint64(i+1) * perEntry, time: producers.Instant(v.Timestamp), turn: theTurn}
	id, again := "", false
	if v.ID.There && v.ID.V >= 0 {
		id = strconv.Itoa(v.ID.V)
	}
	if e.key, again = r.repeats.KeyOf(r.own, id, raw); again {
		if v.Timestamp != "" {
			return
		}
		e.key = r.repeats.Key(r.own, raw) // ids that start anew: it happened again
	}
	if v.Action != "" {
		e.action(&v, raw, i == 0)
	} else if v.Observation != "" {
		e.observation(&v)
	}
}

// action records what the person or the agent did.
func (e *entry) action(v *record, raw jsontext.Value, first bool) {
	e.usage(&v.Call.V.Response.V)
	said, _ := lenient.Read[words](v.Args)
	if said == (words{}) {
		said = words{Content: v.Content, Thought: v.Thought}
	}
	switch v.Action {
	case "message":
		role := domain.RoleAssistant
		if v.Source == "user" || v.Source == "" && first {
			role = domain.RoleUser
		}
		e.message("message", role, said.Content)
	case "system":
		e.message("message", domain.RoleSystem, said.Content)
	case "think":
		e.message("message", domain.RoleReasoning, said.Thought)
	case "finish", "reject":
		e.message("thought", domain.RoleAssistant, said.Thought)
		e.message("message", domain.RoleAssistant, said.FinalThought)
		e.say("completed", "", domain.TurnCompleted{StopReason: string(v.Action)})
	case "condensation":
		e.say("compacted", "", domain.SessionCompacted{Trigger: domain.CompactUnknown})
	case "change_agent_state", "null", "recall", "condensation_request":
	default:
		e.message("thought", domain.RoleAssistant, said.Thought)
		e.ask(v, raw)
	}
}

func (e *entry) message(part string, role domain.Role, text lenient.Word) {
	if text != "" {
		e.say(part, e.item("/"+part), domain.MessageRecorded{Role: role, Text: producers.Text(string(text)), Synthetic: role == domain.RoleSystem})
	}
}

// ask records a call: its arguments are args, or the whole of an older entry.
func (e *entry) ask(v *record, raw jsontext.Value) {
	c := &call{cause: v.ID, name: producers.Short(v.Action), item: producers.ID(v.Call.V.ID)}
	if c.item == "" {
		c.item = e.item("")
	}
	input := v.Args
	if len(input) == 0 {
		input = raw
	}
	p := domain.ToolRequested{Name: c.name}
	p.Input, p.Raw = producers.Foreign(input)
	c.asked = e.say("requested", c.item, p)
	e.pending = append(e.pending, c)
}

// usage records what an answer cost, once: several actions may belong to one answer.
func (e *entry) usage(r *response) {
	id, u := producers.ID(r.ID), r.Usage.V
	if id == "" || e.responses[id] || u.Prompt+u.Completion == 0 {
		return
	}
	e.responses[id] = true
	cached := u.Details.V.Cached
	e.say("usage", id, domain.UsageRecorded{Model: producers.Short(r.Model), Input: max(0, int64(u.Prompt-cached)), CacheRead: int64(cached),
		Output: int64(u.Completion)})
}

// observation records how its call ended: the one that it names, else the first that
// waits.
func (e *entry) observation(v *record) {
	switch v.Observation {
	case "agent_state_changed", "null", "recall", "think", "condense":
		return
	}
	for i, c := range e.pending {
		if v.Cause.There && c.cause.There && v.Cause.V != c.cause.V {
			continue
		}
		e.pending = append(e.pending[:i:i], e.pending[i+1:]...)
		e.over = append(e.over, c)
		e.say("ended", c.item, endingOf(c.name, v), c.asked)
		return
	}
	for i, c := range slices.Backward(e.over) { // it ended before, and otherwise
		if v.Cause.There && c.cause.There && v.Cause.V == c.cause.V || !v.Cause.There && i == len(e.over)-1 {
			e.say("ended", c.item, endingOf(c.name, v), c.asked)
			return
		}
	}
	if v.Observation == "error" {
		e.say("message", e.item("/message"), domain.MessageRecorded{Role: domain.RoleSystem, Synthetic: true, Phase: "error", Text: producers.Text(string(v.Content))})
	}
}

func endingOf(name string, v *record) domain.Payload {
	r := domain.ToolResult{Name: name, Output: producers.Text(string(v.Content))}
	meta := &v.Extras.V.Metadata.V
	for _, exit := range []lenient.Int{v.ExitCode, v.Extras.V.ExitCode, meta.ExitCode} {
		if exit.There && exit.V >= 0 { // below 0 the command is still running
			r.ExitCode = exit.Pointer()
		}
	}
	switch {
	case v.Observation == "user_rejected":
		return domain.ToolDenied{Name: name, By: domain.DeniedByUser, Reason: r.Output}
	case v.Observation == "error":
		return domain.ToolFailed{ToolResult: r, ErrorKind: domain.ToolErrTool}
	case strings.Contains(string(meta.Suffix), "[The command timed out after "):
		return domain.ToolTimedOut{ToolResult: r}
	case r.ExitCode != nil && *r.ExitCode > 0:
		return domain.ToolFailed{ToolResult: r, ErrorKind: domain.ToolErrExit}
	}
	return domain.ToolCompleted{ToolResult: r}
}
