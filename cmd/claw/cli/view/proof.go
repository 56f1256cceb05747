package view

import (
	"strconv"
	"strings"

	"github.com/clawable/claw/domain/lane/work"
)

// ProofText says in words how the work of a lane stands, such as "12 files written, tests green
// (workspace), committed 3f2a1c9, pushed to main, #12 open"; "" where calls show no work.
func ProofText(s *work.Standing) string {
	if s.IsZero() {
		return ""
	}
	var parts []string
	for _, part := range []string{wroteText(&s.Wrote), testedText(s), committedText(s), pushedText(&s.Pushed)} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if p := &s.PullRequest; p.Number > 0 {
		parts = append(parts, "#"+strconv.Itoa(p.Number)+" "+string(p.State))
	}
	return strings.Join(parts, ", ")
}

func wroteText(w *work.Wrote) string {
	switch w.State {
	case work.WrotePaths:
		return counted(w.Paths, "file") + " written"
	case work.WroteMaybe:
		return "files perhaps written"
	case work.WroteNothing:
	}
	return ""
}

func testedText(s *work.Standing) string {
	level := ""
	if s.Tested.Level != "" {
		level = " (" + string(s.Tested.Level) + ")"
	}
	switch s.Tested.State {
	case work.TestedGreen:
		if s.Tested.Maybe {
			return "tests green" + level + ", perhaps edited after"
		}
		return "tests green" + level
	case work.TestedRed:
		if s.Tested.Failed > 0 {
			return "tests red: " + strconv.Itoa(s.Tested.Failed) + " failed"
		}
		return "tests red" + level
	case work.TestedStale:
		return "edited after the last green"
	case work.TestedHung:
		return "tests hung" + level
	case work.TestedUnknown:
		return "tests green" + level + ", perhaps before an edit"
	case work.TestedNever:
		if s.Wrote.State == work.WrotePaths {
			return "no test was run"
		}
	}
	return ""
}

func committedText(s *work.Standing) string {
	switch c := &s.Committed; c.State {
	case work.CommittedAll:
		if c.Commit != "" {
			return "committed " + string(c.Commit)
		}
		return "committed"
	case work.CommittedPart:
		return counted(len(c.Missing), "file") + " not committed"
	case work.CommittedUnknown:
		return "committed " + string(c.Commit) + ", with files unknown"
	case work.CommittedNone:
		if s.Wrote.State == work.WrotePaths {
			return "not committed"
		}
	}
	return ""
}

func pushedText(p *work.Pushed) string {
	switch p.State {
	case work.PushedMain, work.PushedBranch:
		if p.Ref != "" {
			return "pushed to " + p.Ref
		}
		return "pushed"
	case work.PushedRejected:
		return "push rejected"
	case work.PushedNone:
	}
	return ""
}

// counted is a number with its noun.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
