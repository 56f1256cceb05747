package ship

import "github.com/clawable/claw/domain"

// behind finds what went to the ref before recorded pushes and is on no first-parent chain
// since: a push was not recorded, and another contributor merged its commits and made a
// recorded push. What the ref held before the recorded push leads to it. A commit that is
// recorded more often as removed than as added is looked for again, behind what was found.
func (l *Look) behind(held *shelf, recorded []*Step) []Found {
	b := &search{look: l, held: held, told: map[Move]bool{}}
	for {
		n := len(b.found)
		b.once(recorded)
		if len(b.found) == n {
			return b.found
		}
		for _, h := range b.ships[n:] {
			held.put(h, h.Commits)
		}
	}
}

// search looks for the ships of commits that no recorded ship brought.
type search struct {
	look  *Look
	held  *shelf
	told  map[Move]bool // that were found
	found []Found
	ships []*Held // that are found, as the log will hold them

	left map[domain.CommitID]bool // that are looked for
	been map[Move]bool
}

// once looks for the commits of recorded steps behind each of these.
func (b *search) once(recorded []*Step) {
	b.left, b.been = map[domain.CommitID]bool{}, map[Move]bool{}
	for _, step := range recorded {
		for _, id := range step.Commits {
			if b.held.stands(id, Move{}) == nil {
				b.left[id] = true
			}
		}
	}
	for _, step := range recorded {
		if len(b.of(step)) > 0 {
			b.before(step)
		}
	}
}

// before follows what the ref held before the recorded pushes that brought a step's commits.
func (b *search) before(step *Step) {
	for _, id := range step.Commits {
		for _, h := range b.held.brought[id] {
			m := h.Move.normal()
			if len(b.left) == 0 || !h.Recorded || b.been[m] {
				continue
			}
			b.been[m] = true
			path := Follow(b.look.History, b.look.Since, m.Old, b.look.Pulls, b.look.Said)
			for i := range path.Steps {
				b.step(&path.Steps[i])
			}
		}
	}
}

// step reports a step that brought some of what is looked for. The step itself may be off
// the ref since, as a merge that was amended. Where recorded pushes brought its commits,
// what the ref held before those is reported first.
func (b *search) step(s *Step) {
	if len(b.of(s)) > 0 && len(b.held.brought[s.New]) > 0 {
		b.before(s)
	}
	brought, m := b.of(s), b.look.move(s.Old, s.New)
	if h := b.held.of(m); len(brought) == 0 || h.Told || h.Open || b.told[m] || b.held.waits(m, s) {
		return
	}
	if !b.left[s.New] && len(b.held.brought[s.New]) == 0 {
		brought = append(brought, s.New)
	}
	for _, id := range brought {
		delete(b.left, id)
	}
	b.told[m], b.ships = true, append(b.ships, &Held{Move: m, Told: true, Commits: brought})
	b.found = append(b.found, b.look.provenance(m, s, brought))
}

// of lists what a step brought of what is looked for.
func (b *search) of(s *Step) (some []domain.CommitID) {
	for _, id := range s.Commits {
		if b.left[id] {
			some = append(some, id)
		}
	}
	return some
}
