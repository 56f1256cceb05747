package policy

import (
	_ "embed"
	"strconv"
	"strings"
)

//go:embed starter.toml
var starter string

// lastPlace is the end of each list of files in the starter policy.
const lastPlace = "\"~/.gitconfig\", \"~/.config/git/config\",\n"

// Starter is the text of a first policy, which guards claw itself: its log, settings and policies, the
// hooks of agents and of git, the verbs that loosen the guard, and tools of MCP servers that run commands
// or change files. places are more files of claw's and of agents' hooks, absolute.
func Starter(places []string) []byte {
	more := lastPlace
	for _, p := range places {
		more += "  " + strconv.Quote(p) + ",\n"
	}
	return []byte(strings.ReplaceAll(starter, lastPlace, more))
}
