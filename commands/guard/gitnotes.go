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

// Repository is a clone whose git hooks write notes into its git folder.
type Repository struct {
	// Common is the git folder that all worktrees share.
	Common string
	// User is the user of this process, as the operating system names it.
	User string
	// Git returns the git program; it is called only when there is a note. Errors: there is none.
	Git func() (gitexec.Git, error)
}

// gitRun appends the notes of the hooks of one repository.
type gitRun struct {
	hookRun
	git  gitexec.Git
	user string
}

// staleNote is the age at which a note is removed unread.
const staleNote = 24 * time.Hour

// AppendNotes appends what the notes in a repository report, the oldest first, and removes the
// notes. Several processes may do so at once: the ids of events derive from the notes, so that
// nothing is recorded twice. A note that cannot be recorded yet stays for the next call.
//
// Errors: why a note stays.
func (h *Hook) AppendNotes(ctx context.Context, in *Repository) error {
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
	githooks.Sweep(in.Common, h.Now().Add(-staleNote))
	return err
}

// take records a note, and then removes it.
func (h *gitRun) take(note *githooks.Heard) error {
	one := &noteRun{Heard: note, ctx: h.ctx, user: h.user, pusher: gitrepo.AtHook(h.git, note.Folder())}
	one.op = record.NewHookOperator(nil, h.Scrub, one.speaker(), func() domain.Instant { return domain.At(note.At) }, one.newID)
	drafts, err := one.drafts()
	if err != nil {
		return err
	}
	late, stop := h.patience(h.ctx)
	defer stop()
	h.late = late
	if err := h.persist(drafts); err != nil {
		return err
	}
	if err := os.Remove(note.File); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	one.forget()
	return nil
}

// noteRun makes the events of one note. They are the same whichever process makes them, and when.
type noteRun struct {
	*githooks.Heard
	ctx    context.Context
	user   string
	pusher *gitrepo.Pusher
	op     *record.Operator
	ids    int        // made so far
	pushes []sighting // that the note reports
}

// newID derives the next id from the note.
func (h *noteRun) newID() ulid.ULID {
	h.ids++
	return domain.Derive(h.At, "claw/heard", filepath.Base(h.File), h.Text, strconv.Itoa(h.ids))
}

func (h *noteRun) speaker() domain.Draft {
	boot := h.newID()
	return domain.Draft{Emitter: domain.EmitterID("hook/" + gitrepo.Source + "/" + h.user), Epoch: domain.Epoch(boot), Correlation: domain.CorrelationID(boot.String()),
		Source: domain.Source{Kind: domain.SourceLive, Channel: gitrepo.HookChannel}}
}

// drafts drafts the events of the note, none where it reports nothing.
func (h *noteRun) drafts() ([]domain.Draft, error) {
	if h.Hook == githooks.ReferenceTransaction {
		return h.pushed()
	}
	return h.branchMoved()
}

// branchMoved drafts the move of a branch by a merge, an amended commit or a rebase.
func (h *noteRun) branchMoved() ([]domain.Draft, error) {
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
func (h *noteRun) cause() domain.RefCause {
	switch {
	case h.Hook == githooks.PostMerge:
		return domain.RefMerge
	case h.Argument == githooks.Amend:
		return domain.RefCommit
	}
	return domain.RefRebase
}
