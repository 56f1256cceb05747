package gitrepo

import "github.com/clawable/claw/domain"

// Parse is what is told of a commit by its object alone.
func Parse(id domain.CommitID, text []byte) (domain.CommitObserved, error) {
	c, err := parseCommit(id, text)
	if err != nil {
		return domain.CommitObserved{}, err
	}
	return c.observed(), nil
}

// ParseLoggedMove reads a line of git's log of a ref.
var ParseLoggedMove = parseLoggedMove
