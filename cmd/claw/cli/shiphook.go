package cli

import (
	"cmp"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/commands"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/gitexec"
	"github.com/clawable/claw/githooks"
	"github.com/clawable/claw/producers/gitrepo"
	"github.com/clawable/claw/producers/scrub"
)

func (a *app) shipHook() *cobra.Command {
	var note string
	var strict bool
	cmd := &cobra.Command{Use: "hook NAME [ARGUMENT]...", GroupID: "hooks", Short: "What git's hooks run: records the pushes that they see",
		Annotations: map[string]string{outputIs: outputProtocol},
		Args:        cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return (&gitHook{hookRun: hookRun{app: a, secrets: scrub.New()}, note: note}).run(githooks.Name(args[0]), args[1:])
		}}
	cmd.Long = `Read what git tells its hook, as arguments and on standard input, and append what it says to the log. claw ship hooks install
writes the hooks that run this.

Nothing is printed, and the exit code is 0 whatever happens: a hook must not hold up git. When the log cannot be written
in 30 ms what was seen is laid aside and appended later, by the next hook or verb that opens the log.`
	cmd.Flags().StringVar(&note, "note", "", "the file in which the pre-push hook of the same git laid down what goes where")
	cmd.Flags().BoolVar(&strict, strictFlag, false, "exit 1 when something goes wrong")
	return cmd
}

// gitHook is one run of a hook of git.
type gitHook struct {
	hookRun
	note   string // the file
	pusher *gitrepo.Pusher
}

func (h *gitHook) run(name githooks.Name, args []string) error {
	if name != githooks.ReferenceTransaction {
		return usageError("parse arguments", "hook "+string(name), "is no hook that records", "claw ship hook reference-transaction")
	}
	if len(args) == 0 || args[0] != "committed" || h.Env(shipVariable) != "" {
		return nil
	}
	text, err := io.ReadAll(io.LimitReader(h.In, mostPayload))
	if err != nil {
		return err
	}
	git, err := gitexec.Alone(h.Env)
	if err != nil {
		return err
	}
	if err := h.place(); err != nil {
		return err
	}
	h.pusher = gitrepo.AtHook(git, h.gitDir())
	pushes, err := h.pushes(githooks.ParseMoved(strings.Join(args[1:], "\n") + "\n" + string(text)))
	for i := range pushes {
		err = firstError(err, h.tellOf(&pushes[i]))
	}
	h.forget(pushes)
	h.sweep()
	return err
}

// gitDir is the git folder of the hook's repository, as git names it to hooks.
func (h *gitHook) gitDir() string { return h.path(firstOf(h.Env("GIT_DIR"), ".git")) }

// sighting is a push, and what is known of it beside its ends.
type sighting struct {
	gitrepo.Push
	from    domain.Ref
	unnoted bool // nobody laid down what was pushed
}

// pushes finds the pushes among the refs that were moved: what the same git laid down
// before, or where nobody did what git's own log of the ref says.
func (h *gitHook) pushes(moved []githooks.Moved) (pushes []sighting, err error) {
	var logs string
	note, noted := h.readNote()
	for _, m := range moved {
		switch {
		case !strings.HasPrefix(string(m.Ref), "refs/remotes/"), strings.Trim(string(m.New), "0") == "":
		case noted:
			if r, ok := note.Of(m); ok {
				pushes = append(pushes, sighting{gitrepo.Push{Remote: note.Remote, Ref: r.Ref, Local: m.Ref, Old: r.Old, New: r.New}, r.From, false})
			}
		default:
			if logs == "" {
				if logs, err = h.pusher.Logs(h.ctx); err != nil {
					return pushes, err
				}
			}
			one, ok, err := h.logged(logs, m)
			if err != nil {
				return pushes, err
			}
			if ok {
				pushes = append(pushes, one)
			}
		}
	}
	return pushes, nil
}

