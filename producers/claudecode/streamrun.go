package claudecode

import (
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/money"
	"github.com/clawable/claw/producers"
)

// run is what a stream has recorded about the conversation itself so far: which turn is
// open, how the last one ended, and the cost.
type run struct {
	init      string // the line with which the program took up what comes next
	model     string
	turn      string // the last one
	open      bool
	stop      bool           // it was interrupted; the result repeats that
	started   domain.EventID // its turn.started
	ended     domain.EventID // the last end
	response  string         // the last message of the model in the turn
	counted   bool           // the cost of each response was recorded
	cost      money.NanoUSD  // as the last result stated it, for the whole process
	compacted bool           // the next message is what is left of the conversation
	denied    map[string]bool
	agents    map[string]string // call → the subagent that it started
	pieces    map[string]*message
}

func (s *stream) run(own string) *run {
	r := s.runs[own]
	if r == nil {
		r = &run{denied: map[string]bool{}, agents: map[string]string{}, pieces: map[string]*message{}}
		s.runs[own] = r
	}
	return r
}

// begins notes that the program starts something: a prompt, or its own command.
func (r *run) begins(init, model string) {
	r.init, r.stop = init, false
	r.model = firstOf(model, r.model)
}

// goesOn writes the start of a turn, unless one is open: the model is at work. The turn
// is named by what the program took up, else by the first line of it.
func (p *printed) goesOn() {
	if p.run != nil && !p.run.open {
		p.run.start(p.scribe, firstOf(p.run.init, p.key), p.stream.takePrompt())
	}
}

// takePrompt returns what the client sent, once.
func (s *stream) takePrompt() string {
	text := s.prompt
	s.prompt = ""
	return text
}

// prompted opens the turn of a prompt that the program echoes, which names it as the
// transcript does. A prompt within a turn goes into that.
func (r *run) prompted(s *scribe) {
	if !r.open {
		r.start(s, s.key, "")
	}
}

func (r *run) start(s *scribe, turn, prompt string) {
	r.turn, r.open, r.stop, r.init, r.response, r.counted = turn, true, false, "", "", false
	s.turn = turn
	r.started = s.say("", domain.TurnStarted{Trigger: "prompt", Model: r.model, Prompt: producers.Text(prompt)}, r.ended)
}

// stopped writes that the turn was interrupted; the result records every other end. It
// reports false when no turn is open.
func (r *run) stopped(s *scribe, end domain.Payload) bool {
	if _, stop := end.(domain.TurnInterrupted); !stop {
		return true
	}
	if !r.open {
		return false
	}
	r.finish(s, end)
	r.stop = true
	return true
}

func (r *run) finish(s *scribe, end domain.Payload) {
	s.turn = r.turn
	r.ended, r.open = s.say("", end, r.started), false
}

// noteDenials remembers which calls were recorded as denied.
func (r *run) noteDenials(drafts []domain.Draft) {
	for i := range drafts {
		if drafts[i].Kind == domain.KindToolDenied {
			r.denied[string(drafts[i].Subject.Item.Value)] = true
		}
	}
}

// result writes how the turn ended, which calls of it were not allowed, and what it cost.
func (p *printed) result() (skipped string) {
	r, l := p.run, p.l
	if r == nil {
		return noFact
	}
	if !r.open && !r.stop {
		if l.NumTurns == 0 && !bool(l.IsError) {
			return "no turn" // a command that the program ran itself
		}
		p.goesOn()
	}
	p.turn = r.turn
	p.cost()
	p.denials()
	if r.open {
		r.finish(p.scribe, l.ending(r.response == ""))
	}
	r.stop = false
	return ""
}

// ending returns the end of a turn in the words of its result; alone means that no
// message of it was printed.
func (l *streamLine) ending(alone bool) domain.Payload {
	took := int64(l.DurationMS)
	switch {
	case strings.HasPrefix(string(l.TerminalReason), "aborted"):
		return domain.TurnInterrupted{Reason: producers.Short(l.TerminalReason), DurationMS: took}
	case bool(l.IsError) || strings.HasPrefix(string(l.Subtype), "error"):
		said := l.failure()
		return domain.TurnFailed{Class: producers.ClassOf(int(l.APIErrorStatus), string(l.Subtype), said), Message: producers.Text(said), DurationMS: took}
	}
	end := domain.TurnCompleted{StopReason: producers.Short(l.StopReason), DurationMS: took}
	if alone {
		end.Answer = producers.Text(string(l.Result))
	}
	return end
}

// denials writes which calls were not allowed, as far as their results did not say so.
func (p *printed) denials() {
	for i, d := range p.l.Denials {
		item := producers.ID(d.ToolUseID)
		if item == "" || p.run.denied[item] {
			continue
		}
		p.run.denied[item] = true
		p.sayNth(i, item, domain.ToolDenied{Name: producers.Short(d.Tool), By: domain.DeniedByUnknown}, p.t.calls[callKey{p.own, item}].id)
	}
}

// cost writes what the turn cost in all, with the last response, unless each response
// was counted: before it is over an answer's own count is only a beginning.
func (p *printed) cost() {
	r, u := p.run, &p.l.Usage
	total := producers.Dollars(p.l.TotalCost)
	before := r.cost
	r.cost = total
	if !u.There || r.response == "" || r.counted {
		return
	}
	said := u.V.recorded(r.model)
	said.Together = true
	if said.StatedCost = total - before; said.StatedCost < 0 {
		said.StatedCost = total // of another process
	}
	p.say(r.response, said)
}

// piece reads the provider's own stream: of its pieces only the last count of a response
// contains what no later line does.
func (p *printed) piece(e *apiEvent) (skipped string) {
	if p.run == nil {
		return pieceOfLater
	}
	switch e.Type {
	case "message_start":
		p.goesOn()
		m := e.Message.V
		p.run.pieces[p.own] = &m
	case "message_delta":
		m := p.run.pieces[p.own]
		if m == nil || !e.Usage.There || producers.ID(m.ID) == "" {
			break
		}
		delete(p.run.pieces, p.own)
		m.Usage.V.grow(&e.Usage.V)
		p.run.counted = true
		p.say(producers.ID(m.ID), m.Usage.V.recorded(producers.Short(m.Model)))
	}
	if len(p.t.drafts) == 0 {
		return pieceOfLater
	}
	return ""
}

// grow takes a later count of the same response.
func (u *usage) grow(later *usage) {
	u.Input, u.Output = max(u.Input, later.Input), max(u.Output, later.Output)
	u.CacheRead, u.CacheCreation = max(u.CacheRead, later.CacheRead), max(u.CacheCreation, later.CacheCreation)
	u.Kept.V.Hour = max(u.Kept.V.Hour, later.Kept.V.Hour)
}
