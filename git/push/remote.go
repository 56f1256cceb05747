package gitpush

import (
	"context"
	"errors"
	"strings"

	"github.com/clawable/claw/domain"
	gitexec "github.com/clawable/claw/git/exec"
)

// Remote is a remote of a repository on this machine.
type Remote struct {
	git  gitexec.Git
	dir  string // in the repository
	name string
	at   string // what git is given: the name, or the push URL where it differs
}

// Find returns the remote of this name, as the person's git sees it.
//
// Errors: kind [domain.ErrNotFound] for no remote; [domain.ErrUsage] for one that pushes
// to several URLs at once: whether a push was done could not be determined.
func Find(ctx context.Context, git gitexec.Git, dir, name string) (*Remote, error) {
	r := &Remote{git: git, dir: dir, name: name, at: name}
	push, err := r.urls(ctx, "--push")
	if err != nil {
		return nil, err
	}
	if len(push) != 1 {
		return nil, &domain.Error{Kind: domain.ErrUsage, Operation: "find remote", Target: name, Message: "pushes to several places at once",
			Hint: "make a remote for each, and ship to one: git remote add NAME URL"}
	}
	fetch, err := r.urls(ctx)
	if err != nil {
		return nil, err
	}
	if fetch[0] != push[0] {
		r.at = push[0]
	}
	return r, nil
}

func (r *Remote) urls(ctx context.Context, option ...string) ([]string, error) {
	args := append(append([]string{"remote", "get-url", "--all"}, option...), "--", r.name)
	out, complaints, err := r.run(ctx, nil, args...)
	var f *gitexec.Failure
	if errors.As(err, &f) && strings.Contains(string(complaints), "No such remote") {
		return nil, &domain.Error{Kind: domain.ErrNotFound, Operation: "find remote", Target: r.name,
			Message: "the repository has no remote of this name", Hint: "git remote -v lists them"}
	}
	if err != nil {
		return nil, r.trouble("find remote", string(complaints), err)
	}
	all := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	return all, nil
}

func (r *Remote) run(ctx context.Context, env []string, args ...string) (out, complaints []byte, err error) {
	return r.git.Output(ctx, env, nil, append([]string{"-C", r.dir}, args...)...)
}

// Tip asks the remote what a ref holds, "" for no such ref.
//
// Errors: kind [domain.ErrAuth], [domain.ErrUnavailable], [domain.ErrNotFound] by what
// the remote answers.
func (r *Remote) Tip(ctx context.Context, ref domain.Ref) (domain.CommitID, error) {
	out, complaints, err := r.run(ctx, nil, "ls-remote", "--quiet", "--", r.at, string(ref))
	if err != nil {
		return "", r.trouble("ask remote", string(complaints), err)
	}
	return tipOf(string(out), ref), nil
}

// tipOf reads lines "<object> TAB <ref>": a pattern meets refs that only end alike.
func tipOf(answer string, ref domain.Ref) domain.CommitID {
	for line := range strings.Lines(answer) {
		if id, name, ok := strings.Cut(strings.TrimRight(line, "\r\n"), "\t"); ok && name == string(ref) {
			return domain.CommitID(id)
		}
	}
	return ""
}

// Bring fetches what a ref of the remote leads to. No ref here moves.
//
// Errors: as [Remote.Tip].
func (r *Remote) Bring(ctx context.Context, ref domain.Ref) error {
	_, complaints, err := r.run(ctx, nil, "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--no-auto-maintenance",
		"--refmap=", "--", r.at, string(ref))
	if err != nil {
		return r.trouble("fetch", string(complaints), err)
	}
	return nil
}
