package projections

import (
	"cmp"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/calls"
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

func (s *Sightings) see(session domain.SessionID, at Time, turn domain.TurnID) {
	i, held := slices.BinarySearchFunc(*s, session, func(x Sighting, id domain.SessionID) int {
		return cmp.Compare(x.Session, id)
	})
	if !held {
		*s = slices.Insert(*s, i, Sighting{Session: session})
	}
	x := &(*s)[i]
	earliest(&x.First, at)
	if turn != "" && (x.Turn == "" || turn < x.Turn) {
		x.Turn = turn
	}
}

func (s *Sightings) seeIn(e *domain.Event) { s.see(e.Session(), timeOf(e), e.Subject.Turn.Value) }

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

// itemKey names what must count once: an item whose id is unique, across the sessions of
// its source, which copy it; another one within its session, as other sessions give out
// the same ids. An event that names no item stands for itself.
func itemKey(e *domain.Event) string {
	item := e.Subject.Item.Value
	switch {
	case item == "":
		return eventKey + e.ID.String()
	case calls.Unique(item):
		source, _, _ := strings.Cut(string(e.Session()), "/")
		return source + "/" + string(item)
	}
	return ownKey(e.Session(), item)
}

// ownKey is the key of an item that only its session knows by this id.
func ownKey(session domain.SessionID, item domain.ItemID) string {
	return string(session) + ownMark + string(item)
}

// ownMark stands between a session and an item of its own in keys.
const ownMark = "//"

// ItemOf takes the item out of an entity's key.
func ItemOf(key string) domain.ItemID {
	if id, ok := strings.CutPrefix(key, eventKey); ok {
		return domain.ItemID(id)
	}
	if _, item, own := strings.Cut(key, ownMark); own {
		if words, call := WordsOf(key); call {
			_, item, _ = strings.Cut(words, ownMark)
		}
		return domain.ItemID(item)
	}
	_, item, _ := strings.Cut(key, "/")
	return domain.ItemID(item)
}
