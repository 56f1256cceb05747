package guarding

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/commands/record"
	shipping "github.com/clawable/claw/commands/ship"
	"github.com/clawable/claw/domain"
	gitexec "github.com/clawable/claw/git/exec"
	githooks "github.com/clawable/claw/git/hooks"
	"github.com/clawable/claw/producers/gitrepo"
)

// Repository is a clone whose hooks of git lay notes down.
type Repository struct {
	// Common is the git folder that all worktrees share.
	Common string
	// User is who works here, as far as the operating system knows.
	User string
	// Git is the git program, asked for once there is a note.
	// Errors: there is none.
	Git func() (gitexec.Git, error)
}

// gitRun takes up what hooks of one repository laid down.
type gitRun struct {
	hookRun
	git  gitexec.Git
	user string
}

// oldHeard is the age at which nobody waits any more for what a hook laid down.
const oldHeard = 24 * time.Hour

// TakeUp takes up what hooks laid down in a repository, the oldest first: it appends what they
// report and removes the notes. Several may be about it at once: what one told the other does
// not tell again. What cannot be told of stays, for who looks next.
//
// Errors: why something stays.
func (h *Hook) TakeUp(ctx context.Context, in *Repository) error {
	waiting, err := githooks.Waiting(in.Common)
	if len(waiting) == 0 {
		return err
	}
	run := &gitRun{hookRun: hookRun{Hook: h, ctx: ctx}, user: in.User}
	if run.git, err = in.Git(); err != nil {
		return err
	}
	if err := run.place(); err != nil {
		return err
	}
	for i := range waiting {
		if failed := run.take(&waiting[i]); failed != nil && err == nil {
			err = failed
		}
	}
	githooks.Sweep(in.Common, h.Now().Add(-oldHeard))
	return err
}

// take records what a hook laid down, and removes it then.
func (h *gitRun) take(heard *githooks.Heard) error {
	one := &hearing{Heard: heard, ctx: h.ctx, user: h.user, pusher: gitrepo.AtHook(h.git, heard.Folder())}
	one.op = record.NewHookOperator(nil, h.Scrub, one.speaker(), func() domain.Instant { return domain.At(heard.At) }, one.newID)
	drafts, err := one.drafts()
	if err != nil {
		return err
	}
	late, stop := h.patience(h.ctx)
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
	ctx    context.Context
	user   string
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
	return domain.Draft{Emitter: domain.EmitterID("hook/" + gitrepo.Source + "/" + h.user), Epoch: domain.Epoch(boot), Correlation: domain.CorrelationID(boot.String()),
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
	at, repo, err := h.pusher.Clone(h.ctx)
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
