package gitrepo

import (
	"context"
	"errors"
	"strings"

	"github.com/clawable/claw/domain"
	gitexec "github.com/clawable/claw/git/exec"
)

// changes is what a commit changed against its first parent.
type changes struct {
	paths        []domain.Path
	pathsUnknown domain.Unknown
	patch        string
	patchUnknown domain.Unknown
	blobs        []string // that the change is between
}

// asTrees compares trees, and names no more than what differs; asPatch writes what
// differs in the form that git patch-id reads, whatever a later git may do by itself.
func asTrees() []string { return everyChange("--raw", "-z", "--no-abbrev") }

func asPatch() []string {
	return everyChange("-p", "-U3", "--diff-algorithm=myers", "--indent-heuristic", "--src-prefix=a/", "--dst-prefix=b/", "--submodule=short")
}

func everyChange(form ...string) []string {
	return append([]string{"diff-tree", "--stdin", "--always", "--root", "-r", "--no-renames", "--no-ext-diff", "--no-textconv", "--no-color"}, form...)
}

// maxPaths is the maximum number of bytes of path names that are recorded with a
// commit.
const maxPaths = 128 << 10

// changesOf returns what each commit of a batch changed. Where the clone lacks the
// objects of a commit, only that commit's changes are unknown.
//
// Errors: the context's.
func (s *scratch) changesOf(ctx context.Context, batch []*commit, shallow map[domain.CommitID]bool) (map[domain.CommitID]*changes, error) {
	all := make(map[domain.CommitID]*changes, len(batch))
	var whole, single []*commit
	for _, at := range batch {
		all[at.id] = &changes{}
		if shallow[at.id] && len(at.parents) > 0 {
			all[at.id].pathsUnknown, all[at.id].patchUnknown = domain.UnknownUnavailable, domain.UnknownUnavailable
		} else {
			whole = append(whole, at)
		}
	}
	err := each(whole, func(part []*commit) error { return s.compareTrees(ctx, part, all) },
		func(lost *commit) { *all[lost.id] = changes{pathsUnknown: domain.UnknownUnavailable} })
	if err != nil {
		return nil, err
	}
	for _, at := range whole {
		switch {
		case all[at.id].pathsUnknown != "" && len(at.parents) < 2:
			all[at.id].patchUnknown = domain.UnknownUnavailable
		case len(at.parents) < 2 && len(all[at.id].blobs) > 0:
			single = append(single, at)
		}
	}
	err = s.patches(ctx, single, all)
	for _, at := range batch {
		all[at.id].limit(len(at.parents))
	}
	return all, err
}

// limit leaves out what a log does not hold, and what a merge does not have.
func (c *changes) limit(parents int) {
	size := 0
	for _, p := range c.paths {
		size += len(p) + 3
	}
	if size > maxPaths {
		c.paths, c.pathsUnknown = nil, domain.UnknownUnavailable
	}
	if parents > 1 {
		c.patchUnknown = ""
	}
}

// each calls do for a batch. When do fails, each calls it for either half, and
// finally reports with lost the single commits for which it fails.
func each(batch []*commit, do func([]*commit) error, lost func(*commit)) error {
	if len(batch) == 0 {
		return nil
	}
	err := do(batch)
	var f *gitexec.Failure
	switch {
	case err == nil || !errors.As(err, &f):
		return err
	case len(batch) == 1:
		lost(batch[0])
		return nil
	}
	half := len(batch) / 2
	if err := each(batch[:half], do, lost); err != nil {
		return err
	}
	return each(batch[half:], do, lost)
}

// question returns the input of diff-tree: each commit and its first parent.
func question(batch []*commit) []byte {
	var b strings.Builder
	for _, at := range batch {
		b.WriteString(string(at.id))
		if len(at.parents) > 0 {
			b.WriteString(" " + string(at.parents[0]))
		}
		b.WriteByte('\n')
	}
	return []byte(b.String())
}

// compareTrees finds the paths and blobs that differ.
func (s *scratch) compareTrees(ctx context.Context, batch []*commit, all map[domain.CommitID]*changes) error {
	out, _, err := s.git.Output(ctx, s.env, question(batch), asTrees()...)
	if err != nil {
		return err
	}
	readTrees(string(out), all)
	return nil
}

// readTrees reads, of each commit, its name and its changes, each a word and a path:
//
//	<commit> NUL (":<mode> <mode> <blob> <blob> <letter>" NUL <path> NUL)…
func readTrees(out string, all map[domain.CommitID]*changes) {
	var at *changes
	words := strings.Split(out, "\x00")
	for i := 0; i < len(words); i++ {
		if !strings.HasPrefix(words[i], ":") {
			if at = all[domain.CommitID(words[i])]; at != nil {
				*at = changes{}
			}
			continue
		}
		i++
		if at == nil || i >= len(words) {
			return
		}
		at.paths = append(at.paths, domain.Path(cleaned(words[i])))
		at.blobs = append(at.blobs, blobs(words[i-1])...)
	}
}

// submodule is the mode of a path that holds a commit of another repository.
const submodule = "160000"

// blobs returns the blobs of ":<mode> <mode> <blob> <blob> <letter>"; those of a
// submodule are not of this repository, and none is needed to compare them.
func blobs(change string) []string {
	words := strings.Fields(strings.TrimPrefix(change, ":"))
	if len(words) < 4 {
		return nil
	}
	out := []string{}
	for side := range 2 {
		if id := words[2+side]; words[side] != submodule && strings.Trim(id, "0") != "" {
			out = append(out, id)
		}
	}
	if len(out) == 0 {
		return []string{""} // a change all the same
	}
	return out
}