func (h *gitHook) readNote() (githooks.Note, bool) {
	if h.note == "" {
		return githooks.Note{}, false
	}
	text, err := os.ReadFile(h.path(h.note))
	return githooks.ParseNote(string(text)), err == nil
}

// forget removes a note of which all was told.
func (h *gitHook) forget(pushes []sighting) {
	if note, ok := h.readNote(); ok && len(note.Refs) == len(pushes) {
		_ = os.Remove(h.path(h.note)) // or sweep does
	}
}

// freshLog is how long ago the move of a ref may have been logged that git has just made:
// a push of what the remote has already moves it as well, and logs nothing.
const freshLog = time.Minute

// logged is the push that git's log of a ref tells of.
func (h *gitHook) logged(logs string, m githooks.Moved) (s sighting, ok bool, err error) {
	last, ok, err := gitrepo.LastMove(logs, m.Ref)
	if err != nil || !ok || !last.Pushed() || last.New != m.New || h.Now().Sub(last.Written).Abs() > freshLog {
		return s, false, err
	}
	remote, ref, ok, err := h.pusher.Follows(h.ctx, m.Ref)
	return sighting{gitrepo.Push{Remote: remote, Ref: ref, Local: m.Ref, Old: last.Old, New: last.New}, "", true}, ok, err
}

// tellOf records a push to the branch that the remote calls its HEAD, or to any where the
// clone was not told which that is.
func (h *gitHook) tellOf(s *sighting) error {
	landing, err := h.pusher.Look(h.ctx, s.Push)
	if err != nil {
		return err
	}
	if landing.Default != "" && landing.Default != s.Ref {
		return nil
	}
	as := domain.Draft{Emitter: domain.EmitterID("hook/" + gitrepo.Source + "/" + firstOf(h.User, "unknown")), Epoch: domain.Epoch(h.newID()),
		Source: domain.Source{Kind: domain.SourceLive, Channel: "hook:" + gitrepo.Source}}
	op := commands.NewHookOperator(nil, h.secrets, as, func() domain.Instant { return domain.At(h.Now()) }, h.newID)
	drafts, err := op.Seen(h.plan(s, landing))
	if err != nil {
		return err
	}
	late, stop := context.WithTimeout(context.Background(), cmp.Or(h.Patience, hookPatience))
	defer stop()
	h.late = late.Done()
	return h.keep(drafts)
}

// plan is the push in the words of a ship.
func (h *gitHook) plan(s *sighting, l *gitrepo.Landing) *commands.SeenPush {
	p := &commands.Plan{Base: s.Old, Head: s.New, Tree: l.Tree, Actor: h.me(), Commits: make([]domain.ShipCommit, len(l.Commits))}
	p.Repo, p.Remote, p.Ref = l.Repo, domain.Known(l.Remote), s.Ref
	if branch, is := strings.CutPrefix(string(s.from), "refs/heads/"); is {
		p.Branch = domain.Branch(branch)
	}
	var last []domain.CommitID
	for i, c := range l.Commits {
		p.Commits[i] = domain.ShipCommit{Commit: c.ID, Role: domain.CommitIntentional}
		last = c.Parents
	}
	p.Method = p.Shown(last)
	told := &commands.SeenPush{Plan: p, CommitsUnknown: l.CommitsUnknown, Dropped: l.Dropped, At: domain.At(h.Now())}
	if s.unnoted {
		told.BranchUnknown = domain.UnknownNotRecorded
	}
	return told
}

// oldNote is the age at which nobody waits for a note any more.
const oldNote = 24 * time.Hour

// sweep removes what pushes laid down that are over. What cannot be removed now is
// removed another time.
func (h *gitHook) sweep() {
	entries, err := filepath.Glob(filepath.Join(h.gitDir(), githooks.NotePrefix+"*"))
	if err != nil {
		return
	}
	for _, file := range entries {
		if info, err := os.Stat(file); err == nil && h.Now().Sub(info.ModTime()) > oldNote {
			_ = os.Remove(file)
		}
	}
}
