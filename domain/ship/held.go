package ship

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// shelf answers for what the log holds.
type shelf struct {
	ships map[Move]*Held
	// brought are the recorded ships by which a commit came to the ref.
	brought map[domain.CommitID][]*Held
	// recorded are the commits that recorded ships brought to the ref, elsewhere those
	// that any ship brought to a ref that is gone.
	recorded, elsewhere map[domain.CommitID]bool
	unlogged            map[domain.CommitID]bool // that were found without a ship
	// dropped counts how often a commit was taken off the ref again, unseen how often of these by
	// moves that are recorded and that this look does not have.
	dropped, unseen map[domain.CommitID]int
}

func (l *Look) shelve() *shelf {
	s := &shelf{ships: map[Move]*Held{}, brought: map[domain.CommitID][]*Held{}, recorded: map[domain.CommitID]bool{}, elsewhere: map[domain.CommitID]bool{},
		unlogged: map[domain.CommitID]bool{}, dropped: map[domain.CommitID]int{}, unseen: map[domain.CommitID]int{}}
	looked := map[Move]bool{}
	for _, mv := range l.Moves {
		looked[l.move(mv.Old, mv.New)] = true
	}
	for _, one := range l.settled() {
		h := &one
		s.ships[h.Move.normal()] = h
		switch {
		case h.Move.Ref == l.Target.Ref:
			s.put(h, l.broughtBy(h))
			if !looked[h.Move.normal()] {
				s.drop(h.Dropped)
				count(s.unseen, h.Dropped)
			}
		case l.Gone[h.Move.Ref]:
			add(s.elsewhere, h.Commits)
		}
	}
	return s
}

// settled are the ships of the log, with open ones as the process that completes them will find them:
// one whose head the ref holds was pushed, and is then closed as recorded; it stays open here. Of any
// other nothing is recorded.
func (l *Look) settled() []Held {
	all := slices.Clone(l.Held)
	var on seen
	for i := range all {
		h := &all[i]
		if !h.Open || h.Move.Ref != l.Target.Ref {
			continue
		}
		if on == nil {
			on = seen{}
			on.take(l.History, l.Tip)
		}
		if on[h.Move.New] {
			h.Recorded = true
		} else {
			h.Open, h.Commits = false, nil
		}
	}
	return all
}

// put takes a ship to the ref, and what it brought.
func (s *shelf) put(h *Held, commits []domain.CommitID) {
	if h.Recorded {
		add(s.recorded, commits)
	}
	for _, id := range commits {
		s.brought[id] = append(s.brought[id], h)
	}
	add(s.unlogged, h.Unlogged)
}

// broughtBy lists what a ship brought: as it says, and where a recorded one does not say
// all, as history does when both of its ends are there.
func (l *Look) broughtBy(h *Held) []domain.CommitID {
	if !h.Recorded || !h.Partial {
		return h.Commits
	}
	before := seen{}
	if before.take(l.History, h.Move.Old); len(before) == 0 && !isZero(h.Move.Old) {
		return h.Commits
	}
	all, _ := before.take(l.History, h.Move.New)
	return append(all, h.Commits...)
}

func add(set map[domain.CommitID]bool, ids []domain.CommitID) {
	for _, id := range ids {
		set[id] = true
	}
}

func count(times map[domain.CommitID]int, ids []domain.CommitID) {
	for _, id := range ids {
		times[id]++
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

// stands returns the ship by which a commit came to the ref, preferring a recorded one that is not
// open; nil when only m brought it, or when it was dropped as many times as it came.
func (s *shelf) stands(id domain.CommitID, m Move) (by *Held) {
	times := 0
	for _, h := range s.brought[id] {
		if h.Move.normal() == m {
			continue
		}
		if times++; by == nil || by.Open || h.Recorded && !h.Open {
			by = h
		}
	}
	if times <= s.dropped[id] {
		return nil
	}
	return by
}

// drop notes that commits were taken off the ref.
func (s *shelf) drop(ids []domain.CommitID) { count(s.dropped, ids) }

// land notes that commits came to the ref with a ship of the log, whatever was before.
func (s *shelf) land(ids []domain.CommitID) {
	for _, id := range ids {
		delete(s.dropped, id)
	}
}

// foretold reports whether a recorded move that this look does not have dropped a commit. The record
// of one drop accounts for one.
func (s *shelf) foretold(id domain.CommitID) bool {
	told := s.unseen[id] > 0
	if told {
		s.unseen[id]--
	}
	return told
}

// fresh lists the commits that landed with a step and not with another ship of the log:
// an amended merge does not bring again what the merge had brought.
func (s *shelf) fresh(m Move, step *Step) []domain.CommitID {
	return slices.DeleteFunc(slices.Clone(step.Commits), func(id domain.CommitID) bool {
		return id != step.New && s.stands(id, m) != nil
	})
}

// waits reports whether a step brought what an open ship may have brought before it: the process that
// completes that ship records it, or never will. A ship is recorded once, and so not before.
func (s *shelf) waits(m Move, step *Step) bool {
	return slices.ContainsFunc(step.Commits, func(id domain.CommitID) bool {
		by := s.stands(id, m)
		return id != step.New && by != nil && by.Open
	})
}

// step looks for the ship of a step, of which some commits are fresh. A ship that was recorded in
// part is recorded again when all of it is available and an event can name it; one that was recorded
// by rules that were corrected is recorded anew, unless less of it is available.
func (s *shelf) step(m Move, step *Step, fresh []domain.CommitID) holding {
	h, by := s.of(m), s.stands(step.New, m)
	again := h.Partial && step.CommitsUnknown == "" && len(fresh) <= mostCommits || h.Outdated && (h.Partial || step.CommitsUnknown == "")
	switch {
	case h.Recorded, by != nil && by.Recorded:
		return heldRecorded
	case h.Told && !again, by != nil, s.elsewhere[step.New], s.waits(m, step):
		return heldDerived
	}
	return notHeld
}
