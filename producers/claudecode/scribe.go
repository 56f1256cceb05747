package claudecode

import (
	"strconv"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// source is the name of the format in session ids, emitters and channels.
const source = "claude-code"

// scribe writes the events of one record. What writes one kind of record is a function of the
// scribe, see [scribe.dispatch]; what these share are methods.
type scribe struct {
	t    *transcript
	e    *entry
	own  string // the session's own id, "PARENT/AGENT" for a subagent
	root string // the own id without the agent
	key  string // the record's
	part string // begins the parts: "agent." for a record embedded in another
	item string // the record's, for what has no own id
	at   domain.Instant
	turn string
	node *node // nil for an embedded record and for one seen before: they move no turn
	run  *run  // moves the turns instead, for a line of a stream

	resumes bool // the record already stated that it resumes another session
}

// in returns a scribe that writes into the stream of another session.
func (s *scribe) in(own string) *scribe {
	other := *s
	other.own, other.turn = own, ""
	return &other
}

// note is an event about to be written.
type note struct {
	payload domain.Payload
	item    string
	part    string // what distinguishes it from the record's other events of its kind
	turn    string // "" for none
	causes  []domain.EventID
	// revision of the rule for this statement, see [producers.Origin]
	revision int
	ordinal  uint64 // its number, 0 for the time
}

// say writes an event about something of the current turn.
func (s *scribe) say(item string, p domain.Payload, causes ...domain.EventID) domain.EventID {
	return s.write(note{payload: p, item: item, turn: s.turn, causes: causes})
}

// sayNth does the same for the i-th block of the record.
func (s *scribe) sayNth(i int, item string, p domain.Payload, causes ...domain.EventID) domain.EventID {
	return s.write(note{payload: p, item: item, part: "." + strconv.Itoa(i), turn: s.turn, causes: causes})
}

// tell writes an event about the session itself.
func (s *scribe) tell(p domain.Payload, causes ...domain.EventID) domain.EventID {
	return s.write(note{payload: p, causes: causes})
}

func (s *scribe) write(n note) domain.EventID {
	d := s.t.session(s.own).envelope
	d.Kind = n.payload.Kind()
	d.ID = domain.RecordEventID(s.at.Time(), s.t.from, s.own, s.key, s.part+string(d.Kind)+n.part)
	d.ObservedAt = s.at
	d.Seq, d.SeqKind = s.t.number(s.at, d.Kind)
	if n.ordinal > 0 {
		d.Seq, d.SeqKind = n.ordinal, domain.SeqOrdinal
	}
	if r := producers.RevisionOf(n.payload, n.revision); r > 1 {
		d.Replaces, d.Edition = d.ID, r
		d.ID = domain.RecordEventID(s.at.Time(), s.t.from, s.own, s.key, domain.RevisedPart(s.part+string(d.Kind)+n.part, r))
	}
	for _, c := range n.causes {
		if !c.IsZero() && c != d.ID {
			d.Causes = append(d.Causes, c)
		}
	}
	d.Subject.Turn = domain.Maybe[domain.TurnID]{Value: domain.TurnID(n.turn)}
	d.Subject.Item = domain.Maybe[domain.ItemID]{Value: domain.ItemID(n.item)}
	if b := s.e.branch(); b != "" {
		d.Subject.Branch = domain.Known(domain.Branch(b))
	}
	d.Data = producers.Encode(n.payload)
	s.t.drafts = append(s.t.drafts, d)
	return d.ID
}
