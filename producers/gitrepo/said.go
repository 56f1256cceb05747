package gitrepo

import (
	"bytes"
	"context"
	"strings"

	"github.com/clawable/claw/domain"
)

// Said is what a commit states about itself that no event of the log contains.
type Said struct {
	Subject   string
	Committer string // the address of the committer
}

// Said reads the texts of commits.
//
// Errors: git cannot be run, or lacks one of them.
func (c *Clone) Said(ctx context.Context, ids []domain.CommitID) (map[domain.CommitID]Said, error) {
	var ask bytes.Buffer
	for _, id := range ids {
		ask.WriteString(string(id) + "\n")
	}
	out, _, err := c.git.Output(ctx, c.own(), ask.Bytes(), "log", "-z", "--no-walk=unsorted", "--stdin", "--ignore-missing", "--no-show-signature", "--encoding=UTF-8",
		"--format=%H %ce%n%s")
	if err != nil {
		return nil, err
	}
	all := make(map[domain.CommitID]Said, len(ids))
	for text := range strings.SplitSeq(string(out), "\x00") {
		first, subject, _ := strings.Cut(text, "\n")
		id, committer, _ := strings.Cut(first, " ")
		if objectName(id) != "" {
			all[domain.CommitID(id)] = Said{strings.TrimSpace(subject), committer}
		}
	}
	return all, nil
}
