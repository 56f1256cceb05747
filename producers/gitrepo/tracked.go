package gitrepo

import (
	"context"
	"errors"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	gitexec "github.com/clawable/claw/git/exec"
)

// Tracked is a ref of the repository that people ship to, and where this clone has it.
type Tracked struct {
	// Ref is its name in that repository, Local the one it has in this clone, as
	// refs/remotes/origin/main where the repository is a remote.
	Ref, Local domain.Ref
	Remote     domain.Maybe[domain.Remote] // not applicable where the clone is the repository
	Tip        domain.CommitID             // "" for a branch without a commit
}

// Named is the name in the repository that people ship to of a ref of this clone, where
// the clone follows it for that repository; else its own name.
func (t Tracked) Named(local domain.Ref) domain.Ref {
	prefix, _ := strings.CutSuffix(string(t.Local), strings.TrimPrefix(string(t.Ref), branches))
	if branch, is := strings.CutPrefix(string(local), prefix); is {
		return domain.Ref(branches + branch)
	}
	return local
}

const (
	branches = "refs/heads/"
	tracked  = "refs/remotes/"
)

// Track finds a ref of the clone. Without a name it is the default branch: what the
// remote that is pushed to calls its HEAD, as far as the clone has recorded it, else the
// branch of that remote with the name of the one that is checked out, else that one
// itself.
//
// Errors: kind not_found when there is no such ref; kind unavailable when the default
// branch cannot be determined.
func (c *Clone) Track(ctx context.Context, name string) (Tracked, error) {
	remote := c.remotes.first()
	for _, local := range c.candidates(ctx, name, remote) {
		t := Tracked{Ref: local, Local: local, Remote: domain.NotKnown[domain.Remote](domain.UnknownNotApplicable)}
		if branch, is := strings.CutPrefix(string(local), tracked+remote+"/"); is && remote != "" {
			t.Ref, t.Remote = domain.Ref(branches+branch), domain.Known(c.remotes.of(local))
		}
		out, _, err := c.git.Output(ctx, c.own(), nil, "rev-parse", "--verify", "--quiet", "--end-of-options", string(local)+"^{commit}")
		if err == nil {
			t.Tip = domain.CommitID(objectName(strings.TrimSpace(string(out))))
			return t, nil
		}
		if f := (*gitexec.Failure)(nil); !errors.As(err, &f) {
			return Tracked{}, err
		}
		if name == "" && !strings.HasPrefix(string(local), tracked) {
			return t, nil // it has no commit yet
		}
	}
	return Tracked{}, noRef(c.Place(), name)
}

func noRef(place domain.Path, name string) error {
	if name != "" {
		return &domain.Error{Kind: domain.ErrNotFound, Operation: "find ref", Target: name,
			Message: "is no ref of " + string(place), Hint: "git for-each-ref lists them"}
	}
	return &domain.Error{Kind: domain.ErrUnavailable, Operation: "find default branch", Target: string(place),
		Message: "its HEAD is on no branch, and no remote says which its default branch is", Next: domain.Step{Code: nextstep.NameRef}}
}

// candidates lists the refs of the clone that a name may mean, the first that there is
// counts.
func (c *Clone) candidates(ctx context.Context, name, remote string) []domain.Ref {
	var out []domain.Ref
	of := func(branch string) {
		if remote != "" {
			out = append(out, domain.Ref(tracked+remote+"/"+branch))
		}
		out = append(out, domain.Ref(branches+branch))
	}
	switch branch, isBranch := strings.CutPrefix(name, branches); {
	case isBranch:
		of(branch)
		return out
	case strings.HasPrefix(name, "refs/"):
		return []domain.Ref{domain.Ref(name)}
	case name != "":
		of(name)
		return append(out, domain.Ref("refs/tags/"+name))
	}
	if remote != "" {
		if to := c.symbolic(ctx, tracked+remote+"/HEAD"); to != "" {
			out = append(out, domain.Ref(to))
		}
	}
	if branch, is := strings.CutPrefix(c.symbolic(ctx, "HEAD"), branches); is {
		of(branch)
	}
	return out
}

// symbolic returns the ref that another one names, "" for none.
func (c *Clone) symbolic(ctx context.Context, name string) string {
	out, _, err := c.git.Output(ctx, c.own(), nil, "symbolic-ref", "--quiet", name)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// Branch is a branch of the repository that people ship to.
type Branch struct {
	Ref domain.Ref // its name there
	Tip domain.CommitID
}

// Branches lists, by name, the branches of the same remote as a tracked one, else those
// of the clone itself.
//
// Errors: git cannot be run.
func (c *Clone) Branches(ctx context.Context, of Tracked) ([]Branch, error) {
	prefix, _ := strings.CutSuffix(string(of.Local), strings.TrimPrefix(string(of.Ref), branches))
	if !strings.HasPrefix(string(of.Ref), branches) {
		return nil, nil
	}
	out, _, err := c.git.Output(ctx, c.own(), nil, "for-each-ref", "--format=%(objectname) %(refname) %(symref)", prefix)
	if err != nil {
		return nil, err
	}
	var list []Branch
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		if len(words) == 2 && objectName(words[0]) != "" { // a third is where a symbolic one leads to
			list = append(list, Branch{of.Named(domain.Ref(words[1])), domain.CommitID(words[0])})
		}
	}
	return list, nil
}
