package shipping

import (
	"context"
	"iter"
	"maps"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/gitrepo"
)

// PastClone is a clone whose history is scanned for ships. [gitrepo.Clone] implements it.
type PastClone interface {
	// Place is where the clone is.
	Place() domain.Path
	// Repo names the repository, once the clone was read; "" for a clone without commits.
	Repo() domain.RepoID
	// Read gives the commits and the refs of the clone that learn does not know.
	Read(ctx context.Context, learn func(domain.RepoID) (*gitrepo.Known, error)) iter.Seq2[producers.Record, error]
	// Track finds a branch, by default the default branch.
	Track(ctx context.Context, name string) (gitrepo.Tracked, error)
	// Branches lists the branches that can be scanned beside a tracked one.
	Branches(ctx context.Context, of gitrepo.Tracked) ([]gitrepo.Branch, error)
	// Said reads the messages and committers of commits.
	Said(ctx context.Context, ids []domain.CommitID) (map[domain.CommitID]gitrepo.Said, error)
	// Pulls lists the pull requests that the clone holds.
	Pulls(ctx context.Context) ([]gitrepo.Pull, error)
	// PatchIDs computes the patch-ids of the changes between commits, of those whose paths make it
	// worthwhile.
	PatchIDs(ctx context.Context, all []gitrepo.Pair, worth func(paths []domain.Path) bool) (map[gitrepo.Pair]string, error)
}

// ScanPorts is what a scan needs from the program that runs it.
type ScanPorts struct {
	Log eventlog.Log
	// Import appends the records of a source of this name, or foresees what it would append.
	Import func(source string, records func(context.Context) iter.Seq2[producers.Record, error]) error
	// Held lists what the log holds of a repository's ships; it is called after Import.
	Held func(domain.RepoID) ([]ship.Held, error)
}

// Scanned is the result of a scan: the ships that brought the branch of a clone to where it is.
type Scanned struct {
	ship.Scan
	Repo   domain.RepoID
	Ref    domain.Ref
	Remote domain.Maybe[domain.Remote]
	Tip    domain.CommitID // "": the branch has no commit, and there is no scan
	Since  domain.CommitID // "" for all of the branch
	// Busier is the branch to which most pull requests went, nil where it is the one that was scanned.
	Busier  *BusierBranch
	history *repoHistory
}

// BusierBranch is a branch to which more pull requests went than to the one that was scanned.
type BusierBranch struct {
	Ref   domain.Ref
	Pulls int
	Here  int // of the branch that was scanned
}

// LookAtClone reads a clone and derives the ships that brought its branch to where it is. branch is
// its name, "" for the default one; since is the beginning of the name of the commit after which
// the scan begins, "" for the first. Only the port Import appends.
//
// Errors: kind not_found for a branch or commit that does not exist, usage where the names of
// several commits begin like since; those of git, of the log and of the ports.
func LookAtClone(ctx context.Context, ports ScanPorts, clone PastClone, branch, since string) (*Scanned, error) {
	l := &look{clone: clone, history: newRepoHistory()}
	err := ports.Import(string(clone.Place()), func(ctx context.Context) iter.Seq2[producers.Record, error] {
		return l.history.Records(clone.Read(ctx, func(repo domain.RepoID) (*gitrepo.Known, error) {
			return gitrepo.Learn(l.history.Events(ports.Log.Read(ctx, eventlog.Query{Stream: repo.Stream()})))
		}))
	})
	if err != nil {
		return nil, err
	}
	if l.target, err = clone.Track(ctx, branch); err != nil {
		return nil, err
	}
	s := &Scanned{Repo: clone.Repo(), Ref: l.target.Ref, Remote: l.target.Remote, Tip: l.target.Tip, history: l.history}
	if s.Tip == "" {
		return s, nil // the repository has no commit yet
	}
	if s.Since, err = sinceCommit(l.history, since); err != nil {
		return nil, err
	}
	seen, err := l.gather(ctx, s)
	if err != nil {
		return nil, err
	}
	if seen.Held, err = ports.Held(s.Repo); err != nil {
		return nil, err
	}
	s.Scan = seen.Scan()
	return s, nil
}

// look is a look at a clone.
type look struct {
	clone   PastClone
	history *repoHistory
	target  gitrepo.Tracked
}

