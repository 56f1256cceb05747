package codex

import (
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
)

// turns are the turns of a session that the lines so far have shown.
type turns struct {
	open     domain.TurnID // "" for none
	explicit bool          // the open one has an id of the source
	known    map[domain.TurnID]bool
	ended    map[domain.TurnID]bool
	standing []startedTurn // not withdrawn, in order
	// answering is the turn of the last message of the model, while no call follows it and the
	// response that holds it is not known to be over.
	answering domain.TurnID
	shown     shown
}

// shown is the last message that the front end was given. Until the end of 2025 a response was recorded
// when it was complete: what was shown of it, its usage, then its items together.
type shown struct {
	text     string
	complete bool // the usage of its response is recorded
}

// isComplete reports whether the response that holds a message was complete before the message was recorded.
func (s *shown) isComplete(said string) bool { return s.complete && s.text == strings.TrimSpace(said) }

type startedTurn struct {
	id    domain.TurnID
	event domain.EventID
}

func newTurns() turns {
	return turns{known: map[domain.TurnID]bool{}, ended: map[domain.TurnID]bool{}}
}

// of is the turn of an item: the one that its record names, else the open one.
// The prompt's own items precede the record that opens a turn without an id: they belong to no
// turn that is known yet, and no rule here looks ahead.
func (t *turns) of(p object) domain.TurnID {
	if id := namedTurn(p); id != "" {
		return id
	}
	if !t.explicit && p.text("type") == "message" && p.text("role") == "user" {
		return ""
	}
	return t.open
}

// namedTurn is the turn's id in one of the three places that versions have for it.
func namedTurn(p object) domain.TurnID {
	id := p.text("turn_id")
	for _, place := range []string{"metadata", "internal_chat_message_metadata_passthrough"} {
		if id == "" && p.has(place) {
			id = p.object(place).text("turn_id")
		}
	}
	if id == redacted {
		return ""
	}
	return domain.TurnID(name(id))
}

// enter makes id the open turn; fresh reports that the file did not mention it before. A turn that
// has ended is not opened again.
func (t *turns) enter(id domain.TurnID, explicit bool) (fresh bool) {
	if id == "" || id == t.open || t.ended[id] {
		return false
	}
	t.open, t.explicit = id, explicit
	fresh = !t.known[id]
	t.known[id] = true
	return fresh
}

// leave ends a turn; "" is the open one. It returns its id, "" when there is none.
func (t *turns) leave(id domain.TurnID) domain.TurnID {
	if id == "" {
		id = t.open
	}
	if id == t.open {
		t.open, t.explicit = "", false
	}
	if id != "" {
		t.ended[id] = true
	}
	return id
}

// start records that a turn began, and for a fresh one remembers the event.
func (e *entry) start(id domain.TurnID, fresh bool, s domain.TurnStarted) {
	e.turn = id
	s.Model, s.Effort = e.model, e.effort
	d := e.add("turn", domain.Maybe[domain.ItemID]{}, s)
	if fresh {
		e.turns.standing = append(e.turns.standing, startedTurn{id, d.ID})
	}
}

func readTurnStarted(e *entry, p object) {
	id := namedTurn(p)
	if id == "" {
		e.skip("no turn id")
		return
	}
	fresh := e.turns.enter(id, true)
	e.start(id, fresh, domain.TurnStarted{ContextWindow: p.count("model_context_window")})
}

// openByPrompt opens the turn of a prompt when turns have no ids. Its id is derived from the
// content of the record and the number of earlier records with the same content, so that the copy
// in a fork has the same id.
func (e *entry) openByPrompt() {
	if e.turns.explicit {
		return
	}
	id := domain.TurnID(e.numbered("turn", e.lineage+"/"+shortHash(e.body)))
	if e.turns.enter(id, false) {
		e.start(id, true, domain.TurnStarted{Trigger: "prompt"})
	}
}

// numbered numbers a thing without an own id among those with the same content: base#1, base#2 …
// Each source that records the same things counts separately, so that the first one recorded by
// one source matches the first one recorded by another.
func (s *session) numbered(side, base string) string {
	key := side + "\x00" + base
	s.nth[key]++
	return base + "#" + strconv.Itoa(s.nth[key])
}

// answered records that the model's last message was an answer, by the sign that ended it: its
// phase, or the usage of the whole response, which requested no call.
func (e *entry) answered(sign string) {
	if t := &e.turns; t.answering != "" && t.answering == t.open {
		e.turn = t.open
		e.add("answered", domain.Maybe[domain.ItemID]{}, domain.TurnAnswered{Sign: sign})
	}
	e.turns.answering = ""
}

func readTurnComplete(e *entry, p object) {
	if e.turn = e.turns.leave(namedTurn(p)); e.turn == "" {
		e.skip("no open turn")
		return
	}
	none := domain.Maybe[domain.ItemID]{}
	if !p.has("error") {
		e.add("end", none, domain.TurnCompleted{DurationMS: p.count("duration_ms")})
		return
	}
	failure := p.object("error")
	class, _ := providerClass(failure.raw("codex_error_info"))
	e.add("end", none, domain.TurnFailed{Class: class, Message: text(failure.text("message")), DurationMS: p.count("duration_ms")})
}

func readTurnAborted(e *entry, p object) {
	if e.turn = e.turns.leave(namedTurn(p)); e.turn == "" {
		e.skip("no open turn")
		return
	}
	e.add("end", domain.Maybe[domain.ItemID]{}, domain.TurnInterrupted{Reason: label(p.text("reason")), DurationMS: p.count("duration_ms")})
}

// maxWithdrawn bounds how many turns one event names, so that it fits a log.
const maxWithdrawn = 1000

// readRolledBack withdraws the last turns that are still there; an open one is one of them.
func readRolledBack(e *entry, p object) {
	n := p.count("num_turns")
	if n == 0 {
		e.skip("no turns withdrawn")
		return
	}
	t := &e.turns
	from := len(t.standing) - int(min(n, int64(len(t.standing))))
	w := domain.TurnWithdrawn{Last: int(n)}
	var causes []domain.EventID
	for _, s := range t.standing[max(from, len(t.standing)-maxWithdrawn):] {
		w.Turns = append(w.Turns, s.id)
		causes = append(causes, s.event)
	}
	t.standing = t.standing[:from]
	t.open, t.explicit = "", false
	e.turn = ""
	e.add("withdrawn", domain.Maybe[domain.ItemID]{}, w).Causes = causes
}
