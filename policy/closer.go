package policy

import (
	"slices"
	"strings"

	"github.com/clawable/claw/policy/shell"
)

// maxReadings bounds the readings of one text, of which loops over several words make one each.
const maxReadings = 16

// closerParts returns the parts of an action as they are read where a rule distinguishes what is uncertain from
// what is not: variables have the values that the text gives them, or, where it gives none, those that their
// names promise; what only prints data is replaced by data. This reading serves no other purpose: what is held
// back without it is decided by the rules that do not ask.
func closerParts(a *Action, all []part) []part {
	if a.Command == "" {
		return append(append(all, programParts(all)...), launchedParts(all)...)
	}
	var out []part
	for pick, more := 0, true; more; pick++ {
		if pick == maxReadings {
			return append(append(all, programParts(all)...), launchedParts(all)...)
		}
		s, left, ok := shell.ReadClosely(a.Command, a.standing(), pick)
		if !ok {
			return append(append(all, programParts(all)...), launchedParts(all)...)
		}
		out = append(append(out, partsOf(&s, a)...), writtenParts(s.Commands, a)...)
		out = append(out, fedParts(s.Commands)...)
		more = left
	}
	return append(append(out, programParts(out)...), launchedParts(out)...)
}

// partsOf are the parts of a text that was read.
func partsOf(s *shell.Script, a *Action) (out []part) {
	for i := range s.Commands {
		out = append(out, part{Simple: &s.Commands[i], shown: show(s.Commands[i].Words), files: a.Paths})
	}
	if s.Unread || len(out) == 0 {
		out = append(out, part{Simple: &shell.Simple{Opaque: true}, shown: a.Command, unread: true, files: a.Paths})
	}
	return out
}

// quoters are programs whose words are about commands, and run none.
var quoters = []string{"claw", "glab", "man", "info", "tldr", "which", "type", "whereis", "whatis", "apropos", "say", "notify-send", "logger", "wall", "basename", "dirname", "export", "read", "let", "expr"}

// maxLaunched bounds the words behind a program that are looked at as commands.
const maxLaunched = 40

// launchedParts are the commands that programs may run of which nothing is known here: what follows among their words,
// and texts for a shell.
func launchedParts(all []part) (out []part) {
	for i := range all {
		p := &all[i]
		if len(p.Words) < 2 || len(p.Words) > maxLaunched || p.guess != "" || !p.Words[0].Known || isRead(p.Words[0].Program()) {
			continue
		}
		guess := "nobody here knows what " + p.Words[0].Text + " does, which may run it"
		for k, w := range p.Words[1:] {
			if !w.Known || strings.HasPrefix(w.Text, "-") {
				continue
			}
			out = append(out, part{Simple: &shell.Simple{Words: p.Words[k+1:], At: p.At, Opaque: true, More: p.More}, shown: p.shown, guess: guess})
			if !strings.ContainsAny(w.Text, " \t\n") {
				continue
			}
			var s shell.Script
			s.Run(w.Text, shell.Reading{At: p.At, Depth: 1})
			for n := range s.Commands {
				out = append(out, part{Simple: &s.Commands[n], shown: p.shown, guess: guess})
			}
		}
	}
	return out
}

// isRead reports whether it is known what a program does with its words.
func isRead(program string) bool {
	_, names := nameTakers.Of(program)
	_, runs := interpreters.Of(program)
	return names || runs || shell.RunsOthers(program) || slices.Contains(fileTakers, program) || slices.Contains(textTakers, program) || slices.Contains(quoters, program)
}

// fedParts are what programs may get from their input of the texts that other commands print: the programs of
// interpreters, and the words that xargs adds.
func fedParts(commands []shell.Simple) (out []part) {
	texts := textsPrinted(commands)
	for i := range commands {
		c := &commands[i]
		if len(texts) == 0 || len(texts) > maxWritten || len(c.Words) == 0 || !c.Words[0].Known {
			continue
		}
		name := c.Words[0].Program()
		mark, reads := readsPrograms(c, name)
		for _, text := range texts {
			switch {
			case reads:
				out = append(out, part{Simple: &shell.Simple{Opaque: true}, shown: show(c.Words), program: mark + text})
			case c.More: // as behind xargs
				fed := shell.Simple{At: c.At, Opaque: true}
				for _, word := range strings.Fields(text) {
					fed.Reads = append(fed.Reads, shell.Word{Text: word, Known: true, Path: word})
				}
				out = append(out, part{Simple: &fed, shown: show(c.Words), guess: "its input may name the file"})
			}
		}
	}
	return out
}

// lineReaders are interpreters that read lines of their input beside the files that words name.
var lineReaders = []string{"ed", "ex", "sqlite3", "psql", "mysql", "gdb", "tclsh"}

// readsPrograms reports whether a command is an interpreter that reads a program from its input; mark is what
// makes a text one that is run.
func readsPrograms(c *shell.Simple, name string) (mark string, reads bool) {
	switch {
	case slices.Contains([]string{"make", "gmake"}, name):
		return "!", slices.ContainsFunc(c.Words[1:], func(w shell.Word) bool {
			return w.Text == "-f-" || w.Text == "-" || w.Text == "/dev/stdin" || w.Text == "--file=-"
		})
	case slices.Contains(lineReaders, name):
		return "", true
	}
	_, known := interpreters.Of(name)
	beside := slices.ContainsFunc(c.Words[1:], func(w shell.Word) bool { return w.Text != "-" && !strings.HasPrefix(w.Text, "--") })
	return "", known && !beside && !slices.Contains([]string{"tee", "patch", "bc", "go"}, name)
}
