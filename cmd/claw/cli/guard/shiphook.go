package guard

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/commands/record"

	shipping "github.com/clawable/claw/commands/ship"
	"github.com/clawable/claw/domain"

	gitexec "github.com/clawable/claw/git/exec"

	githooks "github.com/clawable/claw/git/hooks"
	"github.com/clawable/claw/producers/gitrepo"
	"github.com/clawable/claw/producers/scrub"
)

func ShipHook(a *app.App) *cobra.Command {
	var strict bool
	cmd := &cobra.Command{Use: "hook [FOLDER]", GroupID: "hooks", Short: "Record the notes that git's hooks left in the git folder; the hooks run this",
		Annotations: map[string]string{app.OutputIs: app.OutputProtocol},
		Args:        app.Between(0, 1, "[FOLDER]"),
		RunE: func(_ *cobra.Command, args []string) error {
			return hearGit(a, gitrepo.CommonOf(app.Path(a, app.FirstOf(append(args, a.Env("GIT_DIR"), ".git")...))))
		}}
	cmd.Long = `Read the notes that git's hooks left in a git folder (default: GIT_DIR, else .git), and append what
they report to the log. claw ship hooks install writes the hooks that run this.

Nothing is printed, and the exit code is 0 whatever happens. When the log cannot be written in 30
ms, the events are stored in the spool, and the next hook or verb that opens the log appends them. A
note that cannot be recorded yet stays where it is for the next run.`
	cmd.Flags().BoolVar(&strict, StrictFlag, false, "exit 1 when something goes wrong")
	return cmd
}

// gitHook takes up what hooks of one repository laid down.
type gitHook struct {
	hookRun
	git gitexec.Git
}

// oldHeard is the age at which nobody waits any more for what a hook laid down.
const oldHeard = 24 * time.Hour

// hearGit takes up what hooks laid down in the git folder that all worktrees share, the
// oldest first. Several may be about it at once: what one told the other does not tell
// again. What cannot be told of stays, for who looks next.
//
// Errors: why something stays.
func hearGit(a *app.App, common string) error {
	waiting, err := githooks.Waiting(common)
	if len(waiting) == 0 {
		return err
	}
	h := &gitHook{hookRun: hookRun{App: a, secrets: scrub.New()}}
	if h.git, err = gitexec.Alone(a.Env); err != nil {
		return err
	}
	if err := h.place(); err != nil {
		return err
	}
	for i := range waiting {
		if failed := h.record(&waiting[i]); failed != nil && err == nil {
			err = failed
		}
	}
	githooks.Sweep(common, h.Now().Add(-oldHeard))
	return err
}

// TakeUp is hearGit for a verb that looks at the repository and goes on without.
func TakeUp(a *app.App, common string) {
	if err := hearGit(a, common); err != nil {
		a.Warn("hooks_not_heard", "what hooks of git laid down waits in "+common+": "+app.Typed(err).Error())
	}
}

// record records what a hook laid down, and removes it then.
func (h *gitHook) record(heard *githooks.Heard) error {
	one := &hearing{Heard: heard, app: h.App, pusher: gitrepo.AtHook(h.git, heard.Folder())}
	one.op = record.NewHookOperator(nil, h.secrets, one.speaker(), func() domain.Instant { return domain.At(heard.At) }, one.newID)
	drafts, err := one.drafts()
	if err != nil {
		return err
	}
	late, stop := context.WithTimeout(context.Background(), cmp.Or(h.Patience, hookPatience))
	defer stop()
	h.late = late
	if err := h.keep(drafts); err != nil {
		return err
	}
	if err := os.Remove(heard.File); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	one.forget()
	return nil
}

// hearing is what one run of a hook says. It says the same whoever takes it up, and when.
type hearing struct {
	*githooks.Heard
	app    *app.App
	pusher *gitrepo.Pusher
	op     *record.Operator
	ids    int        // given so far
	pushes []sighting // that are told of
}

// newID derives the next id from what was laid down.
func (h *hearing) newID() ulid.ULID {
	h.ids++
	return domain.Derive(h.At, "claw/heard", filepath.Base(h.File), h.Text, strconv.Itoa(h.ids))
}

func (h *hearing) speaker() domain.Draft {
	boot := h.newID()
	return domain.Draft{Emitter: domain.EmitterID("hook/" + gitrepo.Source + "/" + app.FirstOf(h.app.User, "unknown")), Epoch: domain.Epoch(boot), Correlation: domain.CorrelationID(boot.String()),
		Source: domain.Source{Kind: domain.SourceLive, Channel: gitrepo.HookChannel}}
}

// drafts drafts what is to be told, none where it is nothing.
func (h *hearing) drafts() ([]domain.Draft, error) {
	if h.Hook == githooks.ReferenceTransaction {
		return h.pushed()
	}
	return h.branchMoved()
}

// branchMoved drafts the move of a branch by a merge, an amended commit or a rebase.
func (h *hearing) branchMoved() ([]domain.Draft, error) {
	m, ok := h.BranchMove()
	if !ok || m.Old == m.New || h.Hook == githooks.PostRewrite && len(m.Rewritten) == 0 {
		return nil, nil
	}
	at, repo, err := h.pusher.Clone(h.app.Ctx)
	if err != nil {
		return nil, err
	}
	says := domain.RefMoved{Ref: m.Ref, Old: m.Old, New: m.New, Cause: h.cause(), Rewritten: m.Rewritten, Forced: len(m.Rewritten) > 0}
	if m.Old == "" {
		says.OldUnknown = domain.UnknownNotRecorded
	}
	draft, err := shipping.MoveDraft(h.op, &shipping.SeenMove{Repo: repo, Clone: at, Moved: says})
	return []domain.Draft{draft}, err
}

// cause is what moved the branch.
func (h *hearing) cause() domain.RefCause {
	switch {
	case h.Hook == githooks.PostMerge:
		return domain.RefMerge
	case h.Argument == githooks.Amend:
		return domain.RefCommit
	}
	return domain.RefRebase
}
