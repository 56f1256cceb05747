package evidence

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// pushed returns the facts that show that the claim's work reached a ref: pushes that were read
// back, and ships that brought the commit that the claim names. For a claim that names no commit,
// the ships count when together they hold each commit that the lane's events name.
func (e *examination) pushed() []int {
	shown, ships := e.shown(domain.KindShipPushedMain), e.shown(domain.KindShipProvenance)
	if e.commit == "" && !e.landed(ships) {
		return shown
	}
	return slices.Concat(shown, ships)
}

// landed reports whether ships hold each commit of the lane that was not superseded.
func (e *examination) landed(ships []int) bool {
	l := e.l
	for _, i := range e.speaks {
		f := l.facts[i]
		if f.Kind != domain.KindLaneCommitCreated || f.Payload.Superseded || f.Commit == "" {
			continue
		}
		if !slices.ContainsFunc(ships, func(s int) bool { return l.facts[s].NamesCommit(f.Commit) }) {
			return false
		}
	}
	return true
}

// basis returns the best basis on which the found ships are known, "" without ships.
func (e *examination) basis() domain.Basis {
	for _, b := range [...]domain.Basis{domain.BasisRecorded, domain.BasisObjects, domain.BasisStated, domain.BasisAssumed} {
		if slices.ContainsFunc(e.found, func(i int) bool { return e.l.facts[i].Payload.Basis == b }) {
			return b
		}
	}
	return ""
}
