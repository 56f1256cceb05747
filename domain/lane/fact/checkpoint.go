package fact

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// NotSavedIn returns the open calls of a session, without those whose ends its recording lacks because a
// commit saved it as a checkpoint: the recorded call that was asked to commit, and what its emitter
// recorded behind it. said are other facts of the session.
func NotSavedIn(open, said []*Fact) []*Fact {
	saved, asked := false, map[domain.EventID]bool{}
	for _, f := range said {
		saved = saved || f.Kind == domain.KindSessionIdentityEnriched && f.Trusted() && len(f.Payload.Checkpoints) > 0
		if f.IsCommitRequest() && f.Trusted() {
			for _, request := range f.Causes {
				asked[request] = true
			}
		}
	}
	if !saved {
		return open
	}
	commits := slices.DeleteFunc(slices.Clone(open), func(f *Fact) bool { return !f.Imported || !asked[f.ID] })
	return slices.DeleteFunc(slices.Clone(open), func(f *Fact) bool {
		return slices.ContainsFunc(commits, func(c *Fact) bool { return c == f || isNumberedBefore(c, f) })
	})
}
