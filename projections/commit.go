package projections

import (
	"slices"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/values"
)

// Commit is a commit that some repository holds. What an object states about itself is
// the same in each; what is unknown in one clone may be known in another.
type Commit struct {
	At     values.Time      `json:"at,omitzero"` // it was made
	Author domain.Person    `json:"author,omitzero"`
	Events []domain.EventID `json:"events,omitzero"` // the least ids of those that describe it, none for one that is only named
	// Instead are the commits that git says it took the place of, see [domain.RefMoved].
	Instead []string          `json:"instead,omitzero"`
	Parents []domain.CommitID `json:"parents,omitzero"`
	Patch   string            `json:"patch,omitzero"` // see [domain.CommitObserved]
	Repos   []string          `json:"repos"`
	Tree    string            `json:"tree,omitzero"`
}

func commitKey(e *domain.Event) string {
	if e.Kind != (domain.CommitObserved{}).Kind() || e.Source.Trust.Rank() < domain.TrustMedium.Rank() {
		return ""
	}
	return string(e.Subject.Commit.Value)
}

// commitData is what the fold reads of a commit.observed.
type commitData struct {
	Tree    string            `json:"tree"`
	Parents []domain.CommitID `json:"parents"`
	Author  domain.Signed     `json:"author"`
	PatchID string            `json:"patch_id"`
}

func readCommit(e *domain.Event) (d commitData, err error) {
	if e.Data != nil {
		err = json.Unmarshal(e.Data, &d)
	}
	return d, err
}

func applyCommit(c *Commit, e *domain.Event, d commitData) {
	values.Earliest(&c.At, values.TimeOf(e))
	first := len(c.Events) == 0 || e.ID.Compare(c.Events[0]) < 0
	c.Events = values.AddID(c.Events, e.ID)
	c.Repos = values.AddText(c.Repos, string(e.Subject.Repo.Value))
	if first && d.Tree != "" || c.Tree == "" {
		c.Tree, c.Parents, c.Author = d.Tree, slices.Clone(d.Parents), d.Author.Person
	}
	c.Patch = max(c.Patch, d.PatchID)
}

// readRewritten reads which commits an event says were written anew.
func readRewritten(e *domain.Event) ([]domain.RewrittenCommit, error) {
	if e.Kind != (domain.RefMoved{}).Kind() || e.Source.Trust.Rank() < domain.TrustMedium.Rank() || e.Data == nil {
		return nil, nil
	}
	var d struct {
		Rewritten []domain.RewrittenCommit `json:"rewritten"`
	}
	err := json.Unmarshal(e.Data, &d)
	return d.Rewritten, err
}
