package ship

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// Stage is how far a recorded ship went.
type Stage string

// The stages, in their order.
const (
	Unrecorded Stage = ""         // not intended, as far as the stream records
	Prepared   Stage = "prepared" // the ship is intended
	Selected   Stage = "selected" // the range is locked
	Merged     Stage = "merged"   // the commits are in the target, here
	Pushed     Stage = "pushed"   // the remote was asked to take them
	Closed     Stage = "closed"   // what it brought is recorded
)

// Contradiction is why the events of a ship cannot all be so.
type Contradiction string

// The contradictions.
const (
	OutOfOrder    Contradiction = "out_of_order"   // a step before the one that it rests on
	TwoIntents    Contradiction = "two_intents"    // prepared again, as something else
	TwoSelections Contradiction = "two_selections" // another range was locked before
	OtherMove     Contradiction = "other_move"     // it is about another target or other commits
	OtherTree     Contradiction = "other_tree"     // what landed is not what was prepared
	TwoAccounts   Contradiction = "two_accounts"   // what it brought is recorded twice, differently
	AfterClose    Contradiction = "after_close"    // a step after all was recorded
)

// Conflict is an event that contradicts the ones before it.
type Conflict struct {
	Event domain.EventID
	Kind  domain.Kind
	Says  Contradiction
}

// Intent is what the stream of one ship says, in revision order. The first event of each
// step counts; what contradicts it is kept in Conflicts and changes nothing.
type Intent struct {
	Stream     domain.StreamID
	Revision   domain.Revision
	Prepared   *domain.ShipPrepared
	Locked     *domain.ShipCommitsSelected // one that states an intent before one that does not
	Merged     *domain.ShipMerged
	Pushed     *domain.ShipPushedMain // a confirmed one before others
	Provenance *domain.ShipProvenance
	Rewritten  *domain.ShipRewritten
	Unlogged   *domain.ShipUnloggedPushFound
	// By names the event of each step that counts.
	By        map[domain.Kind]domain.EventID
	Conflicts []Conflict
}

// Apply folds the next event of the stream. It is total.
func (in *Intent) Apply(e *domain.Event, p domain.ShipPayload) {
	in.Stream, in.Revision = e.Stream, e.Revision
	says, counts := in.judge(p)
	if says != "" {
		in.Conflicts = append(in.Conflicts, Conflict{e.ID, p.Kind(), says})
	}
	if !counts {
		return
	}
	if in.By == nil {
		in.By = map[domain.Kind]domain.EventID{}
	}
	in.By[p.Kind()] = e.ID
	switch p := p.(type) {
	case *domain.ShipPrepared:
		in.Prepared = p
	case *domain.ShipCommitsSelected:
		in.Locked = p
	case *domain.ShipMerged:
		in.Merged = p
	case *domain.ShipPushedMain:
		in.Pushed = p
	case *domain.ShipProvenance:
		in.Provenance = p
	case *domain.ShipRewritten:
		in.Rewritten = p
	case *domain.ShipUnloggedPushFound:
		in.Unlogged = p
	}
}

// judge says what the next event contradicts, "" for nothing, and whether it counts.
func (in *Intent) judge(p domain.ShipPayload) (says Contradiction, counts bool) {
	switch p := p.(type) {
	case *domain.ShipPrepared:
		return in.judgePrepared(p)
	case *domain.ShipCommitsSelected:
		return in.judgeSelected(p)
	case *domain.ShipMerged:
		return in.judgeMerged(p)
	case *domain.ShipPushedMain:
		return in.judgePushed(p)
	case *domain.ShipProvenance:
		return in.judgeProvenance(p)
	case *domain.ShipRewritten:
		return "", in.Rewritten == nil
	case *domain.ShipUnloggedPushFound:
		return "", in.Unlogged == nil
	}
	return "", false
}

func (in *Intent) judgePrepared(p *domain.ShipPrepared) (Contradiction, bool) {
	switch {
	case in.Provenance != nil:
		return AfterClose, false
	case in.Prepared == nil:
		return "", true
	case in.Prepared.Repo != p.Repo, in.Prepared.Ref != p.Ref, in.Prepared.BaseCommit != p.BaseCommit, in.Prepared.HeadCommit != p.HeadCommit, in.Prepared.Tree != p.Tree:
		return TwoIntents, false
	}
	return "", false
}

