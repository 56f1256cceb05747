package view

import (
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/app"
)

// shortCommit is the fewest digits of a commit's name.
const shortCommit = 7

// NamesCommit reports whether typed may be the name of a commit, or the beginning of one.
func NamesCommit(typed string) bool {
	return len(typed) >= shortCommit && strings.Trim(typed, "0123456789abcdef") == ""
}

// NoCommitName is the error of a text that cannot name a commit.
func NoCommitName(flag string) error {
	return app.UsageError("parse arguments", flag, "is no name of a commit", "seven or more of its digits 0-9 a-f")
}
