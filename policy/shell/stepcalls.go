package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// call reads a simple command.
func (w *stepReader) call(c *syntax.CallExpr, set *settings, out Output, from stepOrigin) ending {
	for _, a := range c.Assigns {
		w.substituted(a, from)
	}
	simple := w.at[c.Pos()]
	simple.Words, simple.At = nil, simple.from
	for _, arg := range c.Args {
		simple.Words = append(simple.Words, wordOf(arg))
		w.substituted(arg, from)
	}
	if len(simple.Words) == 0 {
		return ending{other: []int{unseen}}
	}
	return w.add(simple, set, out, from)
}

// substituted reads the commands in the substitutions of a word.
func (w *stepReader) substituted(node syntax.Node, from stepOrigin) {
	syntax.Walk(node, func(n syntax.Node) bool {
		if stmt, ok := n.(*syntax.Stmt); ok {
			w.aside(stmt, from)
			return false
		}
		return true
	})
}

// add takes a command, or the one that it runs and whose exit status it passes on.
func (w *stepReader) add(c Simple, set *settings, out Output, from stepOrigin) ending {
	first := c.Words[0]
	name := first.Program()
	if first.Known && !w.shadowed[name] && from.depth < maxDepth {
		if inner, ok := passesOn(&c); ok {
			from.through = append(slices.Clip(from.through), name)
			from.limited = from.limited || name == "timeout" || name == "gtimeout"
			from.depth++
			if inner.script != nil {
				if end, ok := w.text(inner.script.Text, c.At, shellSettings(c.Words), out, from); ok {
					end.exits, end.must = false, false
					return end
				}
				return w.keep(c, out, from)
			}
			c.At = Reading{At: c.At}.From(inner.worksIn(c.At)).At
			c.Words = inner.command
			end := w.add(c, set, out, from)
			end.exits = end.exits || name == "exec"
			return end
		}
	}
	if first.Known && !w.shadowed[name] {
		if end, ok := builtin(&c, set); ok {
			w.keep(c, out, from)
			return end
		}
	}
	return w.keep(c, out, from)
}

// keep takes a command as a step.
func (w *stepReader) keep(c Simple, out Output, from stepOrigin) ending {
	w.steps = append(w.steps, Step{Simple: c, Output: out, Limited: from.limited, Through: from.through, Shadowed: w.shadowed[c.Words[0].Program()]})
	at := []int{len(w.steps) - 1}
	return ending{zero: at, other: at}
}

// builtin is the ending of a command that sets the shell, ends it or cannot fail.
func builtin(c *Simple, set *settings) (ending, bool) {
	switch c.Words[0].Text {
	case "set":
		set.take(c.Words[1:])
		return ending{never: neverOther}, true
	case "true", ":", "echo", "printf", "unset", "alias", "shopt":
		return ending{never: neverOther}, true
	case "false":
		return ending{never: neverZero}, true
	case "exit", "return":
		end := ending{exits: true}
		switch {
		case len(c.Words) < 2 || !c.Words[1].Known:
			end.other = []int{unseen}
		case c.Words[1].Text == "0":
			end.never = neverOther
		default:
			end.never = neverZero
		}
		return end, true
	case "exec": // redirections only: with a command, the command is the step
		return ending{never: neverOther}, len(c.Words) == 1
	}
	return ending{}, false
}

// take reads what a set command, or a shell's own options, set.
func (set *settings) take(words []Word) {
	for i, word := range words {
		text := word.Text
		if !word.Known || len(text) < 2 || text[0] != '-' && text[0] != '+' || strings.HasPrefix(text, "--") {
			continue
		}
		on := text[0] == '-'
		if strings.ContainsRune(text, 'e') {
			set.errexit = on
		}
		if !strings.ContainsRune(text, 'o') || i+1 == len(words) {
			continue
		}
		switch words[i+1].Text {
		case "pipefail":
			set.pipefail = on
		case "errexit":
			set.errexit = on
		}
	}
}

// shellSettings are those with which a shell is called, up to its script.
func shellSettings(words []Word) (set settings) {
	last := slices.IndexFunc(words, func(w Word) bool {
		return strings.HasPrefix(w.Text, "-") && !strings.HasPrefix(w.Text, "--") && strings.ContainsRune(w.Text, 'c')
	})
	set.take(words[:max(last+1, 0)])
	return set
}

// passedOn is what a program runs whose exit status it passes on.
type passedOn struct {
	wrapped
	command []Word
	script  *Word
}

// passesOn returns the one command or text that a program runs, if its exit status becomes that of the program.
func passesOn(c *Simple) (passedOn, bool) {
	name := c.Words[0].Program()
	isShellName := IsShell(name)
	if !isShellName && !slices.Contains(transparent, name) || name == "command" && asksOnly(c.Words) {
		return passedOn{}, false
	}
	inner := passedOn{wrapped: unwrap(c)}
	switch {
	case isShellName && len(inner.scripts) == 1 && inner.scripts[0].Known:
		inner.script = &inner.scripts[0]
	case !isShellName && len(inner.commands) == 1 && len(inner.commands[0]) > 0 && len(inner.scripts) == 0:
		inner.command = inner.commands[0]
	default:
		return passedOn{}, false
	}
	return inner, true
}

// asksOnly reports whether command prints what a name refers to, and runs nothing.
func asksOnly(words []Word) bool {
	return len(words) > 1 && strings.HasPrefix(words[1].Text, "-") && strings.ContainsAny(words[1].Text, "vV")
}

// transparent lists the programs that exit with the status of the command they run. Their manuals
// say so; timeout exits with 124 where it ended the command.
var transparent = []string{
	"timeout", "gtimeout", "nohup", "nice", "ionice", "env", "stdbuf", "sudo", "doas", "command", "exec", "time", "unbuffer", "setarch",
	"npx", "bunx", "pnpx", "npm", "pnpm", "yarn", "bun", "uv", "poetry", "pipenv", "rye", "pdm", "hatch", "conda", "mamba", "micromamba", "bundle",
	"mise", "direnv", "rbenv", "pyenv", "nodenv", "volta", "fnm", "rustup", "dotenv", "dotenvx", "doppler", "infisical", "op", "chamber", "aws-vault",
	"docker", "podman", "docker-compose",
}
