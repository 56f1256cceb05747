package sessions

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/accounts"
	"github.com/clawable/claw/projections/entitykey"
	"github.com/clawable/claw/projections/values"
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
	// TurnEndNotRecorded is over, as the same emitter moved on to a later turn, or as only
	// a recording leaves it open beside live events; how it ended was not recorded.
	TurnEndNotRecorded TurnStatus = "end_not_recorded"
)

// Enum lists the values.
func (TurnStatus) Enum() []string {
	return []string{string(TurnOpen), string(TurnCompleted), string(TurnInterrupted), string(TurnFailed), string(TurnWithdrawn),
		string(TurnEndNotRecorded)}
}

// Turn is one prompt to its end, within its session.
type Turn struct {
	Ends  values.Register `json:"ends,omitzero"` // statuses
	Model values.Pick     `json:"model,omitzero"`
	// Starts holds where each emitter counts the turn; the value is "started".
	Starts values.Register `json:"starts,omitzero"`
}

// Turns are the turns of a session by their ids; that of an event that names no turn has
// the key of the event.
type Turns map[string]Turn

// Withdrawal is one record that turns were taken back: by name, or the last ones
// that its emitter had counted.
type Withdrawal struct {
	By    values.Said `json:"by"`
	Last  int64       `json:"last,omitzero"`
	Turns []string    `json:"turns,omitzero"`
}

func compareWithdrawals(a, b Withdrawal) int {
	return cmp.Or(a.By.Compare(&b.By), cmp.Compare(a.Last, b.Last), slices.Compare(a.Turns, b.Turns))
}

func (s *Session) turn(e *domain.Event, model string) {
	id := cmp.Or(string(e.Subject.Turn.Value), entitykey.OfEvent(e.ID))
	if s.Turns == nil {
		s.Turns = Turns{}
	}
	t := s.Turns[id]
	said := values.Say(e, string(e.Kind[len("turn."):]), "")
	said.Imported = e.Source.Imported()
	if e.Kind == domain.KindTurnStarted {
		t.Starts.Add(said)
		t.Model.Offer(e.ID, model)
	} else {
		t.Ends.Add(said)
	}
	s.Turns[id] = t
}

func (s *Session) withdraw(e *domain.Event, p *Data) {
	w := Withdrawal{By: values.Say(e, "withdrawn", ""), Last: p.last, Turns: p.turns}
	i, held := slices.BinarySearchFunc(s.Withdrawal, w, compareWithdrawals)
	if !held {
		s.Withdrawal = slices.Insert(s.Withdrawal, i, w)
	}
}

// TurnStanding is the status of a turn, and the events that decide it.
type TurnStanding struct {
	Status  TurnStatus
	Because []domain.EventID
	Ended   values.Time // by the event that records how it ended
}

// TurnStandings resolves the status of every turn that counts: package accounts says which.
func (s *Session) TurnStandings() map[string]TurnStanding {
	turns, _ := s.Turns.joined()
	back := turns.takenBack(s.Withdrawal)
	counts := turns.accounts(back)
	last := turns.lastStarts()
	out := make(map[string]TurnStanding, len(counts.Turns))
	for turn, told := range counts.Turns {
		id := string(turn)
		if told.End == accounts.None {
			out[id] = turns.withoutEnd(id, told, last)
			continue
		}
		out[id] = TurnStanding{TurnStatus(told.End), []domain.EventID{told.By}, turns.endedAt(id, told.By)}
	}
	for id, by := range back {
		_, recorded := turns[id]
		if st, counts := out[id]; counts || !recorded {
			out[id] = TurnStanding{TurnWithdrawn, []domain.EventID{by}, st.Ended}
		}
	}
	return out
}

// endedAt is the time at which a turn ended by the event by.
func (all Turns) endedAt(id string, by domain.EventID) values.Time {
	ends := all[id].Ends
	i := slices.IndexFunc(ends, func(said values.Said) bool { return said.ID == by })
	if i < 0 {
		return 0
	}
	return ends[i].At
}

// withoutEnd resolves a turn without a recorded end: it is open when led, and none of its
// emitters moved on to a later turn or their orders leave it among the last.
func (all Turns) withoutEnd(id string, told accounts.Turn, last map[domain.EmitterID]startOf) TurnStanding {
	starts := all[id].Starts
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
func (all Turns) lastStarts() map[domain.EmitterID]startOf {
	out := map[domain.EmitterID]startOf{}
	for id, t := range all {
		for _, said := range t.Starts {
			start := startOf{said, id}
			if held, known := out[said.Emitter]; !known || compareStarts(start, held) > 0 {
				out[said.Emitter] = start
			}
		}
	}
	return out
}

// takenBack returns the turns that were withdrawn, each with an event that withdraws it. An
// untrusted event withdraws nothing where a trusted one records turns.
func (all Turns) takenBack(heard []Withdrawal) map[string]domain.EventID {
	out := map[string]domain.EventID{}
	if len(heard) > 0 && all.trusted() {
		heard = slices.DeleteFunc(slices.Clone(heard), func(w Withdrawal) bool { return !w.By.Trusted() })
	}
	for _, w := range heard {
		for _, id := range w.Turns {
			out[id] = w.By.ID
		}
	}
	all.rollBack(heard, out)
	return out
}

// trusted reports whether a trusted event records the turns.
func (all Turns) trusted() bool {
	for _, t := range all {
		if slices.ContainsFunc(t.Starts, values.Said.Trusted) || slices.ContainsFunc(t.Ends, values.Said.Trusted) {
			return true
		}
	}
	return false
}

// rollBack withdraws the last turns that an emitter had started before each of
// its withdrawals and that it had not taken back by then.
func (all Turns) rollBack(heard []Withdrawal, out map[string]domain.EventID) {
	for i := 0; i < len(heard); {
		emitter := heard[i].By.Emitter
		starts := all.startsOf(emitter)
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
	values.Said
	turn string
}

// startsOf lists the turns that an emitter started, in its own order.
func (all Turns) startsOf(emitter domain.EmitterID) []startOf {
	var out []startOf
	for id, t := range all {
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

func before(a, b *values.Said) bool {
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
