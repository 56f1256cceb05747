package values

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/statejson"
)

// Sighting records that an item was recorded in a session. The same item is in
// several when a resumed session repeats its history, or a transcript embeds
// the messages of a subagent.
type Sighting struct {
	First   Time             `json:"first,omitzero"` // least observed_at
	Session domain.SessionID `json:"session,omitzero"`
	Turn    domain.TurnID    `json:"turn,omitzero"` // the least that is named
}

// Sightings are sorted by session, each once.
type Sightings []Sighting

// See adds that a session saw the item at a time, in a turn, "" for none.
func (s *Sightings) See(session domain.SessionID, at Time, turn domain.TurnID) {
	i, held := slices.BinarySearchFunc(*s, session, func(x Sighting, id domain.SessionID) int {
		return cmp.Compare(x.Session, id)
	})
	if !held {
		*s = slices.Insert(*s, i, Sighting{Session: session})
	}
	x := &(*s)[i]
	Earliest(&x.First, at)
	if turn != "" && (x.Turn == "" || turn < x.Turn) {
		x.Turn = turn
	}
}

// SeeIn adds the session, the time and the turn of an event.
func (s *Sightings) SeeIn(e *domain.Event) { s.See(e.Session(), TimeOf(e), e.Subject.Turn.Value) }

// Owner is the sighting for which the item counts: the least (first observed,
// unknown last; session).
func (s Sightings) Owner() Sighting {
	var best Sighting
	for i, x := range s {
		if i == 0 || x.First.Before(best.First) {
			best = x
		}
	}
	return best
}

// AppendMember writes a member.
func (s Sightings) AppendMember(w *statejson.Writer, n string) {
	w.Name(n)
	w.Open('[')
	for _, x := range s {
		w.Comma()
		w.Open('{')
		x.First.AppendMember(w, "first")
		w.Text("session", string(x.Session))
		w.Text("turn", string(x.Turn))
		w.Close('}')
	}
	w.Close(']')
}
