package sessions

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/accounts"
	"github.com/clawable/claw/projections/values"
)

// accounts reads which of the recordings of the turns count, and how the turns ended.
func (all Turns) accounts(back map[string]domain.EventID) accounts.Reading {
	return accounts.Read(all.words(), func(id domain.TurnID) bool {
		_, withdrawn := back[string(id)]
		return withdrawn
	})
}

// words lists what was said of the turns.
func (all Turns) words() []accounts.Word {
	var out []accounts.Word
	for id, t := range all {
		for i := range t.Starts {
			out = append(out, wordOf(&t.Starts[i], id, accounts.None))
		}
		for i := range t.Ends {
			out = append(out, wordOf(&t.Ends[i], id, accounts.End(t.Ends[i].Value)))
		}
	}
	return out
}

func wordOf(s *values.Said, turn string, end accounts.End) accounts.Word {
	return accounts.Word{ID: s.ID, Turn: domain.TurnID(turn), Emitter: s.Emitter, Epoch: s.Epoch, Seq: s.Seq, End: end, Trust: s.Trust,
		Recorded: s.Imported, At: int64(s.At)}
}

// FailedTurns lists the turns that count and failed, sorted; see [Turns.failureOf].
func (s *Session) FailedTurns() []string {
	if !s.Turns.saysFailed() {
		return nil
	}
	_, nameless := s.Turns.joined()
	var out []string
	for id, t := range s.TurnStandings() {
		if t.Status == TurnFailed {
			out = append(out, s.Turns.failureOf(id, nameless[id]))
		}
	}
	slices.Sort(out)
	return out
}

// failureOf is the name under which the failure of a turn is listed: that of an end which
// names no turn, where no other says that the turn failed.
func (all Turns) failureOf(turn string, nameless []string) string {
	failed := func(name string) bool {
		return slices.ContainsFunc(all[name].Ends, func(end values.Said) bool { return end.Value == string(TurnFailed) })
	}
	if i := slices.IndexFunc(nameless, failed); i >= 0 && !failed(turn) {
		return nameless[i]
	}
	return turn
}

// saysFailed reports whether any source states that a turn failed.
func (all Turns) saysFailed() bool {
	for _, t := range all {
		if slices.ContainsFunc(t.Ends, func(end values.Said) bool { return end.Value == string(TurnFailed) }) {
			return true
		}
	}
	return false
}
