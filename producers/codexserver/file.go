package codexserver

import (
	"cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// file is what the messages read so far say to the ones that follow.
type file struct {
	models map[string]string // by thread
	// byAnswer are the threads whose model was named only in the answer to the client.
	byAnswer map[string]bool
	calls    map[string]*call     // by thread and item
	asked    map[string]*approval // by the id of the server's request
	steered  map[string]*message  // by the id of the client's request
	repeats  producers.Repeats
	strange  producers.Strangers
}

func newFile() *file {
	return &file{models: map[string]string{}, byAnswer: map[string]bool{}, calls: map[string]*call{}, asked: map[string]*approval{}, steered: map[string]*message{}}
}

// scribe writes the events of one message.
type scribe struct {
	*file
	p       *params
	own     string // the thread
	turn    string
	origin  producers.Origin
	drafts  []domain.Draft
	skipped string
}

// tell returns the events of one message; raw is its text.
func (f *file) tell(from side, m *message, raw []byte) producers.Told {
	switch {
	case from != client && from != server:
		return producers.Told{Skipped: f.strange.Reason("unknown direction", string(from))}
	case m.Method == "" && from == client:
		return f.answered(m, raw)
	case m.Method == "":
		return f.accepted(m, raw)
	case from == client:
		return f.request(m)
	}
	s := f.scribe(m, raw)
	if s.own == "" {
		return producers.Told{Skipped: cmp.Or(about(m.Method), "no thread named")}
	}
	s.notified(m)
	return producers.Told{Drafts: s.drafts, Skipped: s.skipped}
}

// scribe is one for a message that names its thread and turn.
func (f *file) scribe(m *message, raw []byte) *scribe {
	p := &m.Params.V
	own := producers.ID(cmp.Or(p.ThreadID, p.Thread.V.ID))
	s := &scribe{file: f, p: p, own: own, turn: producers.ID(cmp.Or(p.TurnID, p.Turn.V.ID))}
	s.origin = producers.Origin{Source: Source, Session: domain.MakeSessionID(agent, own), Key: f.repeats.Key(own, raw), At: timeOf(m)}
	return s
}

// timeOf returns when a message was sent, as stated by itself or by its subject.
func timeOf(m *message) domain.Instant {
	const second = 1000
	p := &m.Params.V
	return producers.Millis(cmp.Or(m.At, p.Completed, p.Started, p.Turn.V.Completed*second, p.Turn.V.Started*second, p.Thread.V.Created*second))
}

// modelAnswered is the revision of the rule by which events have the model that the answer to the
// client named.
const modelAnswered = 2

// sayModel writes an event that has the model of the thread.
func (s *scribe) sayModel(item string, p domain.Payload) {
	if s.byAnswer[s.own] {
		s.origin.Revision = modelAnswered
		defer func() { s.origin.Revision = 0 }()
	}
	s.say(item, p)
}

// request keeps what a client asks for until the server answers.
func (f *file) request(m *message) producers.Told {
	if m.Method == "turn/steer" && len(m.ID) > 0 {
		kept := *m
		kept.ID = nil
		f.steered[string(m.ID)] = &kept
	}
	return producers.Told{Skipped: "the server tells what comes of it"}
}

// accepted writes that a server accepted a client's words into a running turn: no other record
// states whether the model ever read them. The answer to a new thread names its model, which
// later messages do not repeat.
func (f *file) accepted(m *message, raw []byte) producers.Told {
	if own := producers.ID(m.Result.V.Thread.V.ID); own != "" && m.Result.V.Model != "" {
		f.byAnswer[own] = f.byAnswer[own] || f.models[own] == ""
		f.models[own] = producers.Short(m.Result.V.Model)
	}
	asked := f.steered[string(m.ID)]
	delete(f.steered, string(m.ID))
	switch {
	case asked == nil:
		return producers.Told{Skipped: "answer to the client"}
	case !m.Result.There:
		return producers.Told{Skipped: "steering that was refused"}
	}
	s := f.scribe(asked, raw)
	s.turn = producers.ID(cmp.Or(m.Result.V.TurnID, asked.Params.V.Expected))
	if s.own == "" {
		return producers.Told{Skipped: "no thread named"}
	}
	said := domain.MessageRecorded{Role: domain.RoleUser, Phase: "steer", Text: producers.Text(text(asked.Params.V.Input))}
	s.say(s.origin.Key, said)
	return producers.Told{Drafts: s.drafts}
}

func text(input lenient.List[content]) (all string) {
	for _, c := range input {
		all += string(c.Text)
	}
	return all
}

// say writes an event; item may be "".
func (s *scribe) say(item string, p domain.Payload, causes ...domain.EventID) domain.EventID {
	d := producers.Note{Origin: s.origin, Part: string(p.Kind()), Turn: domain.TurnID(s.turn), Causes: causes,
		Item: domain.Maybe[domain.ItemID]{Value: domain.ItemID(item)}}.Draft(p)
	s.drafts = append(s.drafts, d)
	return d.ID
}
