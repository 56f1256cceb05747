package projections

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/accounts"
)

// accounts reads which of the recordings of the session count, and how their turns ended.
func (s *Session) accounts(back map[string]domain.EventID) accounts.Reading {
	return accounts.Read(s.words(), func(id domain.TurnID) bool {
		_, withdrawn := back[string(id)]
		return withdrawn
	})
}

// words lists what was said of the turns.
func (s *Session) words() []accounts.Word {
	var out []accounts.Word
	for id, t := range s.Turns {
		for i := range t.Starts {
			out = append(out, t.Starts[i].word(id, accounts.None))
		}
		for i := range t.Ends {
			out = append(out, t.Ends[i].word(id, accounts.End(t.Ends[i].Value)))
		}
	}
	return out
}

func (s *Said) word(turn string, end accounts.End) accounts.Word {
	return accounts.Word{ID: s.ID, Turn: domain.TurnID(turn), Emitter: s.Emitter, Epoch: s.Epoch, Seq: s.Seq, End: end, Trust: s.Trust,
		Recorded: s.Imported, At: int64(s.At)}
}

// FailedTurns lists the turns that count and failed, sorted; see [Session.failureOf].
func (s *Session) FailedTurns() []string {
	if !s.saysFailed() {
		return nil
	}
	_, nameless := s.joined()
	var out []string
	for id, t := range s.TurnStandings() {
		if t.Status == TurnFailed {
			out = append(out, s.failureOf(id, nameless[id]))
		}
	}
	slices.Sort(out)
	return out
}

// failureOf is the name under which the failure of a turn is listed: that of an end which
// names no turn, where no other says that the turn failed.
func (s *Session) failureOf(turn string, nameless []string) string {
	failed := func(name string) bool {
		return slices.ContainsFunc(s.Turns[name].Ends, func(end Said) bool { return end.Value == string(TurnFailed) })
	}
	if i := slices.IndexFunc(nameless, failed); i >= 0 && !failed(turn) {
		return nameless[i]
	}
	return turn
}

// saysFailed reports whether anybody says of a turn that it failed.
func (s *Session) saysFailed() bool {
	for _, t := range s.Turns {
		if slices.ContainsFunc(t.Ends, func(end Said) bool { return end.Value == string(TurnFailed) }) {
			return true
		}
	}
	return false
}
