package cli

import (
	"path/filepath"
	"strings"

	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/claudecode"
	"github.com/clawable/claw/producers/codex"
)

// agent is a row of the table of agents whose recordings claw reads.
type agent struct {
	title  string // for people
	reader producers.Reader
	// packed ends the name of a compressed recording, whose content cannot be told: the
	// reader says that it is one. "" when the agent writes none.
	packed string
	// folders lists where the agent keeps recordings, most specific first.
	folders func(env func(string) string, home string) []string
}

// agents is the table; the next agent is a row.
func agents() []agent {
	return []agent{
		{title: "Claude Code", reader: claudecode.New(), folders: claudeFolders},
		{title: "Codex", reader: codex.New(), packed: ".jsonl.zst", folders: codexFolders},
	}
}

func agentNames() []string {
	names := make([]string, 0, 4)
	for _, a := range agents() {
		names = append(names, a.reader.Source())
	}
	return names
}

// claudeFolders: CLAUDE_CONFIG_DIR may list several folders, by commas.
func claudeFolders(env func(string) string, home string) []string {
	var folders []string
	for _, dir := range strings.Split(env("CLAUDE_CONFIG_DIR"), ",") {
		if dir = strings.TrimSpace(dir); dir != "" {
			folders = append(folders, filepath.Join(dir, "projects"))
		}
	}
	if len(folders) > 0 || home == "" {
		return folders
	}
	config := firstOf(env("XDG_CONFIG_HOME"), filepath.Join(home, ".config"))
	return []string{filepath.Join(home, ".claude", "projects"), filepath.Join(config, "claude", "projects")}
}

func codexFolders(env func(string) string, home string) []string {
	base := env("CODEX_HOME")
	if base == "" {
		if home == "" {
			return nil
		}
		base = filepath.Join(home, ".codex")
	}
	return []string{filepath.Join(base, "sessions"), filepath.Join(base, "archived_sessions")}
}
