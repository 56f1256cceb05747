package ship

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// What is recorded about a move other than all that a ship brought, in ids.
const (
	partPartial   = "partial"
	partRewritten = "rewritten"
	partUnlogged  = "unlogged"
)

// mostCommits is how many commits an event of the log names; of more the rest is unknown.
const mostCommits = 2500

// provenance reports which commits a step brought. Git objects record neither who pushed
// nor when.
func (l *Look) provenance(m Move, s *Step, brought []domain.CommitID) Found {
	p := domain.ShipProvenance{ShipTarget: l.Target, Old: s.Old, New: s.New, SourceBranch: domain.NotKnown[domain.Branch](domain.UnknownNotRecorded),
		BaseCommit: domain.Known(s.Old), HeadCommit: s.New, Tree: s.Tree, CommitRange: Range(s.Old, s.New),
		MergeMethod: s.Method, Basis: s.Basis, Actor: domain.NotKnown[domain.Actor](domain.UnknownNotRecorded),
		PushedAt: domain.UnknownInstant(domain.UnknownNotRecorded), Stated: s.Stated}
	if isZero(s.Old) {
		p.BaseCommit = domain.NotKnown[domain.CommitID](domain.UnknownNotApplicable)
	}
	if s.Source != "" {
		p.HeadCommit = s.Source
	}
	if s.Pull != nil {
		p.PRNumber = s.Pull.Number
		if s.Pull.Branch != "" {
			p.SourceBranch = domain.Known(s.Pull.Branch)
		}
	}
	last, unknown := newest(brought, s.CommitsUnknown)
	p.CommitsUnknown, p.Commits = unknown, Roles(last, nil)
	for i := range p.Commits {
		c, _ := l.History.Commit(p.Commits[i].Commit)
		p.Commits[i].PatchID = c.PatchID
	}
	f := Found{Move: m, Payload: &p, Edition: scanRevision}
	if f.ID, f.Replaces = m.scanned(); unknown != "" {
		f.ID, f.Replaces = m.scanned(partPartial)
	}
	return f
}

// newest keeps as many commits as an event names.
func newest(ids []domain.CommitID, unknown domain.Unknown) ([]domain.CommitID, domain.Unknown) {
	if len(ids) <= mostCommits {
		return ids, unknown
	}
	return ids[len(ids)-mostCommits:], domain.UnknownUnavailable
}

// moved reports what the moves of the ref show and no ship of the log records: history
// that a push replaced, and commits that no recorded ship brought while the log followed
// the ref. A commit is found once, however often the ref moved over it. What the moves
// took off the ref is counted in held.
func (l *Look) moved(held *shelf) []Found {
	var out []Found
	had := seen{}
	for _, mv := range l.Moves {
		if mv.First {
			if f, ok := l.first(mv, held, had); ok {
				out = append(out, f)
			}
			continue
		}
		had.take(l.History, mv.Old)
		added, cut := had.take(l.History, mv.New)
		m := l.move(mv.Old, mv.New)
		h := held.of(m)
		if f, ok := l.rewritten(mv, m, held); ok {
			out = append(out, f)
		}
		held.land(h.Commits)
		if h.Recorded {
			continue // its recorder stated what it was
		}
		if f, ok := l.unlogged(mv, m, held, added, cut); ok && len(h.Unlogged) == 0 {
			out = append(out, f)
		}
	}
	return out
}

// rewritten reports what a move took off the ref, unless that is recorded: for this move,
// or for one that came between two looks.
func (l *Look) rewritten(mv Moved, m Move, held *shelf) (Found, bool) {
	h := held.of(m)
	if h.Recorded || h.Rewritten {
		held.drop(h.Dropped)
		return Found{}, false
	}
	dropped := slices.DeleteFunc(l.dropped(mv), held.foretold)
	if len(dropped) == 0 {
		return Found{}, false
	}
	held.drop(dropped)
	last, _ := newest(dropped, "")
	return Found{ID: m.Rewriting(), Move: m, Causes: []domain.EventID{mv.Event},
		Payload: &domain.ShipRewritten{ShipTarget: l.Target, Old: m.Old, New: m.New, Dropped: last}}, true
}

// dropped lists the commits that a move took off the ref, as far as history shows.
func (l *Look) dropped(mv Moved) []domain.CommitID {
	if isZero(mv.Old) || isZero(mv.New) {
		return nil
	}
	chain, cut := firstParents(l.History, mv.Old, mv.New)
	if cut || mv.Old == mv.New || standsOn(chain, mv.Old) {
		return nil
	}
	dropped, _ := rewritten(l.History, mv.Old, mv.New, chain)
	return dropped
}

func (l *Look) unlogged(mv Moved, m Move, held *shelf, added []domain.CommitID, cut bool) (Found, bool) {
	var left []domain.CommitID
	for _, id := range added {
		if !held.recorded[id] && !held.unlogged[id] {
			left = append(left, id)
		}
	}
	if len(left) == 0 {
		return Found{}, false
	}
	unknown := domain.Unknown("")
	if cut {
		unknown = notHere
	}
	last, unknown := newest(left, unknown)
	return Found{ID: m.event(partUnlogged), Move: m, Causes: []domain.EventID{mv.Event},
		Payload: &domain.ShipUnloggedPushFound{ShipTarget: l.Target, Old: m.Old, New: m.New, Commits: last, CommitsUnknown: unknown}}, true
}
