package settings

import (
	"regexp"
	"strings"
	"sync"
)

// What may follow a command of claw's in settings that several machines share, so that a
// shell which does not find the program ends well: in sh and PowerShell, and in sh and cmd.
const (
	EndWell      = "; exit 0"
	EndWellInCmd = " || exit 0"
)

// Call is a command that runs a hook of claw's.
type Call struct {
	Program string // as it is named, without quotes
	Agent   string
	Enforce bool
}

// ours is what a hook of claw's looks like, wherever the program is; compiled on first use,
// which never happens in a running hook.
var ours struct {
	once    sync.Once
	pattern *regexp.Regexp
}

// ParseCall reads a command; ok is false for one that is no hook of claw's.
func ParseCall(command string) (c Call, ok bool) {
	ours.once.Do(func() {
		ours.pattern = regexp.MustCompile(`^((?:.*[/\\])?['"]?claw(?:\.exe)?['"]?) hook ([a-z-]+)((?: --[a-z]+(?:[= ][a-z]+)?)*)(?:; exit 0| \|\| exit 0)?$`)
	})
	m := ours.pattern.FindStringSubmatch(command)
	if m == nil {
		return c, false
	}
	return Call{Program: unquoted(m[1]), Agent: m[2], Enforce: strings.Contains(m[3]+" ", " --enforce ")}, true
}

// unquoted is a word of a shell without its quotes.
func unquoted(word string) string {
	if inner, quoted := strings.CutPrefix(word, "'"); quoted {
		return strings.ReplaceAll(strings.TrimSuffix(inner, "'"), `'\''`, "'")
	}
	return strings.ReplaceAll(word, `"`, "")
}

// Known says whether command would be known for a hook of claw's once it is installed.
func Known(command string) bool {
	_, ok := ParseCall(command)
	return ok
}

// inPowerShell is a command of sh in PowerShell, which runs a quoted program only after &.
func inPowerShell(command string) string {
	if !strings.HasPrefix(command, "'") {
		return command
	}
	return "& " + strings.ReplaceAll(command, `'\''`, "''")
}

// fromPowerShell is the inverse of inPowerShell.
func fromPowerShell(command string) string {
	if rest, called := strings.CutPrefix(command, "& '"); called {
		return "'" + strings.ReplaceAll(rest, "''", `'\''`)
	}
	return command
}