// gather collects the input of a scan, except for what the log holds; it sets Busier of s.
func (l *look) gather(ctx context.Context, s *Scanned) (*ship.Look, error) {
	at := l.clone.Place()
	seen := &ship.Look{Target: domain.ShipTarget{Repo: s.Repo, Remote: s.Remote, Ref: s.Ref}, History: l.history.Commits,
		Since: s.Since, Tip: s.Tip, Moves: l.history.Moves(at, l.target.Local), Gone: map[domain.Ref]bool{}}
	if s.Remote.Unknown == "" {
		seen.Clones = l.history.Clones(at, l.target.Local)
	}
	for _, ref := range l.history.Gone(at) {
		seen.Gone[l.target.Named(ref)] = true
	}
	var err error
	if seen.Pulls, err = l.pulls(ctx); err != nil {
		return nil, err
	}
	s.Busier, err = l.statements(ctx, seen)
	return seen, err
}

// gitHubCommitter is the committer of what is merged on GitHub.
const gitHubCommitter = "noreply@github.com"

// statements reads the messages of the commits of branches, and determines by them whether most
// pull requests went to another branch than the scanned one.
func (l *look) statements(ctx context.Context, seen *ship.Look) (*BusierBranch, error) {
	branches := []ship.Branch{{Ref: l.target.Ref, Tip: l.target.Tip}}
	tips := []domain.CommitID{l.target.Tip}
	others, err := l.clone.Branches(ctx, l.target)
	if err != nil {
		return nil, err
	}
	for _, b := range others {
		if b.Ref != l.target.Ref {
			branches, tips = append(branches, ship.Branch(b)), append(tips, b.Tip)
		}
	}
	said, err := l.clone.Said(ctx, ship.Chains(seen.History, tips...))
	if err != nil {
		return nil, err
	}
	seen.Said = make(map[domain.CommitID]ship.Said, len(said))
	for id, s := range said {
		seen.Said[id] = ship.Said{Subject: s.Subject, GitHub: s.Committer == gitHubCommitter}
	}
	most, n := ship.Busiest(seen.History, branches, seen.Pulls, seen.Said)
	if n == 0 || most.Ref == l.target.Ref {
		return nil, nil
	}
	_, here := ship.Busiest(seen.History, branches[:1], seen.Pulls, seen.Said)
	return &BusierBranch{Ref: most.Ref, Pulls: n, Here: here}, nil
}

// pulls lists the pull requests of the clone; those whose head did not land have the patch-id of
// all their changes together.
func (l *look) pulls(ctx context.Context) ([]ship.Pull, error) {
	heads, err := l.clone.Pulls(ctx)
	if err != nil {
		return nil, err
	}
	pulls := make([]ship.Pull, len(heads))
	for i, p := range heads {
		pulls[i] = ship.Pull{Number: p.Number, Head: p.Head}
	}
	spans := ship.Spans(l.history.Commits, l.target.Tip, pulls)
	between := make([]gitrepo.Pair, len(spans))
	for i, s := range spans {
		between[i] = gitrepo.Pair{Base: s.Base, Head: s.Head}
	}
	ids, err := l.clone.PatchIDs(ctx, between, l.history.Changed)
	for i, s := range spans {
		switch id := ids[between[i]]; {
		case !s.Rest:
			pulls[s.Pull].RangePatchID = id
		case id != "":
			pulls[s.Pull].RestPatchIDs = append(pulls[s.Pull].RestPatchIDs, id)
		}
	}
	return pulls, err
}

// sinceCommit finds the commit whose name begins as typed; "" for no text.
func sinceCommit(history *repoHistory, typed string) (domain.CommitID, error) {
	if typed == "" {
		return "", nil
	}
	found, err := CommitNamed(typed, maps.Keys(history.Commits))
	if err == nil && found == "" {
		err = &domain.Error{Kind: domain.ErrNotFound, Operation: "find commit", Target: typed, Message: "the repository has no such commit",
			Hint: "git log --first-parent lists those of the branch"}
	}
	return found, err
}

// CommitNamed returns the commit whose name begins as typed, "" where none does. among yields each
// commit once.
//
// Errors: kind usage where several begin so.
func CommitNamed(typed string, among iter.Seq[domain.CommitID]) (found domain.CommitID, err error) {
	for id := range among {
		switch {
		case !strings.HasPrefix(string(id), typed):
		case found != "":
			return "", &domain.Error{Kind: domain.ErrUsage, Operation: "find commit", Target: typed, Message: "several begin like this", Hint: "type more of it"}
		default:
			found = id
		}
	}
	return found, nil
}
