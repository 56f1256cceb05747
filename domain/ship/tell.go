package ship

import "github.com/clawable/claw/domain"

// What else than all that a ship brought is told of a move, in ids.
const (
	partPartial   = "partial"
	partRewritten = "rewritten"
	partUnlogged  = "unlogged"
)

// mostCommits is how many commits an event of the log names; of more the rest is unknown.
const mostCommits = 2500

// provenance tells what a step brought. Git objects know neither who pushed nor when.
func (l *Look) provenance(s *Step) Found {
	p := domain.ShipProvenance{ShipTarget: l.Target, Old: s.Old, New: s.New, SourceBranch: domain.NotKnown[domain.Branch](domain.UnknownNotRecorded),
		BaseCommit: domain.Known(s.Old), HeadCommit: s.New, Tree: s.Tree, CommitRange: Range(s.Old, s.New),
		MergeMethod: s.Method, Basis: s.Basis, Actor: domain.NotKnown[domain.Actor](domain.UnknownNotRecorded),
		PushedAt: domain.UnknownInstant(domain.UnknownNotRecorded)}
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
	last, unknown := newest(s.Commits, s.CommitsUnknown)
	p.CommitsUnknown, p.Commits = unknown, Roles(last, nil)
	for i := range p.Commits {
		c, _ := l.History.Commit(p.Commits[i].Commit)
		p.Commits[i].PatchID = c.PatchID
	}
	m := l.move(s.Old, s.New)
	f := Found{ID: m.Provenance(), Move: m, Payload: &p}
	if unknown != "" {
		f.ID = m.event(partPartial)
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

// moved tells of the moves of the ref what no ship of the log says: history that a push
// replaced, and commits that no recorded ship brought while the log followed the ref. A
// commit is found once, however often the ref moved over it.
func (l *Look) moved(held *shelf) []Found {
	var out []Found
	had := seen{}
	for _, mv := range l.Moves {
		if !isZero(mv.Old) {
			had.take(l.History, mv.Old)
		}
		added, cut := had.take(l.History, mv.New)
		if mv.First {
			continue
		}
		m := l.move(mv.Old, mv.New)
		h := held.of(m)
		if h.Recorded {
			continue // who recorded it said what it was
		}
		if f, ok := l.rewritten(mv, m); ok && !h.Rewritten {
			out = append(out, f)
		}
		if f, ok := l.unlogged(mv, m, held, added, cut); ok && len(h.Unlogged) == 0 {
			out = append(out, f)
		}
	}
	return out
}

func (l *Look) rewritten(mv Moved, m Move) (Found, bool) {
	if isZero(mv.Old) || isZero(mv.New) {
		return Found{}, false
	}
	dropped := Follow(l.History, mv.Old, mv.New, nil).Dropped
	if len(dropped) == 0 {
		return Found{}, false
	}
	last, _ := newest(dropped, "")
	return Found{ID: m.Rewriting(), Move: m, Causes: []domain.EventID{mv.Event},
		Payload: &domain.ShipRewritten{ShipTarget: l.Target, Old: m.Old, New: m.New, Dropped: last}}, true
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
