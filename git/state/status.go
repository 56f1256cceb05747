package gitstate

import (
	"fmt"
	"strings"
)

// parseStatus reads the answer of git status --porcelain=v2 -z: headers that begin with "# ", then
// entries, each ended by NUL; a renamed file's entry has a second text, the old name.
func parseStatus(out string) (c Changes, err error) {
	for len(out) > 0 {
		line, rest, _ := strings.Cut(out, "\x00")
		out = rest
		kind, text, _ := strings.Cut(line, " ")
		switch kind {
		case "1", "2":
			err = c.changed(text)
			if kind == "2" {
				_, out, _ = strings.Cut(out, "\x00")
			}
		case "u":
			c.Conflicted++
		case "?":
			c.Untracked++
		case "!", "#":
		default:
			err = fmt.Errorf("git status says %q", line)
		}
		if err != nil {
			return Changes{}, err
		}
	}
	return c, nil
}

// changed reads "XY …": X states how the index differs, Y how the worktree does.
func (c *Changes) changed(text string) error {
	if len(text) < 2 {
		return fmt.Errorf("git status says %q of a file", text)
	}
	if text[0] != '.' {
		c.Staged++
	}
	if text[1] != '.' {
		c.Unstaged++
	}
	return nil
}
