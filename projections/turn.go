package projections

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/accounts"
)

// TurnStatus says how a turn ended.
type TurnStatus string

// The statuses of a turn. Of several ends the one counts that package accounts says.
const (
	TurnOpen        TurnStatus = "open" // nothing of its emitter shows that it is over
	TurnCompleted   TurnStatus = "completed"
	TurnInterrupted TurnStatus = "interrupted"
	TurnFailed      TurnStatus = "failed"
	TurnWithdrawn   TurnStatus = "withdrawn"
	// TurnEndNotRecorded is over, as the same emitter went on to a later turn, or as only a
	// recording leaves it open beside live events; how it ended nobody recorded.
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
	said := say(e, string(e.Kind[len("turn."):]), "")
	said.Imported = e.Source.Imported()
	if e.Kind == domain.KindTurnStarted {
		t.Starts.add(said)
	} else {
		t.Ends.add(said)
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
	Ended   Time // as the event says that tells how it ended
}

// TurnStandings resolves the status of every turn that counts: package accounts says which.
func (s *Session) TurnStandings() map[string]TurnStanding {
	s, _ = s.joined()
	back := s.takenBack()
	counts := s.accounts(back)
	last := s.lastStarts()
	out := make(map[string]TurnStanding, len(counts.Turns))
	for turn, told := range counts.Turns {
		id := string(turn)
		if told.End == accounts.None {
			out[id] = s.withoutEnd(id, told, last)
			continue
		}
		out[id] = TurnStanding{TurnStatus(told.End), []domain.EventID{told.By}, s.endedAt(id, told.By)}
	}
	for id, by := range back {
		_, recorded := s.Turns[id]
		if st, counts := out[id]; counts || !recorded {
			out[id] = TurnStanding{TurnWithdrawn, []domain.EventID{by}, st.Ended}
		}
	}
	return out
}

// endedAt is the time of the end of a turn that an event tells of.
func (s *Session) endedAt(id string, by domain.EventID) Time {
	ends := s.Turns[id].Ends
	i := slices.IndexFunc(ends, func(said Said) bool { return said.ID == by })
	if i < 0 {
		return 0
	}
	return ends[i].At
}

// withoutEnd resolves a turn whose end nobody recorded: it is open when led, and none of
// its emitters went on to a later turn or their orders leave it among the last.
func (s *Session) withoutEnd(id string, told accounts.Turn, last map[domain.EmitterID]startOf) TurnStanding {
	starts := s.Turns[id].Starts
	for i := range starts {
		own, then := &starts[i], last[starts[i].Emitter]
		if !told.Last && then.turn != id && before(own, &then.Said) {
			return TurnStanding{TurnEndNotRecorded, []domain.EventID{own.ID, then.ID}, 0}
		}
	}
	if !told.Led {
		return TurnStanding{TurnEndNotRecorded, []domain.EventID{starts.Last().ID}, 0}
	}
	return TurnStanding{TurnOpen, []domain.EventID{starts.Last().ID}, 0}
}

// lastStarts returns the last turn that each emitter started, in its own order.
func (s *Session) lastStarts() map[domain.EmitterID]startOf {
	out := map[domain.EmitterID]startOf{}
	for id, t := range s.Turns {
		for _, said := range t.Starts {
			start := startOf{said, id}
			if held, known := out[said.Emitter]; !known || compareStarts(start, held) > 0 {
				out[said.Emitter] = start
			}
		}
	}
	return out
}

// takenBack returns the turns that were withdrawn, each with an event that says so. Who is
// not trusted takes nothing back where somebody trusted tells of turns.
func (s *Session) takenBack() map[string]domain.EventID {
	out := map[string]domain.EventID{}
	heard := slices.Clone(s.Withdrawal)
	if len(heard) > 0 && s.trusted() {
		heard = slices.DeleteFunc(heard, func(w Withdrawal) bool { return !w.By.trusted() })
	}
	for _, w := range heard {
		for _, id := range w.Turns {
			out[id] = w.By.ID
		}
	}
	s.rollBack(heard, out)
	return out
}

// trusted reports whether somebody trusted tells of the turns.
func (s *Session) trusted() bool {
	for _, t := range s.Turns {
		if slices.ContainsFunc(t.Starts, Said.trusted) || slices.ContainsFunc(t.Ends, Said.trusted) {
			return true
		}
	}
	return false
}

// rollBack withdraws the last turns that an emitter had started before each of
// its withdrawals and that it had not taken back by then.
func (s *Session) rollBack(heard []Withdrawal, out map[string]domain.EventID) {
	for i := 0; i < len(heard); {
		emitter := heard[i].By.Emitter
		starts := s.startsOf(emitter)
		var stack []string
		for ; i < len(heard) && heard[i].By.Emitter == emitter; i++ {
			w := &heard[i]
			for len(starts) > 0 && before(&starts[0].Said, &w.By) {
				stack, starts = append(stack, starts[0].turn), starts[1:]
			}
			stack = slices.DeleteFunc(stack, func(id string) bool { return slices.Contains(w.Turns, id) })
			keep := max(0, len(stack)-int(min(w.Last, int64(len(stack)))))
			for _, id := range stack[keep:] {
				out[id] = w.By.ID
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
	slices.SortFunc(out, compareStarts)
	return out
}

// compareStarts orders the starts of one emitter.
func compareStarts(a, b startOf) int {
	return cmp.Or(a.Epoch.Compare(b.Epoch), cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.turn, b.turn))
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
