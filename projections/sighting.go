package projections

import (
	"cmp"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
)

// Sighting says that an item was recorded in a session. The same item stands in
// several when a resumed session repeats its history, or a transcript embeds
// the messages of a subagent.
type Sighting struct {
	First   Time             `json:"first,omitzero"` // least observed_at
	Session domain.SessionID `json:"session,omitzero"`
	Turn    domain.TurnID    `json:"turn,omitzero"` // the least that is named
}

// Sightings are sorted by session, each once.
type Sightings []Sighting

func (s *Sightings) see(e *domain.Event) {
	i, held := slices.BinarySearchFunc(*s, e.Session(), func(x Sighting, id domain.SessionID) int {
		return cmp.Compare(x.Session, id)
	})
	if !held {
		*s = slices.Insert(*s, i, Sighting{Session: e.Session()})
	}
	x := &(*s)[i]
	earliest(&x.First, timeOf(e))
	if turn := e.Subject.Turn.Value; turn != "" && (x.Turn == "" || turn < x.Turn) {
		x.Turn = turn
	}
}

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

// itemKey names what must count once: an item of a source, across the sessions
// of that source; an event that names no item stands for itself.
func itemKey(e *domain.Event) string {
	item := string(e.Subject.Item.Value)
	if item == "" {
		return "event:" + e.ID.String()
	}
	source, _, _ := strings.Cut(string(e.Session()), "/")
	return source + "/" + item
}
