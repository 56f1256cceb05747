package tables

import (
	"slices"
	"strings"

	"github.com/clawable/claw/projections/sessions"
	"github.com/clawable/claw/projections/tools"
	"github.com/clawable/claw/projections/values"
)

// RepoOf is the repository of a session: what its events are about, else the URL
// that its creation states; nil for none.
func RepoOf(s *sessions.Session) *values.Said { return firstSaid(s, "repo", "repository_url") }

// BranchOf is the branch that a session states, else that its events are about.
func BranchOf(s *sessions.Session) *values.Said {
	return firstSaid(s, "branch", "subject_branch")
}

// firstSaid is the first of some fields that has a value.
func firstSaid(s *sessions.Session, fields ...string) *values.Said {
	for _, name := range fields {
		if said := s.Field(name); said.Text() != "" {
			return said
		}
	}
	return nil
}

// Lines is a list of texts in a column, in which one of them is found by its line.
func Lines(texts []string) string {
	if len(texts) == 0 {
		return ""
	}
	return "\n" + strings.Join(texts, "\n") + "\n"
}

// FilesOf are the files that a call names or wrote.
func FilesOf(t *tools.Tool) []string {
	if t.End == nil {
		return t.Files
	}
	return slices.Concat(t.Files, t.End.Paths)
}
