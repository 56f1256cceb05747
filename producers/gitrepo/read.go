package gitrepo

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// reading is one look at a clone.
type reading struct {
	clone    *Clone
	repo     domain.RepoID
	known    *Known
	found    *history
	shallow  map[domain.CommitID]bool
	standing *standing
	line     int
}

// Read looks at the clone and yields a record for each commit that the log does not hold,
// for each object that cannot be read, and for each ref: in this order, so that a ref of
// the log leads to commits of the log. learn returns what the log holds about a
// repository.
//
// An error ends it: git cannot be run, or the repository cannot be named.
func (c *Clone) Read(ctx context.Context, learn func(domain.RepoID) (*Known, error)) iter.Seq2[producers.Record, error] {
	return func(yield func(producers.Record, error) bool) {
		r := &reading{clone: c, repo: c.remotes.id(), known: &Known{}}
		err := r.look(ctx, learn)
		if err != nil {
			yield(producers.Record{}, err)
			return
		}
		c.repo = r.repo
		tell := func(rec producers.Record) bool {
			r.line++
			rec.Line = r.line
			return yield(rec, nil)
		}
		for _, t := range r.found.troubles {
			if !tell(producers.Record{Unreadable: t.what + ": " + t.why}) {
				return
			}
		}
		more, err := r.commits(ctx, tell)
		if err != nil {
			yield(producers.Record{Line: r.line + 1}, err)
			return
		}
		if more {
			r.moves(r.standing, tell)
		}
	}
}

// look reads refs, then commits, then what the log holds. A clone without a named remote
// has its name from its first commit, for which all of it has to be read.
func (r *reading) look(ctx context.Context, learn func(domain.RepoID) (*Known, error)) (err error) {
	if r.standing, err = r.clone.stand(ctx); err != nil {
		return err
	}
	if r.shallow, err = readShallow(r.clone.common); err != nil {
		return err
	}
	if r.repo == "" {
		return r.lookWithoutName(ctx, learn)
	}
	if r.known, err = learn(r.repo); err != nil {
		return err
	}
	r.found, err = walk(ctx, r.clone.scratch, r.standing, r.known, r.shallow)
	return err
}

func (r *reading) lookWithoutName(ctx context.Context, learn func(domain.RepoID) (*Known, error)) error {
	var err error
	if r.found, err = walk(ctx, r.clone.scratch, r.standing, r.known, r.shallow); err != nil {
		return err
	}
	if len(r.found.order) == 0 {
		return nil // nothing has happened here yet
	}
	if r.repo, err = r.rootName(); err != nil {
		return err
	}
	if r.known, err = learn(r.repo); err != nil {
		return err
	}
	r.found.order = slices.DeleteFunc(r.found.order, r.known.holds)
	return nil
}

// rootName is the name of the commit that all began with: of several the earliest.
func (r *reading) rootName() (domain.RepoID, error) {
	var roots []*commit
	for _, c := range r.found.commits {
		switch {
		case r.shallow[c.id]:
			return "", nameless(r.clone.Place(), "the clone is shallow, so nobody can tell its first commit")
		case len(c.parents) == 0:
			roots = append(roots, c)
		}
	}
	if len(roots) == 0 {
		return "", nameless(r.clone.Place(), "its first commit cannot be read")
	}
	first := slices.MinFunc(roots, func(a, b *commit) int {
		return cmp.Or(a.committer.At.Time().Compare(b.committer.At.Time()), cmp.Compare(a.id, b.id))
	})
	return domain.RepoID(first.id), nil
}

func nameless(place domain.Path, why string) error {
	return &domain.Error{Kind: domain.ErrUnavailable, Operation: "name repository", Target: string(place),
		Message: "it has no remote with a URL beyond this machine, and " + why, Hint: "name it: git config claw.repo NAME"}
}
