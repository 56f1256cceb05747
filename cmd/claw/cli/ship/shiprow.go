package shipcmd

import (
	"strconv"

	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/values"
)

// shipRow is the part of a ship that every document has.
type shipRow struct {
	Ship           domain.StreamID               `json:"ship"`
	Repo           domain.RepoID                 `json:"repo"`
	Remote         domain.Maybe[domain.Remote]   `json:"remote"`
	Ref            domain.Ref                    `json:"ref"`
	Old            domain.CommitID               `json:"old"`
	New            domain.CommitID               `json:"new"`
	Method         domain.MergeMethod            `json:"merge_method,omitzero"`
	Basis          domain.Basis                  `json:"basis,omitzero"`
	SourceBranch   domain.Maybe[domain.Branch]   `json:"source_branch,omitzero"`
	Base           domain.Maybe[domain.CommitID] `json:"base_commit,omitzero"`
	HeadCommit     domain.CommitID               `json:"head_commit,omitzero"`
	Tree           string                        `json:"tree,omitzero"`
	CommitCount    int                           `json:"commit_count"`
	RiderCount     int                           `json:"rider_count"`
	UnstatedCount  int                           `json:"unknown_role_count"` // commits of which it is not recorded whether they were intended
	Intent         domain.ShipIntent             `json:"intent,omitzero"`
	Stated         *domain.ShipStated            `json:"stated,omitzero"` // of the path, whatever decided it
	CommitsUnknown domain.Unknown                `json:"commits_unknown,omitzero"`
	PRNumber       int                           `json:"pr_number,omitzero"`
	Actor          domain.Maybe[domain.Actor]    `json:"actor,omitzero"`
	PushedAt       domain.Instant                `json:"pushed_at,omitzero"`
	At             values.Time                   `json:"at,omitzero"` // its first event speaks of
	Recorded       bool                          `json:"recorded"`    // by an observer of the push
	Told           bool                          `json:"told"`        // what it brought
}

// RowOfShip is a ship as lists have it.
func RowOfShip(s *query.ShipRow) shipRow {
	to, told := s.Target(), &s.Provenance.Says
	old, new := s.Move()
	r := shipRow{Ship: s.Stream, Repo: to.Repo, Remote: to.Remote, Ref: to.Ref, Old: old, New: new, Method: told.MergeMethod, Basis: told.Basis,
		SourceBranch: told.SourceBranch, Base: told.BaseCommit, HeadCommit: told.HeadCommit, Tree: told.Tree, CommitCount: len(told.Commits),
		CommitsUnknown: told.CommitsUnknown, PRNumber: told.PRNumber, Actor: told.Actor, PushedAt: told.PushedAt, At: s.First,
		Recorded: s.Recorded(), Told: !s.Provenance.IsZero(), Intent: told.Intent, Stated: told.Stated}
	r.RiderCount, r.UnstatedCount = countRole(told.Commits, domain.CommitRider), countRole(told.Commits, domain.CommitUnknown)
	return r
}

// PathText describes how a ship came to its ref, and how that is known.
func (r *shipRow) PathText() string {
	if !r.Told {
		return "not told"
	}
	text := string(r.Method) + " (" + string(r.Basis) + ")"
	if s := r.Stated; s != nil {
		text += "; stated: " + string(s.MergeMethod)
		if s.PRNumber > 0 {
			text += " of #" + strconv.Itoa(s.PRNumber)
		}
		text += " (" + term.Joined(s.By) + ")"
	}
	return text
}

func basisStyle(b domain.Basis) term.Style {
	switch b {
	case domain.BasisRecorded:
		return term.StyleGreen
	case domain.BasisAssumed, domain.BasisStated:
		return term.StyleYellow
	case domain.BasisObjects:
	}
	return term.StylePlain
}
