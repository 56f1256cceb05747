package opencode

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
	"github.com/clawable/claw/producers/opencode/ending"
)

// message is the record of a prompt or an answer, without its parts.
type message struct {
	ID        lenient.Word `json:"id"`
	SessionID lenient.Word `json:"sessionID"`
	Role      lenient.Word `json:"role"`
	ParentID  lenient.Word `json:"parentID"` // the prompt that an answer is of
	Agent     lenient.Word `json:"agent"`
	Time      ending.Times `json:"time"`
	Model     lenient.Object[struct {
		ID lenient.Word `json:"modelID"`
	}] `json:"model"` // of a prompt
	ModelID lenient.Word           `json:"modelID"` // of an answer
	Summary lenient.Flag           `json:"summary"` // it takes the place of what came before
	Finish  lenient.Word           `json:"finish"`
	Error   lenient.Object[fault]  `json:"error"`
	Tokens  lenient.Object[tokens] `json:"tokens"`
	Cost    lenient.Decimal        `json:"cost"`

	turn domain.TurnID
	key  string
}

type tokens struct {
	Total     lenient.Whole `json:"total"`
	Input     lenient.Whole `json:"input"`
	Output    lenient.Whole `json:"output"`
	Reasoning lenient.Whole `json:"reasoning"`
	Cache     lenient.Object[struct {
		Read  lenient.Whole `json:"read"`
		Write lenient.Whole `json:"write"`
	}] `json:"cache"`
}

func (m *message) prompt() bool            { return m.Role == "user" }
func (m *message) created() domain.Instant { return producers.Millis(m.Time.V.Created) }

// over reports that nothing of the message is rewritten any more.
func (m *message) over() bool { return m.prompt() || m.Time.V.Completed > 0 }

// info records a prompt or an answer itself.
func (e *entry) info() {
	m, ok := lenient.Read[message](e.raw)
	if !ok || !e.join(m.SessionID) {
		if !ok {
			e.d.Skip(e.at, "no message")
		}
		return
	}
	m.key = e.key(m.ID)
	e.message = &m
	switch m.Role {
	case "user":
		m.turn = domain.TurnID(m.key)
		e.reading.turn = m.turn
		e.prompt(&m)
	case "assistant":
		m.turn = e.reading.turn
		if parent := producers.ID(m.ParentID); parent != "" {
			m.turn = domain.TurnID(parent)
		}
		e.answer(&m)
	default:
		e.d.Skip(e.at, "neither prompt nor answer")
	}
}

// prompt opens a turn; one at or behind the place to which a person went back is withdrawn.
func (e *entry) prompt(m *message) {
	model := producers.Short(m.Model.V.ID)
	n := e.note(m.key, m.created())
	n.Turn = m.turn
	start := e.tell(n, "started", domain.TurnStarted{Model: model})
	if now := (domain.SessionIdentityEnriched{Model: model, AgentName: producers.Short(m.Agent)}); now != (domain.SessionIdentityEnriched{}) {
		e.tell(e.note(m.key, m.created()), "context", now)
	}
	if e.revert != "" && string(m.ID) >= e.revert {
		n.At, n.Causes = domain.UnknownInstant(domain.UnknownNotRecorded), []domain.EventID{start}
		e.tell(n, "withdrawn", domain.TurnWithdrawn{Turns: []domain.TurnID{m.turn}})
	}
}

// answer records what an answer cost and whether its turn ended with it. An answer that
// calls tools is followed by another one of the same turn.
func (e *entry) answer(m *message) {
	if !m.over() && !m.Error.There {
		e.d.Skip(e.at, "unfinished answer")
		return
	}
	n := e.note(m.key, m.created())
	n.Turn = m.turn
	if m.over() {
		n.At = producers.Millis(m.Time.V.Completed)
	}
	e.usage(n, m)
	switch {
	case m.Error.There:
		e.broke(n, &m.Error.V)
	case m.Finish == "", m.Finish == "tool-calls", m.Finish == "unknown":
		e.d.Skip(e.at, "an answer that goes on")
	default:
		if m.Summary {
			e.tell(n, "compacted", domain.SessionCompacted{Trigger: domain.CompactUnknown})
		}
		e.tell(n, "completed", domain.TurnCompleted{StopReason: producers.Short(m.Finish)})
	}
}

// usage records what the answer cost. Output includes the reasoning; versions that count it
// separately are recognized by their total.
func (e *entry) usage(n producers.Note, m *message) {
	t := m.Tokens.V
	cache := t.Cache.V
	if t.Input+t.Output+t.Reasoning+cache.Read+cache.Write == 0 {
		return
	}
	output := t.Output
	if t.Total > 0 && t.Total == t.Input+t.Output+t.Reasoning+cache.Read+cache.Write {
		output += t.Reasoning
	}
	n.Item.Value = domain.ItemID(m.key)
	e.tell(n, "usage", domain.UsageRecorded{Model: producers.Short(m.ModelID), Input: int64(t.Input), CacheRead: int64(cache.Read),
		CacheCreation: int64(cache.Write), Output: int64(output), Reasoning: int64(t.Reasoning), StatedCost: producers.Dollars(m.Cost)})
}
