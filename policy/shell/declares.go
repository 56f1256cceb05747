package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// declares adds the names that a command with arguments gives another meaning: as aliases, as paths that
// the shell is to remember, or in a text that it evaluates.
func declares(c *syntax.CallExpr, names map[string]bool) {
	args := make([]Word, len(c.Args))
	for i, arg := range c.Args {
		args[i] = wordOf(arg)
	}
	switch args[0].Text {
	case "alias":
		for _, arg := range args[1:] {
			name, _, _ := strings.Cut(arg.Text, "=")
			names[name] = true
		}
	case "hash":
		names[args[len(args)-1].Text] = true
	case "eval":
		var text strings.Builder
		for _, arg := range args[1:] {
			text.WriteString(arg.Text + " ")
		}
		if file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text.String()), ""); err == nil {
			for name := range shadows(file, names) {
				names[name] = true
			}
		}
	}
}
