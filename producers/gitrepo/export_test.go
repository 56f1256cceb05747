package gitrepo

import "github.com/clawable/claw/domain"

// Parse returns what the object of a commit alone states.
func Parse(id domain.CommitID, text []byte) (domain.CommitObserved, error) {
	c, err := parseCommit(id, text)
	if err != nil {
		return domain.CommitObserved{}, err
	}
	return c.observed(), nil
}

// ParseLoggedMove reads a line of git's log of a ref.
var ParseLoggedMove = parseLoggedMove
