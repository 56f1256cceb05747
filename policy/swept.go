package policy

import (
	"slices"
	"strings"

	"github.com/clawable/claw/policy/shell"
)

// here is the folder that a command works in.
var here = shell.Word{Text: ".", Known: true, Path: "."}

// sweptBy are the folders that a command empties without a name of what is in them: find removes all that it
// finds there, git clean removes also what git ignores.
func sweptBy(words []shell.Word) []shell.Word {
	if git := shell.GitCommand(words); len(git) > 1 && git[1].Text == "clean" {
		return cleaned(git[2:])
	}
	if name := words[0].Program(); name == "find" || name == "gfind" {
		return emptied(words[1:])
	}
	return nil
}

// cleaned are the folders of git clean -x, behind which its options and paths stand.
func cleaned(words []shell.Word) (folders []shell.Word) {
	ignored := false
	for _, w := range words {
		switch {
		case !strings.HasPrefix(w.Text, "-"):
			folders = append(folders, w)
		case !strings.HasPrefix(w.Text, "--"):
			ignored = ignored || strings.ContainsAny(w.Text, "xX")
			if strings.Contains(w.Text, "n") {
				return nil
			}
		case len(w.Text) > len("--") && strings.HasPrefix("--dry-run", w.Text):
			return nil
		}
	}
	switch {
	case !ignored:
		return nil
	case len(folders) == 0:
		return []shell.Word{here}
	}
	return folders
}

// removers are programs that find runs to remove what it finds.
var removers = []string{"rm", "unlink", "shred", "mv"}

// emptied are the folders in which a find begins that removes all it finds, whatever its name.
func emptied(words []shell.Word) []shell.Word {
	end := slices.IndexFunc(words, func(w shell.Word) bool {
		return w.Known && (strings.HasPrefix(w.Text, "-") || w.Text == "(" || w.Text == "!")
	})
	if end < 0 {
		return nil
	}
	removes := false
	for i, w := range words[end:] {
		switch {
		case slices.Contains(tests, w.Text):
			return nil
		case w.Text == "-delete", i > 0 && slices.Contains(actions, words[end+i-1].Text) && slices.Contains(removers, w.Program()):
			removes = true
		}
	}
	switch {
	case !removes:
		return nil
	case end == 0:
		return []shell.Word{here}
	}
	return words[:end]
}
