package lane

import (
	"encoding/json"
	"slices"

	"github.com/clawable/claw/domain"
)

// readShip reads what brought commits to a ref: the push as its own run tells it, or what
// a ship is known to have brought, by whatever basis.
func (f *Fact) readShip(data []byte) error {
	s := &f.Said
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

// commits yields the commits that f names: the one it is about, and those of a ship.
func (f *Fact) commits(yield func(domain.CommitID) bool) {
	if f.Commit != "" && !yield(f.Commit) {
		return
	}
	for _, c := range f.Said.Commits {
		if !yield(c) {
			return
		}
	}
}

// names reports whether f names a commit, which one of them may abbreviate.
func (f *Fact) names(commit domain.CommitID) bool {
	for c := range f.commits {
		if sameCommit(c, commit) {
			return true
		}
	}
	return false
}

// pushed returns what shows that the claim's work reached a ref: a push that was read
// back, and ships that brought the commit which the claim names. For a claim that names none the
// ships together hold each commit that the lane's events tell of.
func (e *examination) pushed() []int {
	shown, ships := e.shown(domain.KindShipPushedMain), e.shown(domain.KindShipProvenance)
	if e.commit == "" && !e.landed(ships) {
		return shown
	}
	return slices.Concat(shown, ships)
}

// landed reports whether ships hold each commit that the lane told of and did not supersede.
func (e *examination) landed(ships []int) bool {
	d := e.d
	for _, i := range e.speaks {
		f := d.facts[i]
		if f.Kind != domain.KindLaneCommitCreated || f.Said.Superseded || f.Commit == "" {
			continue
		}
		if !slices.ContainsFunc(ships, func(s int) bool { return d.facts[s].names(f.Commit) }) {
			return false
		}
	}
	return true
}

// basis is the best of how the found ships are known, "" when none is.
func (e *examination) basis() domain.Basis {
	for _, b := range [...]domain.Basis{domain.BasisRecorded, domain.BasisObjects, domain.BasisStated, domain.BasisAssumed} {
		if slices.ContainsFunc(e.found, func(i int) bool { return e.d.facts[i].Said.Basis == b }) {
			return b
		}
	}
	return ""
}
