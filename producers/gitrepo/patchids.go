package gitrepo

import (
	"context"
	"slices"

	"github.com/clawable/claw/domain"
)

// Pair is a commit and the one that it is compared with.
type Pair struct{ Base, Head domain.CommitID }

// PatchIDs numbers all changes between commits together, as git patch-id --stable does,
// of those whose paths are worth it: patches take most of the time. What cannot be
// compared, for want of objects, is left out.
//
// Errors: the context's; git cannot be run.
func (c *Clone) PatchIDs(ctx context.Context, all []Pair, worth func(paths []domain.Path) bool) (map[Pair]string, error) {
	ids := map[Pair]string{}
	for len(all) > 0 {
		now, later := heads(all)
		found, err := c.scratch.numbered(ctx, now, worth)
		if err != nil {
			return nil, err
		}
		for _, at := range now {
			if id := found[at.id].patch; id != "" {
				ids[Pair{at.parents[0], at.id}] = id
			}
		}
		all = later
	}
	return ids, nil
}

// heads takes of each head one comparison, as of a commit with one parent: the answers
// of git name the head alone.
func heads(all []Pair) (now []*commit, later []Pair) {
	taken := map[domain.CommitID]bool{}
	for _, b := range all {
		if taken[b.Head] {
			later = append(later, b)
			continue
		}
		taken[b.Head] = true
		now = append(now, &commit{id: b.Head, parents: []domain.CommitID{b.Base}})
	}
	return now, later
}

// numbered finds the patch ids of the commits whose paths are worth it.
func (s *scratch) numbered(ctx context.Context, batch []*commit, worth func([]domain.Path) bool) (map[domain.CommitID]*changes, error) {
	found := make(map[domain.CommitID]*changes, len(batch))
	for _, at := range batch {
		found[at.id] = &changes{}
	}
	err := each(batch, func(part []*commit) error { return s.compareTrees(ctx, part, found) }, func(*commit) {})
	if err != nil {
		return nil, err
	}
	some := slices.DeleteFunc(slices.Clone(batch), func(at *commit) bool {
		return len(found[at.id].blobs) == 0 || !worth(found[at.id].paths)
	})
	return found, s.patches(ctx, some, found)
}
