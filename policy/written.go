package policy

import (
	"path"
	"slices"
	"strings"

	"github.com/clawable/claw/policy/shell"
)

// written is a file that a text makes and then runs.
type written struct {
	name  string
	known bool // its content is in the text
}

// maxWritten bounds the files and texts that are looked at.
const maxWritten = 200

// writtenParts are what the files hold that a text writes and then runs: scripts, and copies of programs.
func writtenParts(commands []shell.Simple, a *Action) (out []part) {
	files := filesWritten(commands)
	if len(files) == 0 {
		return nil
	}
	texts := textsPrinted(commands)
	if len(files)+len(texts) > maxWritten {
		return []part{{Simple: &shell.Simple{Opaque: true}, shown: a.Command, unread: true, files: a.Paths}}
	}
	for i := range commands {
		c := &commands[i]
		name, direct := fileRun(c)
		at := slices.IndexFunc(files, func(w written) bool { return name != "" && w.name == path.Base(name) })
		switch {
		case at < 0:
		case !files[at].known && direct:
			words := append([]shell.Word{{Text: c.Words[0].Text, Path: ""}}, c.Words[1:]...)
			out = append(out, part{Simple: &shell.Simple{Words: words, Opaque: true}, shown: show(c.Words), files: a.Paths})
		case !files[at].known:
			out = append(out, part{Simple: &shell.Simple{Opaque: true}, shown: show(c.Words), unread: true, files: a.Paths})
		default:
			out = append(out, scriptParts(c, texts, a)...)
		}
	}
	return out
}

// scriptParts are the parts of a script that c runs.
func scriptParts(c *shell.Simple, texts []string, a *Action) (out []part) {
	mark := ""
	if _, makes := madeBy.Of(c.Words[0].Program()); makes { // the content of such a file is run
		mark = "!"
	}
	for _, text := range texts {
		s := shell.Script{Visited: shell.Places{a.standing()}}
		s.Run(text, shell.Reading{At: s.Visited, Depth: 1}.From(c.At))
		if s.Unread && !shell.IsShell(c.Words[0].Program()) {
			s.Commands, s.Unread = nil, false
		}
		for i := range s.Commands {
			out = append(out, part{Simple: &s.Commands[i], shown: show(s.Commands[i].Words), files: a.Paths})
		}
		if s.Unread {
			out = append(out, part{Simple: &shell.Simple{Opaque: true}, shown: show(c.Words), unread: true, files: a.Paths})
		}
		out = append(out, part{Simple: &shell.Simple{Opaque: true}, shown: show(c.Words), program: mark + text})
	}
	return out
}

// printers write their own words, or what they are given.
var printers = []string{"echo", "printf", "cat", "tee"}

// filesWritten lists the files that commands write.
func filesWritten(commands []shell.Simple) (files []written) {
	for i := range commands {
		c := &commands[i]
		name := ""
		if len(c.Words) > 0 && c.Words[0].Known {
			name = c.Words[0].Program()
		}
		known := slices.Contains(printers, name) && (name != "cat" || len(c.Given) > 0)
		for _, w := range c.Writes {
			files = append(files, written{path.Base(w.Text), known})
		}
		switch {
		case name == "tee":
			for _, w := range c.Words[1:] {
				files = append(files, written{path.Base(w.Text), true})
			}
		case slices.Contains([]string{"cp", "mv", "ln", "install"}, name) && len(c.Words) > 2:
			files = append(files, written{path.Base(c.Words[len(c.Words)-1].Text), false})
		case name == "curl" || name == "wget":
			files = append(files, fetched(c.Words)...)
		}
	}
	return files
}

// fetched are the files that curl and wget write.
func fetched(words []shell.Word) (files []written) {
	for i, w := range words[:len(words)-1] {
		if strings.HasPrefix(w.Text, "-") && (strings.HasSuffix(w.Text, "o") || strings.HasSuffix(w.Text, "O") || w.Text == "--output") {
			files = append(files, written{path.Base(words[i+1].Text), false})
		}
	}
	return files
}

// textsPrinted are the texts that commands print or are given.
func textsPrinted(commands []shell.Simple) (texts []string) {
	for i := range commands {
		c := &commands[i]
		for _, t := range c.Given {
			texts = append(texts, t.Text)
		}
		if len(c.Words) > 1 && c.Words[0].Known && slices.Contains([]string{"echo", "printf"}, c.Words[0].Program()) {
			printed := show(c.Words[1:])
			texts = append(texts, strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(printed))
		}
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}

// madeBy are files that programs run without being given their names.
var madeBy = shell.Table[[]string]{{"make", []string{"Makefile"}}, {"gmake", []string{"Makefile"}}, {"just", []string{"justfile"}}, {"npm", []string{"package.json"}}, {"pnpm", []string{"package.json"}},
	{"yarn", []string{"package.json"}}, {"bun", []string{"package.json"}}, {"direnv", []string{".envrc"}}, {"deno", []string{"deno.json"}}}

// fileRun is the file that a command runs, "" for none; direct reports that it is the program.
func fileRun(c *shell.Simple) (name string, direct bool) {
	if len(c.Words) == 0 {
		return "", false
	}
	program := c.Words[0].Program()
	_, interprets := interpreters.Of(program)
	if made, makes := madeBy.Of(program); makes {
		for i, w := range c.Words[1:] {
			if w.Text == "-f" && i+2 < len(c.Words) && strings.HasSuffix(program, "make") {
				return c.Words[i+2].Text, false
			}
		}
		return made[0], false
	}
	if interprets || shell.IsShell(program) || program == "source" || program == "." {
		for _, w := range c.Words[1:] {
			if !strings.HasPrefix(w.Text, "-") {
				return w.Text, false
			}
		}
		return "", false
	}
	return c.Words[0].Text, strings.Contains(c.Words[0].Text, "/")
}
