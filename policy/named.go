package policy

import (
	"slices"
	"strings"

	"github.com/clawable/claw/policy/shell"
)

// Named is a word by which an action may name a file.
type Named struct {
	Word    string // as the action has it
	Path    string // absolute, with slashes; "" for a program that is found in the folders of PATH
	Program bool
	// First says that the action runs the program itself, without a shell that may have
	// another meaning for the word.
	First bool
}

// Names lists the programs that an action may run and the files that its words may name,
// each once: in the folder that it works in and in those that its commands go to. Whether
// there is such a file is the caller's to find out. A word that is computed names none.
func Names(a *Action) []Named {
	n := naming{home: a.Home, seen: map[Named]bool{}}
	n.folders, _ = a.folders()
	if len(a.Argv) > 0 {
		n.program(a.Argv[0], true)
	}
	for _, p := range parts(a) {
		if len(p.Words) > 0 && p.Words[0].Known {
			n.program(p.Words[0].Text, false)
		}
		for _, w := range slices.Concat(p.Words[min(1, len(p.Words)):], p.Reads) {
			for _, name := range shell.NamesIn(w.Path) {
				n.argument(w, name)
			}
		}
	}
	for _, file := range a.Paths {
		n.argument(shell.Word{Text: file}, file)
	}
	return n.all
}

// naming gathers what is named.
type naming struct {
	home    string
	folders []string
	all     []Named
	seen    map[Named]bool // without the word
}

// builtins are words that a shell does itself, though there are programs of these names.
var builtins = []string{"[", "echo", "false", "kill", "printf", "pwd", "test", "time", "true"}

func (n *naming) program(text string, first bool) {
	switch {
	case text == "", !first && slices.Contains(builtins, text):
	case !strings.ContainsAny(text, `/\`):
		n.add(Named{Word: text, Program: true, First: first})
	default:
		for _, folder := range n.folders {
			n.add(Named{Word: text, Path: shell.Place{CWD: folder, Home: n.home}.Absolute(text), Program: true, First: first})
		}
	}
}

func (n *naming) argument(w shell.Word, name string) {
	for _, folder := range n.folders {
		n.add(Named{Word: w.Text, Path: shell.Place{CWD: folder, Home: n.home}.Absolute(name)})
	}
}

// add takes what is not named yet.
func (n *naming) add(one Named) {
	key := Named{Path: one.Path, Program: one.Program}
	if one.Path == "" {
		key.Word = one.Word
	}
	if !n.seen[key] {
		n.seen[key], n.all = true, append(n.all, one)
	}
}
