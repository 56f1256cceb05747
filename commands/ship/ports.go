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
	// Tip asks the remote what a ref leads to, "" for no such ref.
	Tip(ctx context.Context, ref domain.Ref) (domain.CommitID, error)
	// Bring fetches what a ref of the remote leads to. No ref of the clone moves.
	Bring(ctx context.Context, ref domain.Ref) error
	// Push moves a ref that holds the base of the push. Whatever it returns, the remote may
	// have taken the push: ask for the tip.
	Push(ctx context.Context, p gitpush.Push) error
}

// Clone is the repository that commits are shipped from. [gitrepo.Clone] implements it.
type Clone interface {
	// Head is what is checked out.
	Head(ctx context.Context) (gitrepo.Head, error)
	// Target is the repository that a remote of the clone names.
	Target(ctx context.Context, remote string) (gitrepo.Target, error)
	// Between lists the commits that lead from base to head, parents first, with their patch ids.
	Between(ctx context.Context, base, head domain.CommitID) ([]domain.CommitObserved, error)
	// Holds reports whether the clone has a commit.
	Holds(ctx context.Context, id domain.CommitID) (bool, error)
	// LeadsTo reports whether a commit is another one or has it among its ancestors.
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

// CommitIndex says what the log knows of commits.
type CommitIndex interface {
	// Brought lists for each of the commits the ships that brought it, to whatever ref.
	Brought(commits []domain.CommitID) ([][]Bringing, error)
	// Lanes tells the lanes of sessions; one that the log does not bind to a lane is left out.
	Lanes(sessions []domain.SessionID) (map[domain.SessionID]domain.LaneID, error)
}

// Bringing is a ship that brought a commit.
type Bringing struct {
	Ship domain.StreamID
	Ref  domain.Ref
	Told domain.EventID // the event that says so
}

// Ports is what a [Shipment] needs of the program that runs it.
type Ports struct {
	Ships *Ships
	Index CommitIndex
	// Rule says what the policies decide about a command.
	Rule func(policy.Action) policy.Verdict
	// Warn tells the person something that stops nothing; code is stable.
	Warn func(code, message string)
}
