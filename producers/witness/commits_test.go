package witness

import "testing"

// TestACommandThatCommitsIsReadHoweverItIsWritten holds the test of letters against the reader of commands.
func TestACommandThatCommitsIsReadHoweverItIsWritten(t *testing.T) {
	for command, want := range map[string]bool{
		`git commit -m x`:                  true,
		`git com"mit" -m x`:                true,
		`git 'com''mit' -m x`:              true,
		`git com\mit -m x`:                 true,
		"git com\\\nmit -m x":              true,
		`git $'co\x6dmit' -m x`:            true,
		`git $"commit" -m x`:               false, // whatever the locale makes of it
		`bash -c 'git revert HEAD'`:        true,
		`git "cherry"-pick abc`:            true,
		`git -C /x "c"ommit`:               true,
		`git log --grep commit`:            false,
		`git commit --dry-run`:             false,
		`echo 'git com' mit`:               false,
		`go test ./...`:                    false,
		`cat <<'E'` + "\ngit commit\nE":    false,
		"git com\\\n mit":                  false,
		`git stash && git cherry-pick abc`: true,
	} {
		if got := asksToCommit(command); got != want {
			t.Errorf("%q asks to commit: %v, want %v", command, got, want)
		}
	}
}
