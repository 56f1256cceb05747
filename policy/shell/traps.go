package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// trapped is the ending of a text that may set such a trap as [setsStatus] finds.
func trapped(file *syntax.File, end ending) ending {
	if !setsStatus(file) {
		return end
	}
	return ending{other: []int{unseen}, exits: end.exits}
}

// setsStatus reports whether a text sets a trap that runs when a shell ends or when a command fails, and
// that may exit with a status of its own.
func setsStatus(file *syntax.File) (found bool) {
	syntax.Walk(file, func(node syntax.Node) bool {
		c, ok := node.(*syntax.CallExpr)
		if !ok || len(c.Args) < 3 || c.Args[0].Lit() != "trap" {
			return !found
		}
		args := c.Args[1:]
		if args[0].Lit() == "--" {
			args = args[1:]
		}
		action := wordOf(args[0])
		found = found || slices.ContainsFunc(args[1:], isOfEnd) && (!action.Known || mayExit(action.Text))
		return !found
	})
	return found
}

// isOfEnd reports whether a word names the end of a shell or of a command that failed.
func isOfEnd(w *syntax.Word) bool {
	name := wordOf(w)
	return !name.Known || slices.Contains([]string{"EXIT", "0", "ERR", "DEBUG"}, strings.TrimPrefix(strings.ToUpper(name.Text), "SIG"))
}

// mayExit reports whether the action of a trap may end the shell with another status than the one it
// ends with.
func mayExit(action string) bool {
	for _, word := range strings.FieldsFunc(action, func(r rune) bool { return strings.ContainsRune(" \t\n;&|(){}", r) }) {
		if word == "exit" || word == "exec" || word == "kill" {
			return true
		}
	}
	return false
}
