package view

import (
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain/lane/work"
)

// beforeText describes the tasks that ended before the work that the other texts describe.
func beforeText(tasks []work.CameOut) string {
	if len(tasks) == 0 {
		return ""
	}
	last, parts := &tasks[len(tasks)-1], []string(nil)
	if last.Tested != "" {
		parts = append(parts, "tests green")
	}
	if last.Commit != "" {
		parts = append(parts, "committed "+string(last.Commit[:min(len(last.Commit), shortCommit)]))
	}
	if last.Ref != "" {
		parts = append(parts, "pushed to "+last.Ref)
	}
	if len(parts) == 0 {
		parts = append(parts, "committed")
	}
	text := strings.Join(parts, ", ")
	if len(tasks) == 1 {
		return "the task before: " + text
	}
	return term.Many(len(tasks), "task") + " before, the last: " + text
}
