package ship

import "github.com/clawable/claw/domain"

// shelf answers for what the log holds.
type shelf struct {
	ships map[Move]*Held
	// recorded are the commits that recorded ships brought to the ref, elsewhere those
	// that any ship brought to a ref that is gone.
	recorded, elsewhere map[domain.CommitID]bool
	unlogged            map[domain.CommitID]bool // that were found without a ship
}

func (l *Look) shelve() *shelf {
	s := &shelf{ships: map[Move]*Held{}, recorded: map[domain.CommitID]bool{}, elsewhere: map[domain.CommitID]bool{}, unlogged: map[domain.CommitID]bool{}}
	for i := range l.Held {
		h := &l.Held[i]
		s.ships[h.Move.normal()] = h
		switch here := h.Move.Ref == l.Target.Ref; {
		case here && h.Recorded:
			add(s.recorded, h.Commits)
		case !here && l.Gone[h.Move.Ref]:
			add(s.elsewhere, h.Commits)
		}
		if h.Move.Ref == l.Target.Ref {
			add(s.unlogged, h.Unlogged)
		}
	}
	return s
}

func add(set map[domain.CommitID]bool, ids []domain.CommitID) {
	for _, id := range ids {
		set[id] = true
	}
}

// holding says how the log holds a step.
type holding uint8

const (
	notHeld holding = iota + 1
	heldDerived
	heldRecorded
)

// of returns the ship of a move, an empty one when the log holds none.
func (s *shelf) of(m Move) *Held {
	if h := s.ships[m]; h != nil {
		return h
	}
	return &Held{}
}

// step looks for the ship of a step. One that was told in part is told again when all
// of it is there, and an event can name it.
func (s *shelf) step(m Move, step *Step) holding {
	h := s.of(m)
	again := h.Partial && step.CommitsUnknown == "" && len(step.Commits) <= mostCommits
	switch {
	case h.Recorded, s.recorded[step.New]:
		return heldRecorded
	case h.Told && !again, s.elsewhere[step.New]:
		return heldDerived
	}
	return notHeld
}