func (in *Intent) judgeSelected(p *domain.ShipCommitsSelected) (Contradiction, bool) {
	switch {
	case in.Provenance != nil:
		return AfterClose, false
	case in.Prepared == nil:
		return OutOfOrder, true
	case in.Locked == nil:
		return "", true
	case in.Locked.Intent.IsZero() && !p.Intent.IsZero() && sameCommits(in.Locked.Commits, p.Commits):
		return "", true // a later event states which of the same commits are meant
	case !slices.Equal(in.Locked.Commits, p.Commits):
		return TwoSelections, false
	}
	return "", false
}

func sameCommits(a, b []domain.ShipCommit) bool {
	return slices.EqualFunc(a, b, func(x, y domain.ShipCommit) bool { return x.Commit == y.Commit })
}

func (in *Intent) judgeMerged(p *domain.ShipMerged) (Contradiction, bool) {
	switch {
	case in.Provenance != nil:
		return AfterClose, false
	case in.Prepared != nil && p.Tree != "" && in.Prepared.Tree != "" && p.Tree != in.Prepared.Tree:
		return OtherTree, in.Merged == nil
	}
	return "", in.Merged == nil
}

func (in *Intent) judgePushed(p *domain.ShipPushedMain) (Contradiction, bool) {
	counts := in.Pushed == nil || p.Confirmed && !in.Pushed.Confirmed
	switch {
	case in.Prepared == nil: // seen by a hook, and not prepared
		return "", counts
	case !in.moves(p.ShipTarget, p.Old, p.New):
		return OtherMove, false
	}
	return "", counts
}

func (in *Intent) judgeProvenance(p *domain.ShipProvenance) (Contradiction, bool) {
	switch {
	case in.Provenance != nil && in.Provenance.New != p.New:
		return TwoAccounts, false
	case in.Provenance != nil:
		return "", false
	case in.Prepared == nil: // reported for history that was not recorded
		return "", true
	case !in.moves(p.ShipTarget, p.Old, p.New):
		return OtherMove, false
	case in.Prepared.Tree != "" && p.Tree != in.Prepared.Tree:
		return OtherTree, true
	}
	return "", true
}

// moves reports whether a push is of what was prepared.
func (in *Intent) moves(to domain.ShipTarget, old, new domain.CommitID) bool {
	p := in.Prepared
	return to.Repo == p.Repo && to.Ref == p.Ref && sameCommit(old, p.BaseCommit) && new == p.HeadCommit
}

// sameCommit takes each way of writing that there is none for the same.
func sameCommit(a, b domain.CommitID) bool { return a == b || isZero(a) && isZero(b) }

// Stage says how far the ship went.
func (in *Intent) Stage() Stage {
	switch {
	case in.Provenance != nil:
		return Closed
	case in.Pushed != nil:
		return Pushed
	case in.Merged != nil:
		return Merged
	case in.Locked != nil:
		return Selected
	case in.Prepared != nil:
		return Prepared
	}
	return Unrecorded
}

// Move is what the ship does, as its intent states, otherwise as its provenance records;
// false when neither exists.
func (in *Intent) Move() (Move, bool) {
	switch {
	case in.Prepared != nil:
		p := in.Prepared
		return Move{Repo: p.Repo, Ref: p.Ref, Old: p.BaseCommit, New: p.HeadCommit}, true
	case in.Provenance != nil:
		p := in.Provenance
		return Move{Repo: p.Repo, Ref: p.Ref, Old: p.Old, New: p.New}, true
	}
	return Move{}, false
}

// Landed says why each commit that landed came: those outside the locked range are riders.
func (in *Intent) Landed(landed []domain.CommitID) []domain.ShipCommit {
	if in.Locked == nil {
		return Roles(landed, nil)
	}
	return Roles(landed, in.Locked.Commits)
}

// Range writes the commits from a base, which is not among them, to a head.
func Range(base, head domain.CommitID) string {
	if isZero(base) {
		return string(head)
	}
	return string(base) + ".." + string(head)
}
