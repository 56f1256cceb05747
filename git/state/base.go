package gitstate

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
	gitexec "github.com/clawable/claw/git/exec"
	"github.com/clawable/claw/internal/files"
)

// baseFile names the expected base in the root of a worktree.
const baseFile = ".claw-base"

// mostBase bounds that file.
const mostBase = 1 << 16

// base finds the expected base, and compares HEAD with it.
func (r *reader) base(s *State, want Expected) error {
	b := &s.Base
	b.none()
	if b.Said = want.Base; b.Said != "" {
		b.Source = BaseFlag
	} else if !s.Bare {
		text, err := files.ReadRegular(filepath.Join(string(s.Worktree), baseFile), mostBase)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		b.Said, b.Source = strings.TrimSpace(string(text)), BaseFile
	}
	if b.Source == "" {
		return nil
	}
	target := named(want.BaseFrom, b.Said)
	if b.Source == BaseFile {
		target = baseFile
	}
	return r.against(s, b, target)
}

// main finds the branch that the work goes to, and compares HEAD with it.
func (r *reader) main(s *State, want Expected) error {
	b := &s.Main
	if want.Main == "" && s.Base.Source != "" {
		*b = s.Base
		return nil
	}
	b.none()
	if want.Main != "" {
		b.Said, b.Source = want.Main, BaseFlag
		return r.against(s, b, named(want.MainFrom, b.Said))
	}
	ref, err := r.remoteDefault()
	if err != nil || ref == "" {
		return err
	}
	b.Said, b.Source = ref, BaseRemote
	return r.against(s, b, ref)
}

// named is what was named, after the place where that was done.
func named(from, said string) string { return strings.TrimPrefix(from+" "+said, " ") }

// none sets b to the state in which nothing is expected.
func (b *Base) none() { b.State, b.Missing = BaseNone, []domain.CommitID{} }

// remoteDefault returns the branch that a remote calls its HEAD, as far as this clone has it
// recorded: that of origin, else of the only remote that has one; "" when none is recorded.
func (r *reader) remoteDefault() (string, error) {
	out, err := r.ask("for-each-ref", "--format=%(refname) %(symref)", "refs/remotes/*/HEAD")
	if err != nil {
		return "", err
	}
	heads := strings.Split(out, "\n")
	only := ""
	for _, line := range heads {
		head, branch, _ := strings.Cut(line, " ")
		if head == "refs/remotes/origin/HEAD" {
			return branch, nil
		}
		only = branch
	}
	if len(heads) > 1 {
		return "", nil
	}
	return only, nil
}

// against compares HEAD with the commit that b names; target is what names it.
func (r *reader) against(s *State, b *Base, target string) error {
	id, err := r.commit(b.Said, target)
	if err != nil {
		return err
	}
	b.Expected = &id
	if b.Distance, err = r.apart(s.Head, id); err != nil {
		return err
	}
	switch b.State = BaseMatches; {
	case b.Behind > 0 && s.Shallow:
		b.State = BaseUnknown
	case b.Behind > 0:
		b.State = BaseDiverged
		b.Missing, err = r.missing(s.Head, id)
		b.More = b.Behind - len(b.Missing)
	}
	return err
}

// commit is the commit that a person, a file or a remote names.
func (r *reader) commit(said, target string) (domain.CommitID, error) {
	refuse := func(message string) error {
		return &domain.Error{Kind: domain.ErrUsage, Operation: "find base", Target: target, Message: message,
			Hint: "name a commit, branch or tag of this repository"}
	}
	if said == "" || strings.HasPrefix(said, "-") || strings.ContainsAny(said, "\n\x00") {
		return "", refuse("names no commit")
	}
	out, err := r.ask("rev-parse", "--quiet", "--verify", "--end-of-options", said+"^{commit}")
	if gitexec.Answered(err, 1) || gitexec.Answered(err, 128) {
		return "", refuse(strconv.Quote(said) + " names no commit of this repository")
	}
	return domain.CommitID(out), err
}

// missing names the commits of other that head lacks.
func (r *reader) missing(head *domain.CommitID, other domain.CommitID) ([]domain.CommitID, error) {
	args := []string{"rev-list", "--max-count=" + strconv.Itoa(MostMissing), string(other)}
	if head != nil {
		args = append(args, "^"+string(*head))
	}
	out, err := r.ask(append(args, "--")...)
	ids := []domain.CommitID{}
	for _, id := range strings.Fields(out) {
		ids = append(ids, domain.CommitID(id))
	}
	return ids, err
}
