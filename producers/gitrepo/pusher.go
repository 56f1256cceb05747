package gitrepo

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/clawable/claw/domain"
	gitexec "github.com/clawable/claw/git/exec"
)

// Pusher is a clone as its own hooks see it. A push waits for these queries, so git is
// queried as rarely as possible, and without delay.
type Pusher struct {
	clone Clone
}

// Push is a push that the clone is done with: a ref of a remote, and the one by which the
// clone follows it.
type Push struct {
	Remote     string // as the clone calls it
	Ref, Local domain.Ref
	Old, New   domain.CommitID // Old is zeros for a new ref
}

// Landing is what a push brought.
type Landing struct {
	Target
	Default domain.Ref // the branch that the remote calls its HEAD, "" when the clone has not recorded it
	Tree    string
	Commits []Landed // from Old to New, parents first
	// CommitsUnknown is the reason why Commits, and Dropped, are incomplete.
	CommitsUnknown domain.Unknown
	Dropped        []domain.CommitID // those that only Old leads to, parents first
}

// Landed is a commit of a push.
type Landed struct {
	ID      domain.CommitID
	Parents []domain.CommitID
}

// AtHook is the clone of a hook: gitDir is the git folder that git names to it.
func AtHook(git gitexec.Git, gitDir string) *Pusher {
	return &Pusher{Clone{git: git, dir: gitDir}}
}

// Follows returns the remote that a remote-tracking ref is of and the ref of the remote,
// as git itself names them: refs/remotes/REMOTE/BRANCH. False where no remote is called so.
//
// Errors: those of git.
func (p *Pusher) Follows(ctx context.Context, local domain.Ref) (remote string, ref domain.Ref, ok bool, err error) {
	if p.clone.remotes, err = p.clone.readRemotes(ctx); err != nil {
		return "", "", false, err
	}
	remote = p.clone.remotes.nameOf(local)
	branch := strings.TrimPrefix(string(local), tracked+remote+"/")
	return remote, domain.Ref(branches + branch), remote != "", nil
}

// Look returns what a push brought.
//
// Errors: those of [Clone.Target]; of git.
func (p *Pusher) Look(ctx context.Context, push Push) (*Landing, error) {
	l := &Landing{}
	var failed, unnamed error
	var both sync.WaitGroup
	both.Go(func() { failed = p.between(ctx, push, l) })
	both.Go(func() { unnamed = p.name(ctx, push, l) })
	both.Wait()
	return l, firstError(failed, unnamed)
}

// name determines the names of the repository and its default branch.
func (p *Pusher) name(ctx context.Context, push Push, l *Landing) (err error) {
	if p.clone.remotes, err = p.clone.readRemotes(ctx); err != nil {
		return err
	}
	p.clone.common = CommonOf(p.clone.dir)
	if l.Target, err = p.clone.Target(ctx, push.Remote); err != nil {
		return err
	}
	l.Default = p.headOf(ctx, push.Remote)
	return nil
}

// headOf is the branch that a remote calls its HEAD, "" when the clone has not recorded it.
// Where git stores refs as files, it is read from the file: that saves waiting for a
// program.
func (p *Pusher) headOf(ctx context.Context, remote string) domain.Ref {
	head := tracked + remote + "/"
	text, err := os.ReadFile(filepath.Join(p.clone.common, filepath.FromSlash(head+"HEAD")))
	to, symbolic := strings.CutPrefix(string(text), "ref: ")
	if _, noFiles := os.Stat(filepath.Join(p.clone.common, "reftable")); err != nil && noFiles == nil {
		to, symbolic = p.clone.symbolic(ctx, head+"HEAD"), true
	}
	if branch, is := strings.CutPrefix(strings.TrimSpace(to), head); is && symbolic {
		return domain.Ref(branches + branch)
	}
	return ""
}

// Clone names the clone as an import of it does: where it is, and the repository's name.
//
// Errors: kind [domain.ErrUnavailable] when it cannot be named; those of git.
func (p *Pusher) Clone(ctx context.Context) (at domain.Path, repo domain.RepoID, err error) {
	if p.clone.remotes, err = p.clone.readRemotes(ctx); err != nil {
		return "", "", err
	}
	if p.clone.common, err = filepath.EvalSymlinks(CommonOf(p.clone.dir)); err != nil {
		return "", "", err
	}
	repo, err = p.clone.Name(ctx)
	return p.clone.Place(), repo, err
}

// CommonOf is the git folder that all worktrees share with the one of this git folder
// (gitrepository-layout(5), commondir).
func CommonOf(dir string) string {
	text, err := os.ReadFile(filepath.Join(dir, "commondir"))
	common := strings.TrimSpace(string(text))
	switch {
	case err != nil:
		return dir
	case filepath.IsAbs(common):
		return common
	}
	return filepath.Join(dir, common)
}

// mostLanded bounds how many commits of a push are listed.
const mostLanded = 5000

// between lists what only one of the push's ends leads to. An old end that the clone does
// not have, as when another user's push was overwritten unseen, is of no use: then the
// commit that the clone itself had tracked before takes its place.
func (p *Pusher) between(ctx context.Context, push Push, l *Landing) (err error) {
	ends := []string{string(push.New)}
	if strings.Trim(string(push.Old), "0") != "" {
		ends = []string{string(push.Old) + "..." + string(push.New), string(push.Local) + "@{1}.." + string(push.New), string(push.New)}
	}
	for i, one := range ends {
		out, failed := p.list(ctx, one)
		if failed == nil {
			if i > 0 {
				l.CommitsUnknown = domain.UnknownUnavailable
			}
			l.read(out, push.New)
			return nil
		}
		err = failed
	}
	return err
}

// list lists commits in the lines that [Landing.read] takes.
func (p *Pusher) list(ctx context.Context, ends string) (string, error) {
	out, _, err := p.clone.git.Output(ctx, p.clone.own(), nil, "rev-list", "--topo-order", "--reverse", "--left-right", "--boundary",
		"--max-count="+strconv.Itoa(mostLanded), "--format=%m %H %T %P", ends, "--")
	return string(out), err
}

// read takes lines "> COMMIT TREE PARENT…" of what came, "< …" of what is gone, and
// "- …" of what both ends lead to.
func (l *Landing) read(out string, head domain.CommitID) {
	for line := range strings.Lines(out) {
		words := strings.Fields(line)
		if len(words) < 3 {
			continue // git writes a separate line before each
		}
		at := Landed{ID: domain.CommitID(words[1])}
		if at.ID == head {
			l.Tree = words[2]
		}
		for _, parent := range words[3:] {
			at.Parents = append(at.Parents, domain.CommitID(parent))
		}
		switch words[0] {
		case "<":
			l.Dropped = append(l.Dropped, at.ID)
		case ">":
			l.Commits = append(l.Commits, at)
		}
	}
	if len(l.Dropped)+len(l.Commits) >= mostLanded {
		l.CommitsUnknown = domain.UnknownUnavailable
	}
}
