package codextui

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// file is what the lines read so far say to the ones that follow.
type file struct {
	start   entry  // how the program was started
	own     string // the session's own id, "" before one is named
	model   string
	turns   map[string]string   // submission → the turn that it opened
	calls   map[string]*call    // by id
	asked   map[string][]string // submission → calls whose approval is requested and not answered
	repeats producers.Repeats
	strange producers.Strangers
}

// call is what is known about a tool call.
type call struct {
	id     domain.EventID // of its request
	name   string
	paths  []domain.Path // that it writes when it succeeds
	denied bool
	// asked is what its messages requested, by their type: its approval and its begin state the
	// same.
	asked map[lenient.Word]string
}

// scribe writes the events of one record.
type scribe struct {
	*file
	origin producers.Origin
	turn   string
	drafts []domain.Draft
}

// tell returns the events of one line.
func (f *file) tell(e *entry, raw []byte) producers.Told {
	switch e.Kind {
	case "codex_event", "op":
	case "session_start":
		f.start = *e
		return producers.Told{Skipped: "start of the program"}
	default:
		return producers.Told{Skipped: f.noise(e)}
	}
	p, m := &e.Payload.V, &e.Payload.V.Msg.V
	if m.Type == "session_configured" {
		f.own = producers.ID(m.SessionID)
		clear(f.turns)
		clear(f.asked)
	}
	if f.own == "" {
		return producers.Told{Skipped: "no session yet"}
	}
	s := &scribe{file: f, origin: producers.Origin{Source: Source, Session: domain.MakeSessionID(agent, f.own),
		Key: f.repeats.Key(f.own, raw), At: producers.Instant(e.TS)}}
	if e.Kind == "op" {
		return producers.Told{Skipped: s.operation(p), Drafts: s.drafts}
	}
	s.turn = f.turns[string(p.ID)]
	skipped := s.event(p, m)
	return producers.Told{Skipped: skipped, Drafts: s.drafts}
}

// noise returns what a line is about that does not belong to the session.
func (f *file) noise(e *entry) string {
	switch e.Kind {
	case "app_event", "key_event", "insert_history", "insert_history_cell", "clear_ui", "file_search_start", "file_search_result":
		return "about the screen"
	case "log_line":
		return "line of another log"
	case "slash_command", "new_session":
		return "command to the program"
	case "session_end":
		return "end of the program"
	}
	return f.strange.Reason("unknown kind", string(e.Kind))
}

// open makes the turn that a submission opens: the core's own name for it, or where
// it has none but a count, one that no other turn of the session has.
func (s *scribe) open(p *payload, m *message) {
	turn := producers.ID(m.TurnID)
	const uuid = 36
	if id := producers.ID(p.ID); turn == "" && len(id) == uuid {
		turn = id
	}
	if turn == "" {
		sum := sha256.Sum256([]byte(s.origin.Key))
		turn = "tui/" + hex.EncodeToString(sum[:6])
	}
	s.turns[string(p.ID)], s.turn = turn, turn
}

// say writes an event; item may be "".
func (s *scribe) say(item string, p domain.Payload, causes ...domain.EventID) domain.EventID {
	return s.sayAs("", item, p, causes...)
}

// sayAs does the same for one of several alike events of the record.
func (s *scribe) sayAs(which, item string, p domain.Payload, causes ...domain.EventID) domain.EventID {
	d := s.origin.Draft(string(p.Kind())+which, p)
	d.Subject.Turn.Value = domain.TurnID(s.turn)
	d.Subject.Item.Value = domain.ItemID(item)
	for _, c := range causes {
		if !c.IsZero() {
			d.Causes = append(d.Causes, c)
		}
	}
	s.drafts = append(s.drafts, d)
	return d.ID
}

// known returns what is known about a call, for the caller to add to.
func (f *file) known(id string) *call {
	c := f.calls[id]
	if c == nil {
		c = &call{}
		f.calls[id] = c
	}
	return c
}
