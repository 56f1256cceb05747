package codex

import (
	"path/filepath"

	"github.com/clawable/claw/producers"
)

// Agent is the row of Codex in the table of agents.
func Agent() producers.Agent {
	return producers.Agent{Title: "Codex", Reader: New(), Folders: folders}
}

func folders(env func(string) string, home string) []string {
	base := env("CODEX_HOME")
	if base == "" {
		if home == "" {
			return nil
		}
		base = filepath.Join(home, ".codex")
	}
	return []string{filepath.Join(base, "sessions"), filepath.Join(base, "archived_sessions")}
}
