package workspace

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	gitexec "github.com/clawable/claw/git/exec"
	gitstate "github.com/clawable/claw/git/state"
)

// GitStatusDocument is the answer of git status.
type GitStatusDocument struct {
	app.Head
	Folder string `json:"folder"`
	// Repository is nil outside of a repository, where neither dirty nor fresh is defined.
	Repository *gitstate.State `json:"repository" jsonschema:"nullable"`
	Dirty      *bool           `json:"dirty" jsonschema:"nullable"` // nil where there is no worktree
	Freshness  Freshness       `json:"freshness"`
	// Workspace compares this worktree with the lane's; nil when no lane was named.
	Workspace *workspaceCheck  `json:"workspace" jsonschema:"nullable"`
	Recorded  []domain.EventID `json:"recorded"` // the facts that are new in the log
}

// Freshness compares a worktree with its main branch.
type Freshness string

const (
	freshCurrent Freshness = "current" // it has all of it
	FreshStale   Freshness = "stale"   // it lacks commits of it
	FreshUnknown Freshness = "unknown" // the main branch is unknown, or the clone is shallow
)

// Enum lists the values.
func (Freshness) Enum() []string {
	return []string{string(freshCurrent), string(FreshStale), string(FreshUnknown)}
}

// GitVerb returns claw git and the verbs below it.
func GitVerb(a *app.App) *cobra.Command {
	cmd := app.VerbFamily("git", "more", "Describe a git worktree")
	cmd.AddCommand(gitStatusVerb(a))
	return cmd
}

// statusOptions are the flags of claw git status.
type statusOptions struct {
	base   string // a commit, branch or tag; "" is what .claw-base names
	main   string // a branch; "" is the base, else the HEAD of the remote
	lane   string // an id or the beginning of one; "" for none
	record bool   // append what was found
}

func (o *statusOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.base, "base", "", "the commit, branch or tag that the work is expected to be based on")
	f.StringVar(&o.main, "main", "", "the branch that the work goes to, such as origin/main")
	f.StringVar(&o.lane, "lane", "", "the lane that works here")
	f.BoolVar(&o.record, "record", false, "append what was found to the log; without --lane it affects no lane")
}

func gitStatusVerb(a *app.App) *cobra.Command {
	var o statusOptions
	cmd := a.Verb("status [FOLDER]", "", "Report branch, base, main, upstream, operations in progress and uncommitted changes", app.Between(0, 1, "[FOLDER]"),
		func(args []string) (app.Document, error) {
			folder := a.Dir
			if len(args) > 0 {
				folder = app.Path(a, args[0])
			}
			return gitStatus(a, o, folder)
		})
	cmd.Long = `The expected base is what --base names, else what .claw-base at the root of the worktree names. Main
is what --main names, else that base, else what the remote calls its HEAD. Work that lacks commits
of main is stale, and the answer says what to do before broad tests of it. Nothing is fetched: refs
of remotes are where this clone last saw them.

With --lane the worktree is compared with the one that the lane is bound to. With --record a stale,
fresh or wrong worktree becomes a fact of the lane, each state once.`
	o.flags(cmd.Flags())
	return cmd
}

// gitStatus reads the state.
//
// Errors: kind not_found without the folder or the lane, usage for a base that is none, unavailable
// where git cannot say; those of the log.
func gitStatus(a *app.App, o statusOptions, folder string) (*GitStatusDocument, error) {
	if _, err := os.Stat(folder); err != nil {
		return nil, &domain.Error{Kind: domain.ErrNotFound, Operation: "read git state", Target: folder, Message: "there is no such folder", Hint: "name a folder of a worktree"}
	}
	git, err := gitexec.AsPerson(a.Env, a.Environ())
	if err != nil {
		return nil, err
	}
	d := &GitStatusDocument{Head: app.HeadOf("git_status"), Folder: folder, Freshness: FreshUnknown, Recorded: []domain.EventID{}}
	l, err := lookFor(a, o)
	if err != nil {
		return nil, err
	}
	if d.Repository, err = gitstate.Read(a.Ctx, git, folder, gitstate.Expected{Base: o.base, Main: o.main, BaseFrom: "--base", MainFrom: "--main"}); err != nil {
		return nil, gitSilent(folder, err)
	}
	if d.Repository == nil {
		a.Warn("no_repository", "no git repository is around "+folder)
		return d, nil
	}
	RenderAdvice(d.Repository.Advice)
	d.Freshness = FreshnessOf(&d.Repository.Main)
	if c := d.Repository.Changes; c != nil {
		dirty := c.Dirty()
		d.Dirty = &dirty
	}
	return d, l.look(git, d)
}

