package timeline

import (
	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/sessions"
	"github.com/clawable/claw/projections/store/query"
)

// speech reports what was said: in messages, and in turns that hold words which no message
// repeats.
func (n *narrator) speech(e *domain.Event) error {
	switch e.Kind {
	case domain.KindMessageRecorded:
		return n.message(e)
	case domain.KindTurnStarted:
		var p domain.TurnStarted
		if err := read(e, &p); err != nil {
			return err
		}
		if !p.Prompt.IsZero() {
			n.say(e, Prompt, "", p.Prompt)
		}
	case domain.KindTurnCompleted:
		var p domain.TurnCompleted
		if err := read(e, &p); err != nil {
			return err
		}
		if !p.Answer.IsZero() {
			n.say(e, Message, "", p.Answer)
		}
		n.ended(e, nil)
	case domain.KindTurnFailed:
		var p domain.TurnFailed
		if err := read(e, &p); err != nil {
			return err
		}
		n.ended(e, wordsOf(p.Message, e.Erased))
	case domain.KindTurnInterrupted:
		n.ended(e, nil)
	}
	return nil
}

// ended keeps the event by which a turn ended.
func (n *narrator) ended(e *domain.Event, words *Words) {
	key := query.TurnKey{Session: e.Session(), Turn: e.Subject.Turn.Value}
	x := n.ends[key]
	x.ended = e.ID
	if words != nil {
		x.words = words
	}
	n.ends[key] = x
}

// message reports a message of the conversation.
func (n *narrator) message(e *domain.Event) error {
	var p domain.MessageRecorded
	if err := read(e, &p); err != nil {
		return err
	}
	if p.Synthetic && !n.terms.Full {
		return nil // a program wrote it, in the name of the person or of the model
	}
	what, says := Message, ""
	switch p.Role {
	case domain.RoleUser:
		what = Prompt
	case domain.RoleAssistant:
	case domain.RoleReasoning:
		if !n.terms.Full {
			return nil
		}
		what = Reasoning
	case domain.RoleSummary:
		says = "summary of what was compacted"
	case domain.RoleSystem, domain.RoleDeveloper, domain.RoleTool:
		if !n.terms.Full {
			return nil
		}
		says = string(p.Role)
	}
	if p.Synthetic {
		says = "by the agent's program"
	}
	if (p.Text.IsZero() && !e.Erased) || isCopy(n, e) {
		return nil
	}
	n.say(e, what, says, p.Text)
	return nil
}

// say adds words. Words that two recordings have appear as often as one of them has them.
func (n *narrator) say(e *domain.Event, what What, says string, text domain.Text) {
	if what == Prompt && !n.terms.Full {
		stored := text.Preview()
		if text = typed(e.Session(), text); text.Preview() == "" && stored != "" {
			return
		}
	}
	key := words{e.Session(), what, text.Preview()}
	if n.told[key] == nil {
		n.told[key] = map[domain.EmitterID]int{}
	}
	most := 0
	for _, times := range n.told[key] {
		most = max(most, times)
	}
	n.told[key][e.Emitter]++
	if n.told[key][e.Emitter] <= most && text.Preview() != "" {
		return
	}
	x := n.entry(e, what, says)
	x.Words = wordsOf(text, e.Erased)
	n.add(x)
}

// typed is what a person typed of a prompt.
func typed(session domain.SessionID, prompt domain.Text) domain.Text {
	agent, _ := session.Split()
	if prompt.Cut == nil {
		return domain.TextOf(sessions.Typed(agent, prompt.Whole))
	}
	return domain.Text{Cut: &domain.Cut{Bytes: prompt.Cut.Bytes, Head: sessions.Typed(agent, prompt.Cut.Head), Tail: prompt.Cut.Tail}}
}

// answers marks the last words of the agent in each turn that ended.
func (n *narrator) answers() {
	over := map[query.TurnKey]bool{}
	for i := len(n.entries) - 1; i >= 0; i-- {
		x := &n.entries[i]
		key := query.TurnKey{Session: x.Session, Turn: x.Turn}
		switch {
		case x.What == Turn:
			over[key] = true
		case x.What == Message && x.Says == "" && over[key]:
			x.What = Answer
			over[key] = false
		case x.What == Call:
			over[key] = false
		}
	}
}

// read reads the payload of an event, nothing of an erased one.
func read(e *domain.Event, into any) error {
	if e.Erased || len(e.Data) == 0 {
		return nil
	}
	return json.Unmarshal(e.Data, into)
}
