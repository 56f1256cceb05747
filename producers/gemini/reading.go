package gemini

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/gemini/call"
	"github.com/clawable/claw/producers/lenient"
)

// reading is a pass over a recording: what its records so far say to later ones.
type reading struct {
	d        *producers.Document
	own      string // the session's own id
	lines    bool   // it is JSON Lines
	turn     domain.TurnID
	messages []said                    // in order, without those that were taken back
	within   map[string]domain.TurnID  // the turn in which a message first appeared
	told     map[domain.EventID][]byte // what is already recorded; a message that changed is written again
	repeats  producers.Repeats
}

// said is a message and, of a prompt, the event that opened its turn.
type said struct {
	id    string
	turn  domain.TurnID
	start domain.EventID
}

// entry is a record in work.
type entry struct {
	*reading
	at  int
	raw []byte
}

// Enter implements [producers.Visitor].
func (r *reading) Enter(path string, rest []byte) bool {
	return path == "" && call.Begins(rest) || path == "messages"
}

// Lead implements [producers.Visitor]. It records every event of a session.
func (r *reading) Lead(path, name string) string {
	if path == "" && name != sessionID {
		return sessionID
	}
	return ""
}

// sessionID is the member that names the session.
const sessionID = "sessionId"

// Visit implements [producers.Visitor].
func (r *reading) Visit(path string, at int, value []byte) {
	e := entry{reading: r, at: at, raw: value}
	switch path {
	case sessionID:
		r.own = producers.ID(lenient.Text(value))
	case "startTime":
		e.created(producers.Instant(lenient.Text(value)))
	case "summary":
		e.titled(lenient.Text(value))
	case "kind":
		if kind := lenient.Text(value); kind != "main" && kind != "" {
			e.tell(e.note(e.own, unknown), "kind", domain.SessionIdentityEnriched{AgentType: producers.Short(kind)})
		}
	case "messages/*":
		m, ok := lenient.Read[message](value)
		e.message(&m, ok)
	case "":
		r.lines = true
		e.line()
	}
}

// line is a record of the JSON Lines form behind the first one: a message, or a change of
// an earlier line.
func (e *entry) line() {
	r, ok := lenient.Read[struct {
		message
		Set      jsontext.Value `json:"$set"`
		RewindTo jsontext.Value `json:"$rewindTo"`
	}](e.raw)
	switch {
	case len(r.Set) > 0:
		e.set(r.Set)
	case len(r.RewindTo) > 0:
		e.rewind(lenient.Text(r.RewindTo))
	default:
		e.message(&r.message, ok)
	}
}

var unknown = domain.UnknownInstant(domain.UnknownNotRecorded)

// note begins what events of the record say.
func (e *entry) note(key string, at domain.Instant) producers.Note {
	return producers.Note{Origin: producers.Origin{Source: Source, Session: domain.MakeSessionID(Source, e.own), Key: key, At: at}}
}

// tell drafts an event of the record, unless an earlier state of the record did.
func (e *entry) tell(n producers.Note, part string, p domain.Payload) domain.EventID {
	if e.own == "" {
		e.d.Skip(e.at, "no session id")
		return domain.EventID{}
	}
	n.Part = part
	draft := n.Draft(p)
	before, again := e.told[draft.ID]
	if again && bytes.Equal(before, draft.Data) {
		e.d.Skip(e.at, producers.Repeated)
		return draft.ID
	}
	if !again {
		e.told[draft.ID] = draft.Data
	}
	e.d.Tell(e.at, draft)
	return draft.ID
}

func (e *entry) created(at domain.Instant) {
	e.tell(e.note(e.own, at), "created", domain.SessionCreated{
		Title:     domain.NotKnown[domain.ShortLabel](domain.UnknownNotYet),
		Workspace: domain.NotKnown[domain.Path](domain.UnknownNotRecorded),
		Purpose:   domain.NotKnown[domain.ShortLabel](domain.UnknownNotRecorded),
		Agent:     Source,
	})
}

// titled reads the summary, one line that the program makes of the session.
func (e *entry) titled(summary string) {
	if summary == "" {
		return
	}
	sum := sha256.Sum256([]byte(summary))
	e.tell(e.note(e.own, unknown), "titled."+hex.EncodeToString(sum[:6]), domain.SessionIdentityEnriched{Title: producers.Short(summary)})
}

// set reads a change of the first line's content. A program that resumes the session
// writes its id.
func (e *entry) set(members jsontext.Value) {
	change, _ := lenient.Read[struct {
		SessionID lenient.Word `json:"sessionId"`
		Summary   lenient.Word `json:"summary"`
	}](members)
	e.titled(string(change.Summary))
	if change.SessionID != "" {
		e.tell(e.note(e.repeats.Key(e.own, e.raw), unknown), "resumed", domain.SessionResumed{})
	}
	e.d.Skip(e.at, "what is known of the session changed")
}

// rewind takes back the message that it names and all behind it.
func (e *entry) rewind(to string) {
	from := 0
	for i := range e.messages {
		if e.messages[i].id == to {
			from = i
			break
		}
	}
	n := e.note(e.repeats.Key(e.own, e.raw), unknown)
	for _, m := range e.messages[from:] {
		if m.turn != "" {
			n.Turn, n.Causes = m.turn, []domain.EventID{m.start}
			e.tell(n, "withdrawn."+string(m.turn), domain.TurnWithdrawn{Turns: []domain.TurnID{m.turn}})
		}
	}
	e.messages, e.turn = e.messages[:from], ""
	e.d.Skip(e.at, "no turn is taken back")
}
