package ship_test

import (
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"
)

// repo is a history in which a commit's name is its tree and patch unless stated
// otherwise.
type repo map[domain.CommitID]ship.Commit

func (r repo) Commit(id domain.CommitID) (ship.Commit, bool) {
	c, ok := r[id]
	return c, ok
}

// history reads commits, one a line: name, parents, then tree= and patch= where they are
// another commit's, and at= for the second in which they were made.
func history(text string) repo {
	r := repo{}
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		c := ship.Commit{ID: domain.CommitID(words[0]), Tree: "tree " + words[0], PatchID: "patch " + words[0]}
		for _, w := range words[1:] {
			name, value, set := strings.Cut(w, "=")
			switch {
			case !set:
				c.Parents = append(c.Parents, domain.CommitID(w))
			case name == "at":
				_, c.Made = timed("@" + value)
			case name == "tree":
				c.Tree = "tree " + value
			case name == "patch" && value == "":
				c.PatchID = ""
			case name == "patch":
				c.PatchID = "patch " + value
			}
		}
		if len(c.Parents) > 1 {
			c.PatchID = ""
		}
		r[c.ID] = c
	}
	return r
}
