package audit

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/projections"
)

// GapKind is a closed list of where what happened and what was recorded, chosen or
// approved part.
type GapKind string

// The gaps.
const (
	UnloggedPush     GapKind = "unlogged_push"     // commits reached a ref, and no recorded ship brought them
	RewrittenHistory GapKind = "rewritten_history" // a push took commits off a ref
	Rider            GapKind = "rider"             // the ship brought commits that were not chosen
	UnstatedIntent   GapKind = "unstated_intent"   // no record states whether these commits were intended
	UnknownCommits   GapKind = "unknown_commits"   // not all that a ship brought is known
	OpenShip         GapKind = "open_ship"         // prepared, and no result is recorded
	NoApproval       GapKind = "no_approval"       // a recorded ship that names none
	MissingApproval  GapKind = "missing_approval"  // it names one that the log does not have
	VoidApproval     GapKind = "void_approval"     // it names one whose use does not count
	OtherTree        GapKind = "other_tree"        // what was approved is not what was shipped
	OtherHead        GapKind = "other_head"
	UnusedGrant      GapKind = "unused_grant"     // granted, and never used
	UseWithoutGrant  GapKind = "use_no_grant"     // used, and no grant counts for it
	UnknownResult    GapKind = "unknown_result"   // used, and no result is recorded
	VoidClockReset   GapKind = "void_clock_reset" // sets the log's time, and does not count
)

// Enum lists the values.
func (GapKind) Enum() []string {
	all := []GapKind{UnloggedPush, RewrittenHistory, Rider, UnstatedIntent, UnknownCommits, OpenShip, NoApproval, MissingApproval, VoidApproval, OtherTree, OtherHead,
		UnusedGrant, UseWithoutGrant, UnknownResult, VoidClockReset}
	out := make([]string, len(all))
	for i, k := range all {
		out[i] = string(k)
	}
	return out
}

// Gap is one of them, with the events that show it.
type Gap struct {
	Kind     GapKind                `json:"gap"`
	Ship     domain.StreamID        `json:"ship,omitzero"`
	Approval domain.StreamID        `json:"approval,omitzero"`
	Repo     domain.RepoID          `json:"repo,omitzero"`
	Ref      domain.Ref             `json:"ref,omitzero"`
	Old      domain.CommitID        `json:"old,omitzero"`
	New      domain.CommitID        `json:"new,omitzero"`
	Commits  []domain.CommitID      `json:"commits,omitzero"`
	Approved string                 `json:"approved,omitzero"` // tree or head
	Shipped  string                 `json:"shipped,omitzero"`
	Standing approval.Status        `json:"standing,omitzero"` // of the approval
	Refusal  domain.ApprovalRefusal `json:"refusal,omitzero"`  // why what the gap names does not count
	Events   []domain.EventID       `json:"events,omitzero"`
}

// Named is what a ship names as its approvals: the requests that were found, and the
// events that the log does not have.
type Named struct {
	Found   []Judged
	Missing []domain.EventID
}

// ShipGaps lists the gaps of one ship.
func ShipGaps(stream domain.StreamID, s *projections.Ship, named *Named) []Gap {
	g := shipGaps{of: Gap{Ship: stream, Repo: s.Target().Repo, Ref: s.Target().Ref}}
	g.of.Old, g.of.New = s.Move()
	told := &s.Provenance.Says
	if !s.Unlogged.IsZero() && !s.Recorded() { // else a scan came between the push and its record
		g.add(UnloggedPush, s.Unlogged.Event, s.Unlogged.Says.Commits...)
	}
	if !s.Rewritten.IsZero() {
		g.add(RewrittenHistory, s.Rewritten.Event, s.Rewritten.Says.Dropped...)
	}
	if riders := withRole(told, domain.CommitRider); len(riders) > 0 {
		g.add(Rider, s.Provenance.Event, riders...)
	}
	if unknown := withRole(told, domain.CommitUnknown); s.Recorded() && len(unknown) > 0 {
		g.add(UnstatedIntent, s.Provenance.Event, unknown...)
	}
	if told.CommitsUnknown != "" {
		g.add(UnknownCommits, s.Provenance.Event)
	}
	switch {
	case !s.Recorded() && !s.Prepared.IsZero() && !s.Provenance.IsZero():
		g.add(UnloggedPush, s.Provenance.Event, commitsOf(told)...)
	case !s.Recorded() && !s.Prepared.IsZero():
		g.add(OpenShip, s.Prepared.Event)
	case s.Recorded() && len(named.Found)+len(named.Missing) == 0:
		g.add(NoApproval, firstEvent(s.Provenance.Event, s.Pushed.Event))
	}
	for _, id := range named.Missing {
		g.add(MissingApproval, id)
	}
	for i := range named.Found {
		g.approved(&named.Found[i], s)
	}
	return g.found
}

type shipGaps struct {
	of    Gap // what all gaps of the ship say
	found []Gap
}

func (g *shipGaps) add(kind GapKind, by domain.EventID, commits ...domain.CommitID) *Gap {
	gap := g.of
	gap.Kind, gap.Events, gap.Commits = kind, []domain.EventID{by}, commits
	g.found = append(g.found, gap)
	return &g.found[len(g.found)-1]
}

// approved compares what was let through with what was shipped.
func (g *shipGaps) approved(j *Judged, s *projections.Ship) {
	asked, told := &j.Request.Action, &s.Provenance.Says
	differs := func(kind GapKind, approved, shipped string) {
		if approved != "" && shipped != "" && approved != shipped {
			gap := g.add(kind, j.Request.Event)
			gap.Approval, gap.Approved, gap.Shipped = j.Stream, approved, shipped
		}
	}
	differs(OtherTree, asked.Tree, told.Tree)
	differs(OtherHead, string(asked.Head), string(told.HeadCommit))
	counts := false
	for i := range j.Uses {
		counts = counts || j.Uses[i].Void == ""
	}
	if !counts {
		g.add(VoidApproval, j.Request.Event).Approval = j.Stream
	}
}

func commitsOf(p *domain.ShipProvenance) (all []domain.CommitID) {
	for i := range p.Commits {
		all = append(all, p.Commits[i].Commit)
	}
	return all
}

func withRole(p *domain.ShipProvenance, role domain.CommitRole) (commits []domain.CommitID) {
	for i := range p.Commits {
		if p.Commits[i].Role == role {
			commits = append(commits, p.Commits[i].Commit)
		}
	}
	return commits
}

func firstEvent(ids ...domain.EventID) domain.EventID {
	for _, id := range ids {
		if !id.IsZero() {
			return id
		}
	}
	return domain.EventID{}
}

// ApprovalGaps lists the gaps of one request.
func ApprovalGaps(j *Judged) []Gap {
	of := Gap{Approval: j.Stream, Repo: j.Request.Scope.Repo, Ref: j.Request.Scope.Ref, Standing: j.Standing.Status}
	var found []Gap
	add := func(kind GapKind, by domain.EventID) {
		gap := of
		gap.Kind, gap.Events = kind, []domain.EventID{by}
		found = append(found, gap)
	}
	for i := range j.Grants {
		if g := &j.Grants[i]; g.Void == "" && g.Spent == 0 {
			add(UnusedGrant, g.Event)
		}
	}
	for i := range j.Uses {
		switch u := &j.Uses[i]; {
		case u.Void != "":
			add(UseWithoutGrant, u.Event)
		case u.Result.IsZero():
			add(UnknownResult, u.Event)
		}
	}
	return found
}
