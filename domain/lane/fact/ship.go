package fact

import (
	"encoding/json"
	"slices"

	"github.com/clawable/claw/domain"
)

// readShip reads what brought commits to a ref: the push as its own run records it, or what
// a ship is known to have brought, by whatever basis.
func (f *Fact) readShip(data []byte) error {
	s := &f.Payload
	if f.Kind == domain.KindShipPushedMain {
		var p domain.ShipPushedMain
		err := json.Unmarshal(data, &p)
		f.payloadCommit(p.New)
		s.Lanes, s.Unproven, s.Basis = p.Lanes, !p.Confirmed, domain.BasisRecorded
		return err
	}
	var p struct {
		New     domain.CommitID     `json:"new"`
		Commits []domain.ShipCommit `json:"commits"`
		Basis   domain.Basis        `json:"basis"`
	}
	err := json.Unmarshal(data, &p)
	f.payloadCommit(p.New)
	s.Basis = p.Basis
	for i := range p.Commits {
		c := &p.Commits[i]
		if c.Commit != "" && c.Commit != f.Commit {
			s.Commits = append(s.Commits, c.Commit)
		}
		if c.Lane != "" {
			s.Lanes = append(s.Lanes, c.Lane)
		}
	}
	slices.Sort(s.Commits)
	slices.Sort(s.Lanes)
	s.Commits, s.Lanes = slices.Compact(s.Commits), slices.Compact(s.Lanes)
	return err
}

// Commits yields the commits that f names: the one it is about, and those of a ship.
func (f *Fact) Commits(yield func(domain.CommitID) bool) {
	if f.Commit != "" && !yield(f.Commit) {
		return
	}
	for _, c := range f.Payload.Commits {
		if !yield(c) {
			return
		}
	}
}

// NamesCommit reports whether f names a commit, which one of them may abbreviate.
func (f *Fact) NamesCommit(commit domain.CommitID) bool {
	for c := range f.Commits {
		if sameCommit(c, commit) {
			return true
		}
	}
	return false
}

// sameCommit compares object names, of which one may be abbreviated to seven digits or more.
func sameCommit(a, b domain.CommitID) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return a == b || len(a) >= 7 && b[:len(a)] == a
}
