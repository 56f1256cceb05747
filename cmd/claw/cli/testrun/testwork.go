package testcmd

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/commands/testrun"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/eventlog"
	gitexec "github.com/clawable/claw/git/exec"
	gitstate "github.com/clawable/claw/git/state"
	gittree "github.com/clawable/claw/git/tree"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
)

// work is what is tested: a lane, and the worktree around this folder.
type work struct {
	outcome lane.Outcome
	git     *gitexec.Git // nil without git
	root    domain.Path  // of the worktree; "" for none
}

// workOf finds what is tested.
//
// Errors: kind not_found for a lane that is none, usage where the folder names none or several; those
// of the log.
func workOf(a *app.App, typed string) (w *work, err error) {
	w = &work{}
	if git, err := gitexec.AsPerson(a.Env, a.Environ()); err == nil {
		w.git = &git
		if w.root, err = gitstate.Root(a.Ctx, git, a.Dir); err != nil {
			w.root = "" // git does not read this repository: the tests need none
		}
	}
	v, err := view.Open(a)
	if err != nil {
		return nil, err
	}
	if typed == "" {
		if typed, err = w.laneHere(a, v); err != nil {
			return nil, err
		}
	}
	w.outcome, err = v.Outcome(typed)
	return w, err
}

// lane reads what the log records about the lane before the tests run.
func (w *work) lane(a *app.App, log eventlog.Log) (*testrun.Lane, error) {
	var sessions []domain.SessionID
	for _, s := range w.outcome.Sessions {
		sessions = append(sessions, s.Session)
	}
	return testrun.LaneOf(a.Ctx, log, w.outcome.Lane, sessions)
}

// laneHere is the lane that works in this folder: of several, the one that has not ended.
func (w *work) laneHere(a *app.App, v *view.Views) (string, error) {
	var here, open []string
	page := selection.Page{}
	for {
		list, err := query.Lanes(v, selection.Filter{}, page, v.AsOf)
		if err != nil {
			return "", err
		}
		for i := range list.Lanes {
			row := &list.Lanes[i]
			is, err := w.isHere(a, v, row)
			if err != nil {
				return "", err
			}
			if !is {
				continue
			}
			here = append(here, string(row.Lane))
			if row.State != lane.StateEnded && row.Disposition == "" {
				open = append(open, string(row.Lane))
			}
		}
		if page.Cursor = list.Next; page.Cursor == "" {
			break
		}
	}
	switch {
	case len(here) == 1:
		return here[0], nil
	case len(open) == 1:
		return open[0], nil
	case len(here) == 0:
		return "", app.UsageError("find lane", a.Dir, "no lane of the log works in this folder", "start one: "+app.NextStep(a, "claw lane start --worktree .")+"; or name it: --lane LANE, "+app.NextStep(a, "claw lanes")+" lists them")
	}
	e := &domain.Error{Kind: domain.ErrUsage, Operation: "find lane", Target: a.Dir, Message: "several lanes work in this folder",
		Hint: "name one of them: --lane " + strings.Join(here[:min(len(here), 3)], ", --lane "), Detail: map[string]any{"candidates": here}}
	return "", e
}

// isHere reports whether a lane works in the worktree around this folder.
func (w *work) isHere(a *app.App, v *view.Views, row *query.LaneRow) (bool, error) {
	if row.Workspace.Value != "" {
		return w.holds(a, string(row.Workspace.Value)), nil
	}
	places, err := query.PlacesOfLane(a.Ctx, v, string(row.Lane), v.AsOf)
	if err != nil {
		return false, err
	}
	for _, p := range places.Places {
		if p.Worktree != "" && w.holds(a, string(p.Worktree)) {
			return true, nil
		}
	}
	return false, nil
}

// holds reports whether a folder is in the worktree around this one; outside of git, whether it is
// this one or around it.
func (w *work) holds(a *app.App, folder string) bool {
	if w.root == "" {
		return isWithin(a.Dir, folder)
	}
	if folder == string(w.root) {
		return true
	}
	if !isWithin(folder, string(w.root)) {
		return false
	}
	if _, err := os.Stat(folder); err != nil {
		return true // it was removed: the worktree that it was in can be identified only by its path
	}
	root, err := gitstate.Root(a.Ctx, *w.git, folder)
	return err == nil && root == w.root
}

// isWithin reports whether a folder is another one or in it.
func isWithin(folder, around string) bool {
	rel, err := filepath.Rel(around, folder)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// snapshot reads the worktree; nil outside of git.
func (w *work) snapshot(a *app.App) *gittree.Snapshot {
	if w.git == nil || w.root == "" {
		return nil
	}
	s, ok, err := gittree.Of(a.Ctx, *w.git, a.Dir)
	if err != nil {
		a.Warn("tree_unknown", "which tree was tested is not recorded: "+err.Error())
	}
	if !ok || err != nil {
		return nil
	}
	return &s
}

// seenTree is what is known about the files that were tested.
type seenTree struct {
	domain.TestSeen
	commit domain.CommitID
	root   domain.Path
}

// seen reads the test files, and compares the worktree with that of before the tests.
//
// Errors: those of the files.
func (w *work) seen(a *app.App, report *testrun.Report, now *testrun.Lane, before *gittree.Snapshot) (seen seenTree, err error) {
	folder, files := domain.Path(a.Dir), []string(nil)
	if before != nil {
		seen.root, folder, files = before.Root, before.Root, before.Files
		if after := w.snapshot(a); after != nil && after.Tree == before.Tree {
			seen.Tree, seen.commit = before.Tree, before.Commit
		} else {
			a.Warn("tree_changed", "files changed while the tests ran: which tree was tested is not recorded")
		}
	} else if files, err = testrun.FilesBelow(a.Ctx, a.Dir); err != nil {
		return seen, err
	}
	tests, names, err := testrun.TestFiles(a.Ctx, folder, report.How.Runner, files)
	if err != nil || tests == nil {
		return seen, err
	}
	now.Mark(tests, folder, names)
	seen.Files = tests
	return seen, nil
}
