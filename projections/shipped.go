package projections

import "github.com/clawable/claw/domain"

// Shipped is a ship as documents of a lane and of its worker describe it.
type Shipped struct {
	Ship     domain.StreamID             `json:"ship"`
	Repo     domain.RepoID               `json:"repo"`
	Ref      domain.Ref                  `json:"ref"`
	Method   domain.MergeMethod          `json:"merge_method,omitzero"` // none: what it brought is not recorded
	Basis    domain.Basis                `json:"basis,omitzero"`
	Range    string                      `json:"commit_range,omitzero"`
	Branch   domain.Maybe[domain.Branch] `json:"source_branch,omitzero"`
	PRNumber int                         `json:"pr_number,omitzero"`
	PushedAt domain.Instant              `json:"pushed_at,omitzero"`
	Commits  []domain.CommitID           `json:"lane_commits"` // those of the lane, none where the ship names the lane alone
	Brought  int                         `json:"commit_count"`
	Riders   int                         `json:"rider_count"`
	Unstated int                         `json:"unknown_role_count"`
}

// ShippedBy describes a ship, and which commits of a lane it brought.
func ShippedBy(stream domain.StreamID, s *Ship, of []domain.CommitID) Shipped {
	to, told := s.Target(), &s.Provenance.Says
	at := told.PushedAt
	if at.IsZero() {
		at = s.Pushed.Says.PushedAt
	}
	out := Shipped{Ship: stream, Repo: to.Repo, Ref: to.Ref, Method: told.MergeMethod, Basis: told.Basis, Range: told.CommitRange, Branch: told.SourceBranch,
		PRNumber: told.PRNumber, PushedAt: at, Commits: of, Brought: len(told.Commits)}
	for i := range told.Commits {
		switch told.Commits[i].Role {
		case domain.CommitRider:
			out.Riders++
		case domain.CommitUnknown:
			out.Unstated++
		case domain.CommitIntentional:
		}
	}
	return out
}
