package audit

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
)

// The names in statements about ships, in-toto v1. They are permanent.
const (
	inTotoStatement = "https://in-toto.io/Statement/v1"
	// ShipPredicateType is the predicate type of a [ShipPredicate].
	ShipPredicateType = "https://github.com/clawable/claw/ship/v1"
	// ShipNamespace is the one in which such a statement is signed.
	ShipNamespace = "ship@claw"
)

// ShipPredicate is what a statement says of a ship.
type ShipPredicate struct {
	Ship           domain.StreamID             `json:"ship"`
	Repo           domain.RepoID               `json:"repo"`
	Remote         domain.Remote               `json:"remote,omitzero"`
	Ref            domain.Ref                  `json:"ref"`
	Old            domain.CommitID             `json:"old"`
	New            domain.CommitID             `json:"new"`
	Head           domain.CommitID             `json:"head_commit,omitzero"`
	Tree           string                      `json:"tree,omitzero"`
	Method         domain.MergeMethod          `json:"merge_method,omitzero"`
	Basis          domain.Basis                `json:"basis,omitzero"`
	Commits        []ShipPredicateCommit       `json:"commits"`
	CommitsUnknown domain.Unknown              `json:"commits_unknown,omitzero"`
	Intent         domain.ShipIntent           `json:"intent,omitzero"`
	Stated         *domain.ShipStated          `json:"stated,omitzero"`
	PRNumber       int                         `json:"pr_number,omitzero"`
	Actor          domain.Actor                `json:"actor,omitzero"`
	PushedAt       domain.Instant              `json:"pushed_at,omitzero"`
	Approvals      []ShipPredicateApproval     `json:"approvals"`
	Gaps           []Gap                       `json:"gaps"`
	Log            string                      `json:"log_id"`
	Because        map[string][]domain.EventID `json:"because"`
}

// ShipPredicateCommit is a commit of the ship.
type ShipPredicateCommit struct {
	Commit   domain.CommitID    `json:"commit"`
	Role     domain.CommitRole  `json:"role"`
	PatchID  string             `json:"patch_id,omitzero"`
	Lanes    []domain.LaneID    `json:"lanes,omitzero"`
	Sessions []domain.SessionID `json:"sessions,omitzero"`
}

// ShipPredicateApproval is the state of an approval that the ship names.
type ShipPredicateApproval struct {
	Approval     domain.StreamID  `json:"approval"`
	Status       approval.Status  `json:"status"`
	Approver     domain.Actor     `json:"approver,omitzero"`
	Assurance    domain.Assurance `json:"assurance,omitzero"`
	ActionDigest domain.Digest    `json:"action_digest"`
}

// statement is an in-toto statement v1 about one commit on a ref.
type statement struct {
	Type          string         `json:"_type"`
	Subject       []subject      `json:"subject"`
	PredicateType string         `json:"predicateType"`
	Predicate     *ShipPredicate `json:"predicate"`
}

type subject struct {
	Name   string            `json:"name"`
	Digest map[string]string `json:"digest"`
}

// Statement is the in-toto statement about the ship, as RFC 8785. Its subject is the commit
// that the ref went to, by gitCommit, and its tree, by gitTree.
func (p *ShipPredicate) Statement() ([]byte, error) {
	digests := map[string]string{"gitCommit": string(p.New)}
	if p.Tree != "" {
		digests["gitTree"] = p.Tree
	}
	b, err := json.Marshal(statement{inTotoStatement, []subject{{string(p.Repo) + "@" + string(p.Ref), digests}}, ShipPredicateType, p}, json.Deterministic(true))
	if err != nil {
		return nil, fmt.Errorf("write the statement about %s: %w", p.Ship, err)
	}
	text := jsontext.Value(b)
	if err := text.Canonicalize(); err != nil {
		return nil, fmt.Errorf("write the statement about %s: %w", p.Ship, err)
	}
	return text, nil
}
