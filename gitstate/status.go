package gitstate

import (
	"fmt"
	"strings"

	"github.com/clawable/claw/domain"
)

// branchStatus is what git status --porcelain=v2 --branch -z says.
type branchStatus struct {
	oid, branch, upstream string
	counted               bool // the distance to the upstream is known
	distance              Distance
	changes               Changes
}

// parseStatus reads the answer of git status --porcelain=v2 --branch -z: headers that
// begin with "# ", then entries, each ended by NUL; a renamed file's entry has a second
// text, the old name.
func parseStatus(out string) (s branchStatus, err error) {
	for len(out) > 0 {
		line, rest, _ := strings.Cut(out, "\x00")
		out = rest
		kind, text, _ := strings.Cut(line, " ")
		switch kind {
		case "#":
			err = s.header(text)
		case "1", "2":
			err = s.changed(text)
			if kind == "2" {
				_, out, _ = strings.Cut(out, "\x00")
			}
		case "u":
			s.changes.Conflicted++
		case "?":
			s.changes.Untracked++
		case "!":
		default:
			err = fmt.Errorf("git status says %q", line)
		}
		if err != nil {
			return branchStatus{}, err
		}
	}
	return s, nil
}

// header reads "branch.oid <id>" and its like; those of later versions are passed over.
func (s *branchStatus) header(text string) error {
	name, value, _ := strings.Cut(text, " ")
	switch name {
	case "branch.oid":
		s.oid = value
	case "branch.head":
		s.branch = value
	case "branch.upstream":
		s.upstream = value
	case "branch.ab":
		s.counted = true
		if n, err := fmt.Sscanf(value, "+%d -%d", &s.distance.Ahead, &s.distance.Behind); n != 2 || err != nil {
			return fmt.Errorf("git status says branch.ab %q", value)
		}
	}
	return nil
}

// changed reads "XY …": X says how the index differs, Y how the worktree does.
func (s *branchStatus) changed(text string) error {
	if len(text) < 2 {
		return fmt.Errorf("git status says %q of a file", text)
	}
	if text[0] != '.' {
		s.changes.Staged++
	}
	if text[1] != '.' {
		s.changes.Unstaged++
	}
	return nil
}

// head is the commit, nil before the first one.
func (s *branchStatus) head() *domain.CommitID {
	if s.oid == "(initial)" || s.oid == "" {
		return nil
	}
	id := domain.CommitID(s.oid)
	return &id
}
