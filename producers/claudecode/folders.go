package claudecode

import (
	"path/filepath"
	"strings"

	"github.com/clawable/claw/producers"
)

// Agent is the row of Claude Code in the table of agents.
func Agent() producers.Agent {
	return producers.Agent{Title: "Claude Code", Reader: New(), Folders: folders, Silent: []string{fileBackup, otherSummary, leftQueue, ofState}}
}

// Why records say nothing that a log keeps. A session that is opened and left has such
// records alone.
const (
	fileBackup   = "file backup"
	otherSummary = "summary of another session"
	leftQueue    = "queue"
	ofRequest    = "request to the provider"
	ofState      = "state of the program"
)

// folders: CLAUDE_CONFIG_DIR may list several folders, by commas.
func folders(env func(string) string, home string) []string {
	var found []string
	for _, dir := range strings.Split(env("CLAUDE_CONFIG_DIR"), ",") {
		if dir = strings.TrimSpace(dir); dir != "" {
			found = append(found, filepath.Join(dir, "projects"))
		}
	}
	if len(found) > 0 || home == "" {
		return found
	}
	config := env("XDG_CONFIG_HOME")
	if config == "" {
		config = filepath.Join(home, ".config")
	}
	return []string{filepath.Join(home, ".claude", "projects"), filepath.Join(config, "claude", "projects")}
}