// FreshnessOf compares work with its main branch; what cannot be determined is unknown.
func FreshnessOf(main *gitstate.Base) Freshness {
	switch main.State {
	case gitstate.BaseMatches:
		return freshCurrent
	case gitstate.BaseDiverged:
		return FreshStale
	case gitstate.BaseNone, gitstate.BaseUnknown:
	}
	return FreshUnknown
}

// gitSilent adds to an error of git the folder that it is about.
func gitSilent(folder string, err error) error {
	var f *gitexec.Failure
	if !errors.As(err, &f) {
		return err
	}
	return (&domain.Error{Kind: domain.ErrUnavailable, Operation: "read git state", Target: folder, Message: f.Error(),
		Hint: "git says why it cannot read this repository"}).Because(err)
}

func (d *GitStatusDocument) Text(p *term.Page) {
	s := d.Repository
	if s == nil {
		p.Line("no repository")
		return
	}
	p.Line("%s", s.Worktree)
	switch {
	case s.Branch != nil:
		p.Field("branch", term.StylePlain, "%s", *s.Branch)
	case s.Detached:
		p.Field("branch", term.StyleDim, "none: a commit is checked out")
	}
	if s.Head != nil {
		p.Field("head", term.StylePlain, "%s", *s.Head)
	} else {
		p.Field("head", term.StyleDim, "no commit yet")
	}
	if u := s.Upstream; u != nil && u.Commit == nil {
		p.Field("upstream", term.StyleDim, "%s, which is gone", u.Ref)
	} else if u != nil {
		p.Field("upstream", term.StylePlain, "%s, %d ahead, %d behind", u.Ref, u.Ahead, u.Behind)
	}
	if b := &s.Base; b.Expected != nil {
		p.Field("base", term.StylePlain, "%s %s, by %s: %s, %d ahead, %d behind", b.Said, *b.Expected, b.Source, FreshnessOf(b), b.Ahead, b.Behind)
	}
	d.mainText(p)
	if o := s.Operation; o != nil {
		p.Field("halfway", term.StylePlain, "%s; go on: %s; leave it: %s", o.Kind, o.Resume, o.Abort)
	}
	if c := s.Changes; c != nil && c.Dirty() {
		p.Field("changes", term.StylePlain, "%d staged, %d unstaged, %d untracked, %d conflicted", c.Staged, c.Unstaged, c.Untracked, c.Conflicted)
	} else if c != nil {
		p.Field("changes", term.StyleDim, "none")
	}
}

// mostListed is how many missing commits are listed for people.
const mostListed = 5

// MissingText names the newest of the missing commits, and counts the others.
func MissingText(m *gitstate.Base) string {
	some := m.Missing[:min(len(m.Missing), mostListed)]
	names := make([]string, len(some))
	for i, id := range some {
		names[i] = term.ShortName(id)
	}
	if more := m.Behind - len(some); more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, " ")
}

// mainText compares the work with its main branch, and states what to do first.
func (d *GitStatusDocument) mainText(p *term.Page) {
	m := &d.Repository.Main
	if m.Expected == nil {
		p.Field("main", term.StyleDim, "%s: nobody knows which branch it is", d.Freshness)
	} else {
		p.Field("main", term.StylePlain, "%s %s, by %s: %s, %d ahead, %d behind", m.Said, term.ShortName(*m.Expected), m.Source, d.Freshness, m.Ahead, m.Behind)
	}
	if len(m.Missing) > 0 {
		p.Field("missing", term.StylePlain, "%s", MissingText(m))
	}
	if todo := d.Repository.Advice; todo != nil {
		p.Field("before tests", term.StyleYellow, "%s: %s", todo.Action, todo.Hint)
	}
	if d.Workspace != nil {
		d.Workspace.Text(p)
	}
	for _, id := range d.Recorded {
		p.Field("recorded", term.StylePlain, "%s", id)
	}
}

// RenderAdvice renders the next step of a; nil has none.
func RenderAdvice(a *gitstate.Advice) {
	if a != nil && a.Hint == "" && !a.Next.IsZero() {
		a.Hint = app.StepText(&a.Next)
	}
}
