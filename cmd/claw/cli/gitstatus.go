package cli

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
	gitexec "github.com/clawable/claw/git/exec"
	gitstate "github.com/clawable/claw/git/state"
)

// gitStatusDocument is the answer of git status.
type gitStatusDocument struct {
	Head
	Folder string `json:"folder"`
	// Repository is nil outside of one: what is in none is neither clean nor current.
	Repository *gitstate.State `json:"repository" jsonschema:"nullable"`
	Dirty      *bool           `json:"dirty" jsonschema:"nullable"` // nil where there is no worktree
	Freshness  freshness       `json:"freshness"`
	// Workspace is how this worktree stands to the lane's; nil when no lane was named.
	Workspace *workspaceCheck  `json:"workspace" jsonschema:"nullable"`
	Recorded  []domain.EventID `json:"recorded"` // the facts that are new in the log
}

// freshness says how a worktree stands to its main branch.
type freshness string

const (
	freshCurrent freshness = "current" // it has all of it
	freshStale   freshness = "stale"   // it lacks commits of it
	freshUnknown freshness = "unknown" // nobody knows which it is, or a shallow clone cannot tell
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

// statusFlags is what a person says beside the folder.
type statusFlags struct {
	base, main, lane string
	record           bool
}

func (a *app) gitStatusVerb() *cobra.Command {
	var f statusFlags
	cmd := a.verb("status [FOLDER]", "", "Branch, base, main, upstream, what is halfway and what is not committed", between(0, 1, "[FOLDER]"),
		func(args []string) (document, error) {
			folder := a.Dir
			if len(args) > 0 {
				folder = a.path(args[0])
			}
			return a.gitStatus(folder, &f)
		})
	cmd.Long = `The expected base is what --base names, else what .claw-base at the root of the worktree names. Main is what --main names, else that base, else what
the remote calls its HEAD. Work that lacks commits of main is stale: what to do before broad tests of it is said with it. Nothing is fetched: refs of
remotes stand where this clone was last told.

With --lane the worktree is held against the one that the lane is bound to. With --record what is stale, fresh or in the wrong tree becomes a fact of
the lane, each state once.`
	flags := cmd.Flags()
	flags.StringVar(&f.base, "base", "", "the commit, branch or tag that the work is expected to stand on")
	flags.StringVar(&f.main, "main", "", "the branch that the work goes to, such as origin/main")
	flags.StringVar(&f.lane, "lane", "", "the lane that works here")
	flags.BoolVar(&f.record, "record", false, "append what was found to the log; without a lane it moves none")
	return cmd
}

// gitStatus reads the state.
//
// Errors: kind not_found without the folder or the lane, usage for a base that is none, unavailable
// where git cannot say; those of the log.
func (a *app) gitStatus(folder string, f *statusFlags) (*gitStatusDocument, error) {
	if _, err := os.Stat(folder); err != nil {
		return nil, &domain.Error{Kind: domain.ErrNotFound, Operation: "read git state", Target: folder, Message: "there is no such folder", Hint: "name a folder of a worktree"}
	}
	git, err := gitexec.AsPerson(a.Env, a.Environ())
	if err != nil {
		return nil, err
	}
	d := &gitStatusDocument{Head: headOf("git_status"), Folder: folder, Freshness: freshUnknown, Recorded: []domain.EventID{}}
	l, err := a.lookFor(f)
	if err != nil {
		return nil, err
	}
	if d.Repository, err = gitstate.Read(a.ctx, git, folder, gitstate.Expected{Base: f.base, Main: f.main, BaseFrom: "--base", MainFrom: "--main"}); err != nil {
		return nil, gitSilent(folder, err)
	}
	if d.Repository == nil {
		a.warn("no_repository", "no git repository is around "+folder)
		return d, nil
	}
	renderAdvice(d.Repository.Advice)
	d.Freshness = freshnessOf(&d.Repository.Main)
	if c := d.Repository.Changes; c != nil {
		dirty := c.Dirty()
		d.Dirty = &dirty
	}
	return d, l.look(git, d)
}

// freshnessOf says how work stands to its main branch: what cannot be told is unknown.
func freshnessOf(main *gitstate.Base) freshness {
	switch main.State {
	case gitstate.BaseMatches:
		return freshCurrent
	case gitstate.BaseDiverged:
		return freshStale
	case gitstate.BaseNone, gitstate.BaseUnknown:
	}
	return freshUnknown
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
		p.field("base", stylePlain, "%s %s, by %s: %s, %d ahead, %d behind", b.Said, *b.Expected, b.Source, freshnessOf(b), b.Ahead, b.Behind)
	}
	d.mainText(p)
	if o := s.Operation; o != nil {
		p.field("halfway", stylePlain, "%s; go on: %s; leave it: %s", o.Kind, o.Resume, o.Abort)
	}
	if c := s.Changes; c != nil && c.Dirty() {
		p.field("changes", stylePlain, "%d staged, %d unstaged, %d untracked, %d conflicted", c.Staged, c.Unstaged, c.Untracked, c.Conflicted)
	} else if c != nil {
		p.field("changes", styleDim, "none")
	}
}

// mostTold is how many missing commits people see.
const mostTold = 5

// missingText names the newest of the commits that are missing, and says how many more are.
func missingText(m *gitstate.Base) string {
	some := m.Missing[:min(len(m.Missing), mostTold)]
	names := make([]string, len(some))
	for i, id := range some {
		names[i] = shortName(id)
	}
	if more := m.Behind - len(some); more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, " ")
}

// mainText says how the work stands to its main branch, and what to do about it first.
func (d *gitStatusDocument) mainText(p *page) {
	m := &d.Repository.Main
	if m.Expected == nil {
		p.field("main", styleDim, "%s: nobody knows which branch it is", d.Freshness)
	} else {
		p.field("main", stylePlain, "%s %s, by %s: %s, %d ahead, %d behind", m.Said, shortName(*m.Expected), m.Source, d.Freshness, m.Ahead, m.Behind)
	}
	if len(m.Missing) > 0 {
		p.field("missing", stylePlain, "%s", missingText(m))
	}
	if todo := d.Repository.Advice; todo != nil {
		p.field("before tests", styleYellow, "%s: %s", todo.Action, todo.Hint)
	}
	if d.Workspace != nil {
		d.Workspace.text(p)
	}
	for _, id := range d.Recorded {
		p.field("recorded", stylePlain, "%s", id)
	}
}
