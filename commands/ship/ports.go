package shipping

import (
	"context"

	"github.com/clawable/claw/domain"
	gitpush "github.com/clawable/claw/git/push"
	"github.com/clawable/claw/policy"
	"github.com/clawable/claw/producers/gitrepo"
)

// Remote is a remote of a clone. [gitpush.Remote] implements it.
type Remote interface {
	// Tip asks the remote for the target of a ref, "" for no such ref.
	Tip(ctx context.Context, ref domain.Ref) (domain.CommitID, error)
	// Bring fetches the target of a ref of the remote. No ref of the clone moves.
	Bring(ctx context.Context, ref domain.Ref) error
	// Push moves a ref that holds the base of the push. After an error the remote may have accepted
	// the push nevertheless: ask for the tip.
	Push(ctx context.Context, p gitpush.Push) error
}

// Clone is the repository that commits are shipped from. [gitrepo.Clone] implements it.
type Clone interface {
	// Head is the commit and branch that are checked out.
	Head(ctx context.Context) (gitrepo.Head, error)
	// Target is the repository that a remote of the clone names.
	Target(ctx context.Context, remote string) (gitrepo.Target, error)
	// Between lists the commits that lead from base to head, parents first, with their patch ids.
	Between(ctx context.Context, base, head domain.CommitID) ([]domain.CommitObserved, error)
	// Holds reports whether the clone has a commit.
	Holds(ctx context.Context, id domain.CommitID) (bool, error)
	// LeadsTo reports whether a commit is another one or its descendant.
	LeadsTo(ctx context.Context, from, to domain.CommitID) (bool, error)
	// Shallow reports whether the clone lacks a part of the history.
	Shallow() (bool, error)
}

// Source is a clone, and the remote of it that is shipped to.
type Source struct {
	Clone  Clone
	Dir    string                                // the folder of the clone that is shipped from
	Remote string                                // the name of the remote
	Find   func(context.Context) (Remote, error) // finds the remote of that name
}

// CommitIndex answers what the log holds about commits.
type CommitIndex interface {
	// Brought lists, for each of the commits, the ships that brought it, to any ref.
	Brought(commits []domain.CommitID) ([][]Bringing, error)
	// Lanes returns the lanes of sessions; a session that is bound to no lane is left out.
	Lanes(sessions []domain.SessionID) (map[domain.SessionID]domain.LaneID, error)
}

// Bringing is a ship that brought a commit.
type Bringing struct {
	Ship domain.StreamID
	Ref  domain.Ref
	Told domain.EventID // the event that records it
}

// Ports is what a [Shipment] needs from the program that runs it.
type Ports struct {
	Ships *Ships
	Index CommitIndex
	// Rule evaluates a command by the policies.
	Rule func(policy.Action) policy.Verdict
	// Warn reports a problem that stops nothing; code is stable.
	Warn func(code, message string)
}
