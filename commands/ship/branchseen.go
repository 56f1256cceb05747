package shipping

import (
	"strings"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
)

// SeenMove is a branch that moved, as a hook of the clone saw it.
type SeenMove struct {
	Repo  domain.RepoID
	Clone domain.Path // the path of the clone, as its import names it
	Moved domain.RefMoved
}

// MoveDraft drafts the event of a branch that a hook saw move. It needs no log.
func MoveDraft(o *record.Operator, m *SeenMove) (domain.Draft, error) {
	says := m.Moved
	if more := len(says.Rewritten) - mostCommits; more > 0 {
		says.Rewritten, says.RewrittenUnknown = says.Rewritten[more:], domain.UnknownUnavailable
	}
	about := domain.Subject{Repo: domain.Known(m.Repo), Worktree: domain.Known(m.Clone), Commit: domain.Known(says.New)}
	if branch, is := strings.CutPrefix(string(says.Ref), "refs/heads/"); is {
		about.Branch = domain.Known(domain.Branch(branch))
	}
	return o.Draft(domain.EventID(o.NewID()), m.Repo.Stream(), about, &says, nil)
}
