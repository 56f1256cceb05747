package gitrepo

import (
	"context"
	"strings"

	"github.com/clawable/claw/domain"
)

// Branch is a branch of the repository that people ship to.
type Branch struct {
	Ref domain.Ref // its name there
	Tip domain.CommitID
}

// Branches lists the branches beside which a tracked one stands, by name: those of the
// same remote, else of the clone itself.
//
// Errors: git cannot be asked.
func (c *Clone) Branches(ctx context.Context, of Tracked) ([]Branch, error) {
	prefix, _ := strings.CutSuffix(string(of.Local), strings.TrimPrefix(string(of.Ref), branches))
	if !strings.HasPrefix(string(of.Ref), branches) {
		return nil, nil
	}
	out, _, err := c.git.Output(ctx, c.own(), nil, "for-each-ref", "--format=%(objectname) %(refname) %(symref)", prefix)
	if err != nil {
		return nil, err
	}
	var list []Branch
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		if len(words) == 2 && objectName(words[0]) != "" { // a third is where a symbolic one leads to
			list = append(list, Branch{of.Named(domain.Ref(words[1])), domain.CommitID(words[0])})
		}
	}
	return list, nil
}
