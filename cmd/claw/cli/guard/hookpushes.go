package guard

import (
	"os"
	"strings"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/app"

	shipping "github.com/clawable/claw/commands/ship"
	"github.com/clawable/claw/domain"

	githooks "github.com/clawable/claw/git/hooks"
	"github.com/clawable/claw/producers/gitrepo"
)

// sighting is a push, and what is known of it beside its ends.
type sighting struct {
	gitrepo.Push
	from    domain.Ref
	unnoted bool // nobody laid down what was pushed
}

// pushed drafts the pushes to the branch that the remote calls its HEAD, or to any where
// the clone was not told which that is.
func (h *hearing) pushed() (drafts []domain.Draft, err error) {
	if h.pushes, err = h.sightings(githooks.ParseMoved(h.Told)); err != nil {
		return nil, err
	}
	for i := range h.pushes {
		s := &h.pushes[i]
		landing, err := h.pusher.Look(h.app.Ctx, s.Push)
		if err != nil {
			return nil, err
		}
		if landing.Default != "" && landing.Default != s.Ref {
			continue
		}
		seen, err := shipping.PushDrafts(h.op, h.plan(s, landing))
		if err != nil {
			return nil, err
		}
		drafts = append(drafts, seen...)
	}
	return drafts, nil
}

// sightings finds the pushes among the refs that were moved: what the same git laid down
// before, or where nobody did what git's own log of the ref says.
func (h *hearing) sightings(moved []githooks.Moved) (pushes []sighting, err error) {
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
				if logs, err = h.pusher.Logs(h.app.Ctx); err != nil {
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

func (h *hearing) readNote() (githooks.Note, bool) {
	text, err := os.ReadFile(h.NoteFile())
	return githooks.ParseNote(string(text)), err == nil
}

// forget removes a note of which all was told.
func (h *hearing) forget() {
	if note, ok := h.readNote(); ok && len(note.Refs) == len(h.pushes) {
		_ = os.Remove(h.NoteFile()) // or a sweep does
	}
}

// freshLog is how long before the hook ran the move of a ref may have been logged that git
// had just made: a push of what the remote has already moves it as well, and logs nothing.
const freshLog = time.Minute

// logged is the push that git's log of a ref tells of.
func (h *hearing) logged(logs string, m githooks.Moved) (s sighting, ok bool, err error) {
	last, ok, err := gitrepo.LastMove(logs, m.Ref, m.New)
	if err != nil || !ok || !last.Pushed() || h.At.Sub(last.Written) > freshLog {
		return s, false, err
	}
	remote, ref, ok, err := h.pusher.Follows(h.app.Ctx, m.Ref)
	return sighting{gitrepo.Push{Remote: remote, Ref: ref, Local: m.Ref, Old: last.Old, New: last.New}, "", true}, ok, err
}

// plan is the push in the words of a ship.
func (h *hearing) plan(s *sighting, l *gitrepo.Landing) *shipping.SeenPush {
	p := &shipping.Plan{Base: s.Old, Head: s.New, Tree: l.Tree, Actor: app.Me(h.app), Commits: make([]domain.ShipCommit, len(l.Commits))}
	p.Repo, p.Remote, p.Ref = l.Repo, domain.Known(l.Remote), s.Ref
	if branch, is := strings.CutPrefix(string(s.from), "refs/heads/"); is {
		p.Branch = domain.Branch(branch)
	}
	var last []domain.CommitID
	for i, c := range l.Commits {
		p.Commits[i] = domain.ShipCommit{Commit: c.ID, Role: domain.CommitUnknown}
		last = c.Parents
	}
	p.Method = p.Shown(last)
	told := &shipping.SeenPush{Plan: p, CommitsUnknown: l.CommitsUnknown, Dropped: l.Dropped, At: domain.At(h.At)}
	if s.unnoted {
		told.BranchUnknown = domain.UnknownNotRecorded
	}
	return told
}
