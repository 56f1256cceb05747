package opencode

import (
	"path/filepath"

	"github.com/clawable/claw/producers"
)

// Agent is the row of OpenCode in the table of agents.
func Agent() producers.Agent {
	return producers.Agent{Title: "OpenCode", Reader: New(), Folders: folders}
}

// folders: sessions before messages before parts. Versions since 1.2 keep sessions in
// a database; `opencode export` writes what is in it.
func folders(env func(string) string, home string) []string {
	data := env("XDG_DATA_HOME")
	if data == "" {
		if home == "" {
			return nil
		}
		data = filepath.Join(home, ".local", "share")
	}
	var found []string
	for _, kind := range []string{"session", "message", "part"} {
		found = append(found, filepath.Join(data, "opencode", "storage", kind))
	}
	return found
}
