package copilot

import (
	"cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// file is what the lines read so far say to the ones that follow.
type file struct {
	own     string // the session's own id, "" before one is named
	turn    string // the interaction that a prompt opened last
	final   bool   // its last answer requested no tool
	aborted bool   // it was, and no answer followed
	calls   callsByID
	asked   map[string]string // permission request → the call that it is about
	spent   map[string]bool   // calls of the provider whose cost a record has stated
	repeats producers.Repeats
	strange producers.Strangers
}

// call is what is known about a tool call.
type call struct {
	id     domain.EventID // of its request
	name   string
	path   string // that it writes when it succeeds
	denied bool
}

func newFile() *file {
	return &file{calls: callsByID{}, asked: map[string]string{}, spent: map[string]bool{}}
}

// tell returns the events of one record.
func (f *file) tell(e *event, raw []byte) producers.Told {
	var at about
	if v, ok := lenient.Read[about](e.Data); ok {
		at = v
	}
	f.name(e, &at)
	if f.own == "" {
		return producers.Told{Skipped: "no session yet"}
	}
	key, again := f.repeats.KeyOf(f.own, producers.ID(e.ID), raw)
	if again {
		return producers.Told{Skipped: producers.Repeated}
	}
	s := &scribe{file: f, event: e, about: at, turn: f.turn, thread: producers.ID(at.ParentCall),
		origin: producers.Origin{Source: Source, Session: domain.MakeSessionID(Source, f.own), Key: key, At: producers.Instant(e.Timestamp)}}
	if s.thread != "" {
		s.enter(s.thread)
	} else if id := producers.ID(at.Interaction); id != "" {
		s.turn = id
	}
	skipped := s.dispatch()
	return producers.Told{Drafts: s.drafts, Skipped: skipped}
}

// name takes the session's name from the records that have it.
func (f *file) name(e *event, at *about) {
	switch e.Type {
	case "session.start", "session.resume":
		f.own = cmp.Or(producers.ID(at.SessionID), f.own)
	case "hook.start":
		if h, ok := lenient.Read[hookData](e.Data); ok && f.own == "" {
			f.own = producers.ID(h.Input.V.SessionID)
		}
	}
}
