package gitrepo

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/clawable/claw/domain"
	gitexec "github.com/clawable/claw/git/exec"
)

// ref is a ref of the clone and its position.
type ref struct {
	name   domain.Ref
	value  domain.CommitID // what it holds: a commit, an annotated tag, any object
	commit domain.CommitID // the commit that value leads to, "" for none
}

// standing is what the clone's refs say at a moment.
type standing struct {
	refs   []ref
	broken []string          // refs that git cannot read
	heads  []domain.CommitID // of worktrees, which may be on no branch
}

// stand reads all refs, those of every worktree's HEAD too. A ref that only names
// another one, such as a remote's HEAD, is that other one.
func (c *Clone) stand(ctx context.Context) (*standing, error) {
	out, complaints, err := c.git.Output(ctx, c.own(), nil, "for-each-ref", "--format=%(objectname) %(refname)%(if)%(symref)%(then) symbolic%(end)")
	if err != nil {
		return nil, err
	}
	s := &standing{broken: brokenRefs(string(complaints))}
	for line := range strings.Lines(string(out)) {
		words := strings.Split(strings.TrimSuffix(line, "\n"), " ")
		if len(words) == 2 && objectName(words[0]) != "" {
			s.refs = append(s.refs, ref{name: domain.Ref(written(words[1])), value: domain.CommitID(words[0])})
		}
	}
	s.heads, err = c.heads(ctx)
	return s, err
}

// heads returns what the worktrees have checked out. A worktree that cannot be read has
// no commit.
func (c *Clone) heads(ctx context.Context) ([]domain.CommitID, error) {
	var heads []domain.CommitID
	add := func(name string) {
		if id := objectName(name); id != "" && domain.CommitID(id) != zeros(c.format) {
			heads = append(heads, domain.CommitID(id))
		}
	}
	var f *gitexec.Failure
	out, _, err := c.git.Output(ctx, c.own(), nil, "worktree", "list", "--porcelain")
	if err != nil && !errors.As(err, &f) {
		return nil, err
	}
	for line := range strings.Lines(string(out)) {
		if name, ok := strings.CutPrefix(line, "HEAD "); ok {
			add(strings.TrimSpace(name))
		}
	}
	out, _, err = c.git.Output(ctx, c.own(), nil, "rev-parse", "--verify", "--quiet", "HEAD")
	if err != nil && !errors.As(err, &f) {
		return nil, err
	}
	add(strings.TrimSpace(string(out)))
	return heads, nil
}

// brokenRefs reads git's complaints about refs.
func brokenRefs(complaints string) []string {
	var out []string
	for line := range strings.Lines(complaints) {
		if _, name, ok := strings.Cut(line, "ignoring broken ref "); ok {
			out = append(out, written(strings.TrimSpace(name)))
		}
	}
	return out
}

// written is a ref's name as text: a byte that no UTF-8 has is written as its number,
// so that two names stay two. No name of a ref has a backslash.
func written(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	var b strings.Builder
	for i, r := range name {
		if r == utf8.RuneError && name[i] != "\uFFFD"[0] {
			b.WriteString(`\x` + strconv.FormatUint(uint64(name[i]), 16))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
