package projections

import (
	"cmp"
	"maps"
	"slices"

	"github.com/clawable/claw/domain"
)

// TurnStatus says how a turn ended.
type TurnStatus string

// The statuses of a turn. Of several ends the one that [Register] lets stand counts.
const (
	TurnOpen        TurnStatus = "open" // nothing of its emitter shows that it is over
	TurnCompleted   TurnStatus = "completed"
	TurnInterrupted TurnStatus = "interrupted"
	TurnFailed      TurnStatus = "failed"
	TurnWithdrawn   TurnStatus = "withdrawn"
	// TurnEndNotRecorded is over, as the same emitter went on to a later turn; how it
	// ended nobody recorded.
	TurnEndNotRecorded TurnStatus = "end_not_recorded"
)

// Enum lists the values.
func (TurnStatus) Enum() []string {
	return []string{string(TurnOpen), string(TurnCompleted), string(TurnInterrupted), string(TurnFailed), string(TurnWithdrawn),
		string(TurnEndNotRecorded)}
}

// Turn is one prompt to its end, within its session.
type Turn struct {
	Ends Register `json:"ends,omitzero"` // statuses
	// Starts holds where each emitter counts the turn; the value is "started".
	Starts Register `json:"starts,omitzero"`
}

// Withdrawal is one record that turns were taken back: by name, or the last ones
// that its emitter had counted.
type Withdrawal struct {
	By    Said     `json:"by"`
	Last  int64    `json:"last,omitzero"`
	Turns []string `json:"turns,omitzero"`
}

func compareWithdrawals(a, b Withdrawal) int {
	return cmp.Or(cmp.Compare(a.By.Emitter, b.By.Emitter), a.By.Epoch.Compare(b.By.Epoch), cmp.Compare(a.By.Seq, b.By.Seq),
		compareTail(&a.By, &b.By), cmp.Compare(a.Last, b.Last), slices.Compare(a.Turns, b.Turns))
}

func (s *Session) turn(e *domain.Event) {
	id := cmp.Or(string(e.Subject.Turn.Value), eventKey+e.ID.String())
	if s.Turns == nil {
		s.Turns = map[string]Turn{}
	}
	t := s.Turns[id]
	if e.Kind == "turn.started" {
		t.Starts.add(say(e, "started", ""))
	} else {
		t.Ends.add(say(e, string(e.Kind[len("turn."):]), ""))
	}
	s.Turns[id] = t
}

func (s *Session) withdraw(e *domain.Event, p *sessionData) {
	w := Withdrawal{By: say(e, "withdrawn", ""), Last: p.last, Turns: p.turns}
	i, held := slices.BinarySearchFunc(s.Withdrawal, w, compareWithdrawals)
	if !held {
		s.Withdrawal = slices.Insert(s.Withdrawal, i, w)
	}
}

// TurnStanding is the status of a turn, and the events that decide it.
type TurnStanding struct {
	Status  TurnStatus
	Because []domain.EventID
}

// TurnStandings resolves the status of every turn that counts: those of one telling.
func (s *Session) TurnStandings() map[string]TurnStanding {
	s, _ = s.joined()
	out := make(map[string]TurnStanding, len(s.Turns))
	last := map[domain.EmitterID]startOf{}
	for id, t := range s.Turns {
		if end := t.Ends.Last(); end != nil {
			out[id] = TurnStanding{TurnStatus(end.Value), []domain.EventID{end.ID}}
			continue
		}
		out[id] = s.withoutEnd(id, t.Starts, last)
	}
	for _, w := range s.Withdrawal {
		for _, id := range w.Turns {
			out[id] = TurnStanding{TurnWithdrawn, []domain.EventID{w.By.ID}}
		}
	}
	s.rollBack(out)
	told := s.telling()
	maps.DeleteFunc(out, func(id string, _ TurnStanding) bool {
		_, recorded := s.Turns[id]
		return recorded && !told[id]
	})
	return out
}

// withoutEnd resolves a turn whose end nobody recorded; last keeps the last start
// of each emitter that was asked for.
func (s *Session) withoutEnd(id string, starts Register, last map[domain.EmitterID]startOf) TurnStanding {
	for i := range starts {
		own := &starts[i]
		then, asked := last[own.Emitter]
		if !asked {
			all := s.startsOf(own.Emitter)
			then = all[len(all)-1]
			last[own.Emitter] = then
		}
		if then.turn != id && before(own, &then.Said) {
			return TurnStanding{TurnEndNotRecorded, []domain.EventID{own.ID, then.ID}}
		}
	}
	return TurnStanding{TurnOpen, []domain.EventID{starts.Last().ID}}
}

// rollBack withdraws the last turns that an emitter had started before each of
// its withdrawals and that it had not taken back by then.
func (s *Session) rollBack(out map[string]TurnStanding) {
	for i := 0; i < len(s.Withdrawal); {
		emitter := s.Withdrawal[i].By.Emitter
		starts := s.startsOf(emitter)
		var stack []string
		for ; i < len(s.Withdrawal) && s.Withdrawal[i].By.Emitter == emitter; i++ {
			w := &s.Withdrawal[i]
			for len(starts) > 0 && before(&starts[0].Said, &w.By) {
				stack, starts = append(stack, starts[0].turn), starts[1:]
			}
			stack = slices.DeleteFunc(stack, func(id string) bool { return slices.Contains(w.Turns, id) })
			keep := max(0, len(stack)-int(min(w.Last, int64(len(stack)))))
			for _, id := range stack[keep:] {
				out[id] = TurnStanding{TurnWithdrawn, []domain.EventID{w.By.ID}}
			}
			stack = stack[:keep]
		}
	}
}

type startOf struct {
	Said
	turn string
}

// startsOf lists the turns that an emitter started, in its own order.
func (s *Session) startsOf(emitter domain.EmitterID) []startOf {
	var out []startOf
	for id, t := range s.Turns {
		for _, said := range t.Starts {
			if said.Emitter == emitter {
				out = append(out, startOf{said, id})
			}
		}
	}
	slices.SortFunc(out, func(a, b startOf) int {
		return cmp.Or(a.Epoch.Compare(b.Epoch), cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.turn, b.turn))
	})
	return out
}

func before(a, b *Said) bool {
	return cmp.Or(a.Epoch.Compare(b.Epoch), cmp.Compare(a.Seq, b.Seq)) < 0
}

// CountTurns counts turns by status.
func (s *Session) CountTurns() map[TurnStatus]int {
	counts := map[TurnStatus]int{}
	for _, t := range s.TurnStandings() {
		counts[t.Status]++
	}
	return counts
}
