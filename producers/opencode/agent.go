package opencode

import (
	"os"
	"path/filepath"

	"github.com/clawable/claw/producers"
)

// Agent is the row of OpenCode in the table of agents.
func Agent() producers.Agent {
	return producers.Agent{Title: "OpenCode", Reader: New(), Folders: folders, Database: Database{Source}}
}

// folders: the databases of versions since 1.2, where each release channel but the usual
// one has its own, and OPENCODE_DB names another; then the folders of versions before,
// sessions before messages before parts.
func folders(env func(string) string, home string) []string {
	data := dataFolder(env, home)
	if data == "" {
		return nil
	}
	own := filepath.Join(data, "opencode")
	found := []string{filepath.Join(own, "opencode.db")}
	if named := env("OPENCODE_DB"); filepath.IsAbs(named) {
		found = append(found, named)
	} else if named != "" && named != ":memory:" {
		found = append(found, filepath.Join(own, named))
	}
	kept, _ := os.ReadDir(own) // one that is not there holds none
	for _, file := range kept {
		if ok, _ := filepath.Match("opencode-*.db", file.Name()); ok {
			found = append(found, filepath.Join(own, file.Name()))
		}
	}
	for _, kind := range []string{"session", "message", "part"} {
		found = append(found, filepath.Join(own, "storage", kind))
	}
	return found
}

// dataFolder is where programs keep their data, "" for no such place.
func dataFolder(env func(string) string, home string) string {
	if data := env("XDG_DATA_HOME"); data != "" || home == "" {
		return data
	}
	return filepath.Join(home, ".local", "share")
}
