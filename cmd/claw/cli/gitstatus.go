package cli

import (
	"errors"
	"os"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/gitexec"
	"github.com/clawable/claw/gitstate"
)

// gitStatusDocument is the answer of git status.
type gitStatusDocument struct {
	Head
	Folder string `json:"folder"`
	// Repository is nil outside of one: what is in none is neither clean nor current.
	Repository *gitstate.State `json:"repository" jsonschema:"nullable"`
	Dirty      *bool           `json:"dirty" jsonschema:"nullable"` // nil where there is no worktree
	Freshness  freshness       `json:"freshness"`
}

// freshness says how a worktree stands to its expected base.
type freshness string

const (
	freshCurrent freshness = "current" // it has all of it
	freshStale   freshness = "stale"   // it lacks commits of it
	freshUnknown freshness = "unknown" // nobody says what to expect, or a shallow clone cannot tell
)

// Enum lists the values.
func (freshness) Enum() []string {
	return []string{string(freshCurrent), string(freshStale), string(freshUnknown)}
}

func (a *app) gitVerb() *cobra.Command {
	cmd := &cobra.Command{Use: "git", GroupID: "more", Short: "How a worktree stands, as facts",
		Args: noArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	cmd.AddCommand(a.gitStatusVerb())
	return cmd
}

func (a *app) gitStatusVerb() *cobra.Command {
	var base string
	cmd := a.verb("status [FOLDER]", "", "Branch, base, upstream, what is halfway and what is not committed", between(0, 1, "[FOLDER]"),
		func(args []string) (document, error) {
			folder := a.Dir
			if len(args) > 0 {
				folder = a.path(args[0])
			}
			return a.gitStatus(folder, base)
		})
	cmd.Long = `The expected base is what --base names, else what .claw-base at the root of the worktree names. Nothing is fetched: an upstream stands where this
clone was last told.`
	cmd.Flags().StringVar(&base, "base", "", "the commit, branch or tag that the work is expected to stand on")
	return cmd
}

// gitStatus reads the state.
//
// Errors: kind not_found without the folder, usage for a base that is none, unavailable where git
// cannot say.
func (a *app) gitStatus(folder, base string) (*gitStatusDocument, error) {
	if _, err := os.Stat(folder); err != nil {
		return nil, &domain.Error{Kind: domain.ErrNotFound, Operation: "read git state", Target: folder, Message: "there is no such folder", Hint: "name a folder of a worktree"}
	}
	git, err := gitexec.AsPerson(a.Env, a.Environ())
	if err != nil {
		return nil, err
	}
	d := &gitStatusDocument{Head: headOf("git_status"), Folder: folder, Freshness: freshUnknown}
	if d.Repository, err = gitstate.Read(a.ctx, git, folder, base); err != nil {
		return nil, gitSilent(folder, err)
	}
	if d.Repository == nil {
		a.warn("no_repository", "no git repository is around "+folder)
		return d, nil
	}
	switch d.Repository.Base.State {
	case gitstate.BaseMatches:
		d.Freshness = freshCurrent
	case gitstate.BaseDiverged:
		d.Freshness = freshStale
	case gitstate.BaseNone, gitstate.BaseUnknown:
	}
	if c := d.Repository.Changes; c != nil {
		dirty := c.Dirty()
		d.Dirty = &dirty
	}
	return d, nil
}

// gitSilent names the folder of which git says nothing that can be relied on.
func gitSilent(folder string, err error) error {
	var f *gitexec.Failure
	if !errors.As(err, &f) {
		return err
	}
	return (&domain.Error{Kind: domain.ErrUnavailable, Operation: "read git state", Target: folder, Message: f.Error(),
		Hint: "git says why it cannot read this repository"}).Because(err)
}

func (d *gitStatusDocument) text(p *page) {
	s := d.Repository
	if s == nil {
		p.line("no repository")
		return
	}
	p.line("%s", s.Worktree)
	switch {
	case s.Branch != nil:
		p.field("branch", stylePlain, "%s", *s.Branch)
	case s.Detached:
		p.field("branch", styleDim, "none: a commit is checked out")
	}
	if s.Head != nil {
		p.field("head", stylePlain, "%s", *s.Head)
	} else {
		p.field("head", styleDim, "no commit yet")
	}
	if u := s.Upstream; u != nil && u.Commit == nil {
		p.field("upstream", styleDim, "%s, which is gone", u.Ref)
	} else if u != nil {
		p.field("upstream", stylePlain, "%s, %d ahead, %d behind", u.Ref, u.Ahead, u.Behind)
	}
	if b := &s.Base; b.Expected != nil {
		p.field("base", stylePlain, "%s %s, by %s: %s, %d ahead, %d behind", b.Said, *b.Expected, b.Source, d.Freshness, b.Ahead, b.Behind)
	}
	if o := s.Operation; o != nil {
		p.field("halfway", stylePlain, "%s; go on: %s; leave it: %s", o.Kind, o.Resume, o.Abort)
	}
	if c := s.Changes; c != nil && c.Dirty() {
		p.field("changes", stylePlain, "%d staged, %d unstaged, %d untracked, %d conflicted", c.Staged, c.Unstaged, c.Untracked, c.Conflicted)
	} else if c != nil {
		p.field("changes", styleDim, "none")
	}
}
