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

// cleaned returns the folders of git clean -x, given the words after it: its options and paths.
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
	starts, conditions := begun(words)
	named := slices.ContainsFunc(conditions, func(w shell.Word) bool { return slices.Contains(tests, w.Text) })
	if named || !removesFound(conditions) {
		return nil
	}
	return starts
}

// removedByName are the files that a find removes by their name, in any folder below those in which it begins.
func removedByName(words []shell.Word) (globs []string) {
	if name := words[0].Program(); name != "find" && name != "gfind" {
		return nil
	}
	starts, conditions := begun(words[1:])
	if !removesFound(conditions) {
		return nil
	}
	for i, w := range conditions {
		if i == 0 || !w.Known || !slices.Contains([]string{"-name", "-iname"}, conditions[i-1].Text) || i > 1 && slices.Contains([]string{"-not", "!"}, conditions[i-2].Text) {
			continue
		}
		for _, start := range starts {
			if start.Path != "" {
				globs = append(globs, strings.TrimSuffix(start.Path, "/")+"/**/"+w.Text)
			}
		}
	}
	return globs
}

// begun parts the words behind find into the folders in which it begins and its conditions.
func begun(words []shell.Word) (starts, conditions []shell.Word) {
	end := slices.IndexFunc(words, func(w shell.Word) bool {
		return w.Known && (strings.HasPrefix(w.Text, "-") || w.Text == "(" || w.Text == "!")
	})
	switch {
	case end < 0:
		return words, nil
	case end == 0:
		return []shell.Word{here}, words
	}
	return words[:end], words[end:]
}

// removesFound reports whether the conditions of a find remove what they find.
func removesFound(conditions []shell.Word) bool {
	for i, w := range conditions {
		if w.Text == "-delete" || i > 0 && slices.Contains(actions, conditions[i-1].Text) && slices.Contains(removers, w.Program()) {
			return true
		}
	}
	return false
}
