package guarding

import (
	"os"
	"strings"
	"time"

	shipping "github.com/clawable/claw/commands/ship"
	"github.com/clawable/claw/domain"
	githooks "github.com/clawable/claw/git/hooks"
	"github.com/clawable/claw/producers/gitrepo"
)

// sighting is a push that a hook saw, and what is known about it beside its commits.
type sighting struct {
	gitrepo.Push
	from    domain.Ref
	unnoted bool // no note holds what was pushed
}

// pushed drafts the pushes to the branch that the remote calls its HEAD, or to any branch where the
// clone does not know that one.
func (h *noteRun) pushed() (drafts []domain.Draft, err error) {
	if h.pushes, err = h.sightings(githooks.ParseMoved(h.Told)); err != nil {
		return nil, err
	}
	for i := range h.pushes {
		s := &h.pushes[i]
		landing, err := h.pusher.Look(h.ctx, s.Push)
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

// sightings finds the pushes among the refs that moved: by the note of the push that the same git
// process wrote, else by git's own log of the ref.
func (h *noteRun) sightings(moved []githooks.Moved) (pushes []sighting, err error) {
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

func (h *noteRun) readNote() (githooks.Note, bool) {
	text, err := os.ReadFile(h.NoteFile())
	return githooks.ParseNote(string(text)), err == nil
}

// forget removes a note whose events are all recorded.
func (h *noteRun) forget() {
	if note, ok := h.readNote(); ok && len(note.Refs) == len(h.pushes) {
		_ = os.Remove(h.NoteFile()) // on an error the next sweep removes it
	}
}

// freshLog bounds the time between an entry in the log of a ref and the run of the hook that
// belongs to it: a push of commits that the remote has moves the ref as well, and writes no entry.
const freshLog = time.Minute

// logged is the push in git's log of a ref.
func (h *noteRun) logged(logs string, m githooks.Moved) (s sighting, ok bool, err error) {
	last, ok, err := gitrepo.LastMove(logs, m.Ref, m.New)
	if err != nil || !ok || !last.Pushed() || h.At.Sub(last.Written) > freshLog {
		return s, false, err
	}
	remote, ref, ok, err := h.pusher.Follows(h.ctx, m.Ref)
	return sighting{gitrepo.Push{Remote: remote, Ref: ref, Local: m.Ref, Old: last.Old, New: last.New}, "", true}, ok, err
}

// plan is the push as the plan of a ship.
func (h *noteRun) plan(s *sighting, l *gitrepo.Landing) *shipping.SeenPush {
	p := &shipping.Plan{Base: s.Old, Head: s.New, Tree: l.Tree, Actor: domain.Actor("human:" + h.user), Commits: make([]domain.ShipCommit, len(l.Commits))}
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
