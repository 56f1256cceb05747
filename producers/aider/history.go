package aider

import (
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// history is what the lines read so far say to the ones that follow.
type history struct {
	started map[string]int // sessions of the file, by their time
	session *session       // nil before the first
	drafts  []domain.Draft // of the line in work
}

// session is one start of aider.
type session struct {
	own    string
	number uint64 // of the line, from its first
	events uint64 // of the line
	seen   producers.Repeats
	turn   domain.TurnID
	open   bool // the turn's answer is not counted yet
	from   mark // whose text is gathered
	text   []string

	failure *failure // nil when no request is in doubt
	retries int      // of the request in work
	said    string   // the last line of aider's own
}

// line returns what a line records: the message that it ends, and what aider states
// in it.
func (h *history) line(l producers.Line) producers.Record {
	h.drafts = nil
	text := strings.ToValidUTF8(string(l.Text), "\uFFFD")
	skipped := h.read(text, l.Ended)
	r := producers.Record{Line: l.Number, Drafts: h.drafts}
	if len(r.Drafts) == 0 {
		r.Skipped = skipped
	}
	return r
}

// read reads the line, and returns the reason when the line itself records nothing.
func (h *history) read(text string, ended bool) (skipped string) {
	if at, begins := startOf(text); begins && ended {
		h.end()
		h.tellFailure()
		h.begin(at)
		return ""
	}
	s := h.session
	if s == nil {
		return "before the first session"
	}
	s.number++
	s.events = 0
	if !ended {
		return "torn last line"
	}
	whose, body := read(text)
	if whose != s.from {
		h.end()
	}
	s.from = whose
	if whose != told {
		h.tellFailure()
		s.retries = 0
	}
	switch {
	case whose == told:
		skipped = h.told(body)
		s.said = body
		return skipped
	case whose == asked:
		s.text = append(s.text, body)
		return "part of a prompt"
	case s.turn == "":
		return "text before the first prompt"
	case strings.TrimSpace(text) == "" && len(s.text) == 0:
		return producers.BlankLine
	}
	s.text = append(s.text, body)
	return "part of an answer"
}

// begin records that a session started. Two sessions of one second are distinguished
// by their order.
func (h *history) begin(at string) {
	own := strings.Replace(at, " ", "T", 1)
	h.started[own]++
	if n := h.started[own]; n > 1 {
		own += "#" + strconv.Itoa(n)
	}
	h.session = &session{own: own}
	d := h.say("session", "", domain.SessionCreated{Agent: source,
		Title:     domain.NotKnown[domain.ShortLabel](domain.UnknownNotRecorded),
		Workspace: domain.NotKnown[domain.Path](domain.UnknownNotRecorded),
		Purpose:   domain.NotKnown[domain.ShortLabel](domain.UnknownNotRecorded)})
	d.ObservedAt = domain.UnknownInstant(domain.UnknownNoZone)
}

// end records the message that was gathered.
func (h *history) end() {
	s := h.session
	if s == nil || len(s.text) == 0 {
		return
	}
	text := strings.Join(s.text, "\n")
	s.text = nil
	key := s.seen.Key(s.own, []byte(text))
	switch s.from {
	case asked:
		h.prompt(key, text)
	case answer:
		h.say(key, key, domain.MessageRecorded{Role: domain.RoleAssistant, Text: producers.Text(strings.TrimSpace(text))})
	case told:
	}
}

// say drafts an event of the session. The draft stays the caller's to complete until
// the next one.
func (h *history) say(key, item string, p domain.Payload) *domain.Draft {
	s := h.session
	s.events++
	n := producers.Note{Origin: producers.Origin{Source: source, Session: domain.MakeSessionID(source, s.own), Key: key,
		At: domain.UnknownInstant(domain.UnknownNotRecorded)}, Part: string(p.Kind()), Seq: s.number*slots + min(s.events, slots-1),
		Turn: s.turn, Item: domain.Maybe[domain.ItemID]{Value: domain.ItemID(item)}}
	h.drafts = append(h.drafts, n.Draft(p))
	return &h.drafts[len(h.drafts)-1]
}

// slots is how many numbers a line has for its events.
const slots = 16
