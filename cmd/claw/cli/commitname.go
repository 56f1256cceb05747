package cli

import (
	"strings"
)

// shortCommit is the fewest digits of a commit's name.
const shortCommit = 7

// namesCommit reports whether typed may be the name of a commit, or the begin of one.
func namesCommit(typed string) bool {
	return len(typed) >= shortCommit && strings.Trim(typed, "0123456789abcdef") == ""
}

// noCommitName refuses what was typed for a commit.
func noCommitName(flag string) error {
	return usageError("parse arguments", flag, "is no name of a commit", "seven or more of its digits 0-9 a-f")
}
