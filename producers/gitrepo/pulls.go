package gitrepo

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
)

// Pull is a pull request as the refs of a clone keep it.
type Pull struct {
	Number int
	Head   domain.CommitID
}

// Pulls lists the pull requests whose heads the clone has fetched, by number: those
// of refs/pull/N/head, and where that is missing the second parent of
// refs/pull/N/merge.
//
// Errors: git cannot be run.
func (c *Clone) Pulls(ctx context.Context) ([]Pull, error) {
	out, _, err := c.git.Output(ctx, c.own(), nil, "for-each-ref", "--format=%(objectname) %(refname) %(parent)", "refs/pull")
	if err != nil {
		return nil, err
	}
	heads := map[int]domain.CommitID{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		if len(words) < 2 || objectName(words[0]) == "" {
			continue
		}
		name, kind, _ := strings.Cut(strings.TrimPrefix(words[1], "refs/pull/"), "/")
		n, err := strconv.Atoi(name)
		switch {
		case err != nil || n < 1:
		case kind == "head":
			heads[n] = domain.CommitID(words[0])
		case kind == "merge" && len(words) == 4 && heads[n] == "" && objectName(words[3]) != "": // for-each-ref sorts: head came before
			heads[n] = domain.CommitID(words[3])
		}
	}
	pulls := make([]Pull, 0, len(heads))
	for n, head := range heads {
		pulls = append(pulls, Pull{n, head})
	}
	slices.SortFunc(pulls, func(a, b Pull) int { return a.Number - b.Number })
	return pulls, nil
}
