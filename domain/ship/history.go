package ship

import (
	"time"

	"github.com/clawable/claw/domain"
)

// Commit is what is needed of a commit.
type Commit struct {
	ID      domain.CommitID
	Tree    string
	Parents []domain.CommitID // none for a root
	PatchID string            // git patch-id --stable against the first parent; "" when not known
	Made    time.Time         // as the committer states; zero when not known
}

// History looks commits up.
type History interface {
	// Commit returns a commit; false when it is not there, as behind the edge of a
	// shallow clone.
	Commit(id domain.CommitID) (Commit, bool)
}

// Commits is a history in memory.
type Commits map[domain.CommitID]Commit

// Commit implements [History].
func (c Commits) Commit(id domain.CommitID) (Commit, bool) {
	at, ok := c[id]
	return at, ok
}

// Pull is the head of a pull request, as refs/pull/N/head keeps it.
type Pull struct {
	Number int
	Head   domain.CommitID
	Branch domain.Branch // "" when not known
	// RangePatchID is the patch-id of all its changes together, from the merge base with
	// the target to Head; "" when not known.
	RangePatchID string
	// RestPatchIDs are those of what was left of it after each of its commits, where some commit
	// of the target has its tree: it may be based on another pull request that landed before.
	RestPatchIDs []string
}

// IsNone reports whether id represents a ref that did not exist: zeros, or nothing.
func IsNone(id domain.CommitID) bool { return isZero(id) }

// isZero reports whether id represents a ref that did not exist: zeros, or nothing.
func isZero(id domain.CommitID) bool {
	for _, c := range id {
		if c != '0' {
			return false
		}
	}
	return true
}

// seen is a set of commits.
type seen map[domain.CommitID]bool

// take adds the commits that are reachable from start and not in the set yet, and
// returns them with parents before children as far as known; cut says that one of them
// names a parent that is not there.
func (s seen) take(h History, start domain.CommitID) (added []domain.CommitID, cut bool) {
	type frame struct {
		commit Commit
		next   int // parent to look at
	}
	enter := func(id domain.CommitID) (frame, bool) {
		if isZero(id) || s[id] {
			return frame{}, false
		}
		c, ok := h.Commit(id)
		if !ok {
			cut = true
			return frame{}, false
		}
		s[id] = true
		return frame{commit: c}, true
	}
	first, ok := enter(start)
	if !ok {
		return nil, cut
	}
	for stack := []frame{first}; len(stack) > 0; {
		top := &stack[len(stack)-1]
		if top.next == len(top.commit.Parents) {
			added = append(added, top.commit.ID)
			stack = stack[:len(stack)-1]
			continue
		}
		top.next++
		if f, ok := enter(top.commit.Parents[top.next-1]); ok {
			stack = append(stack, f)
		}
	}
	return added, cut
}
