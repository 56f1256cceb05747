package auditcmd

import (
	"cmp"
	"maps"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"
	"github.com/clawable/claw/projections/audit"
	"github.com/clawable/claw/reports/release"
)

// found notes what a look at the clone shows of the range and the log does not hold.
func (r *releaseReader) found(scan *ship.Scan) {
	for _, f := range append(append([]ship.Found{}, scan.Found...), scan.Parted...) {
		for _, g := range unheldGaps(&f) {
			if !r.touches(&g) {
				continue
			}
			r.doc.Gaps = append(r.doc.Gaps, g)
			if g.Kind == audit.UnloggedPush {
				for _, c := range g.Commits {
					r.unheld[c] = true
				}
			}
		}
	}
}

// touches reports whether a gap is about a commit of the range, or about one that the range leaves out.
func (r *releaseReader) touches(g *audit.Gap) bool {
	for _, c := range append(append([]domain.CommitID{}, g.Commits...), g.New) {
		if r.in[c] {
			return true
		}
	}
	return false
}

// unknown returns what the log does not record about a commit, nil where it records everything.
func (r *releaseReader) unknown(c *release.Commit) map[string]domain.Unknown {
	out := map[string]domain.Unknown{}
	if _, held := r.Row(c.Commit); !held {
		out[release.UnknownCommit] = domain.UnknownNotYet // an import will say
	}
	switch {
	case len(c.Ships) > 0:
	case r.doc.Incomplete != "":
		out[release.UnknownShip] = r.doc.Incomplete
	case c.Shipped == release.ShippedUnlogged:
		out[release.UnknownShip] = domain.UnknownNotRecorded
	default:
		out[release.UnknownShip] = domain.UnknownNotYet // a scan, or a push that is still to come, will say
	}
	for name, known := range map[string]bool{release.UnknownIntent: c.Role != domain.CommitUnknown, release.UnknownApproval: len(c.Approvals) > 0,
		release.UnknownLane: len(c.Lanes)+len(c.Sessions) > 0, release.UnknownTests: r.tested(c)} {
		if !known {
			out[name] = domain.UnknownNotRecorded
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// tested reports whether a lane of a commit has a recorded run of tests.
func (r *releaseReader) tested(c *release.Commit) bool {
	for _, id := range c.Lanes {
		if len(r.doc.Lanes[id].Tested.Because) > 0 {
			return true
		}
	}
	return false
}

// isTest reports whether an event is about a run of tests.
func isTest(k domain.Kind) bool {
	return k == domain.KindTestPassed || k == domain.KindTestFailed || k == domain.KindTestHung
}

func compareStreams(a, b domain.StreamID) int { return cmp.Compare(a.String(), b.String()) }

// compareGaps orders gaps by kind and by what they are about.
func compareGaps(a, b audit.Gap) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), compareStreams(a.Ship, b.Ship), compareStreams(a.Approval, b.Approval), cmp.Compare(firstOf(a.Events), firstOf(b.Events)))
}

func firstOf(ids []domain.EventID) string {
	if len(ids) == 0 {
		return ""
	}
	return ids[0].String()
}

// countsOf counts by the texts of names.
func countsOf[K ~string](by map[K]int) map[string]int {
	counts := map[string]int{}
	for name, n := range by {
		counts[string(name)] = n
	}
	return counts
}

func sortedNames[V any](by map[string]V) []string { return slices.Sorted(maps.Keys(by)) }
