package policy

import (
	"path"
	"slices"
	"strings"
)

// written is a file that a text makes and then runs.
type written struct {
	name  string
	known bool // what is in it stands in the text
}

// maxWritten bounds the files and texts that are looked at.
const maxWritten = 200

// writtenParts are what the files hold that a text writes and then runs: scripts, and copies of programs.
func writtenParts(commands []simple, a *Action) (out []part) {
	files := filesWritten(commands)
	if len(files) == 0 {
		return nil
	}
	texts := textsPrinted(commands)
	if len(files)+len(texts) > maxWritten {
		return []part{{simple: &simple{opaque: true}, shown: a.Command, unread: true, files: a.Paths}}
	}
	for i := range commands {
		c := &commands[i]
		name, direct := fileRun(c)
		at := slices.IndexFunc(files, func(w written) bool { return name != "" && w.name == path.Base(name) })
		switch {
		case at < 0:
		case !files[at].known && direct:
			words := append([]word{{text: c.words[0].text, path: ""}}, c.words[1:]...)
			out = append(out, part{simple: &simple{words: words, opaque: true}, shown: show(c.words), files: a.Paths})
		case !files[at].known:
			out = append(out, part{simple: &simple{opaque: true}, shown: show(c.words), unread: true, files: a.Paths})
		default:
			out = append(out, scriptParts(c, texts, a)...)
		}
	}
	return out
}

// scriptParts are the parts of a script that c runs.
func scriptParts(c *simple, texts []string, a *Action) (out []part) {
	for _, text := range texts {
		s := script{visited: places{a.standing()}}
		s.run(text, reading{at: s.visited, depth: 1}.from(c.at))
		if s.unread && !isShell(c.words[0].program()) {
			s.commands, s.unread = nil, false
		}
		for i := range s.commands {
			out = append(out, part{simple: &s.commands[i], shown: show(s.commands[i].words), files: a.Paths})
		}
		if s.unread {
			out = append(out, part{simple: &simple{opaque: true}, shown: show(c.words), unread: true, files: a.Paths})
		}
		out = append(out, part{simple: &simple{opaque: true}, shown: show(c.words), program: text})
	}
	return out
}

// printers write their own words, or what they are given.
var printers = []string{"echo", "printf", "cat", "tee"}

// filesWritten lists the files that commands write.
func filesWritten(commands []simple) (files []written) {
	for i := range commands {
		c := &commands[i]
		name := ""
		if len(c.words) > 0 && c.words[0].known {
			name = c.words[0].program()
		}
		known := slices.Contains(printers, name) && (name != "cat" || len(c.given) > 0)
		for _, w := range c.writes {
			files = append(files, written{path.Base(w.text), known})
		}
		switch {
		case name == "tee":
			for _, w := range c.words[1:] {
				files = append(files, written{path.Base(w.text), true})
			}
		case slices.Contains([]string{"cp", "mv", "ln", "install"}, name) && len(c.words) > 2:
			files = append(files, written{path.Base(c.words[len(c.words)-1].text), false})
		case name == "curl" || name == "wget":
			files = append(files, fetched(c.words)...)
		}
	}
	return files
}

// fetched are the files that curl and wget write.
func fetched(words []word) (files []written) {
	for i, w := range words[:len(words)-1] {
		if strings.HasPrefix(w.text, "-") && (strings.HasSuffix(w.text, "o") || strings.HasSuffix(w.text, "O") || w.text == "--output") {
			files = append(files, written{path.Base(words[i+1].text), false})
		}
	}
	return files
}

// textsPrinted are the texts that commands print or are given.
func textsPrinted(commands []simple) (texts []string) {
	for i := range commands {
		c := &commands[i]
		for _, t := range c.given {
			texts = append(texts, t.text)
		}
		if len(c.words) > 1 && c.words[0].known && slices.Contains([]string{"echo", "printf"}, c.words[0].program()) {
			printed := show(c.words[1:])
			texts = append(texts, strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(printed))
		}
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}

// madeBy are files that programs run without being told their names.
var madeBy = table[[]string]{{"make", []string{"Makefile"}}, {"gmake", []string{"Makefile"}}, {"just", []string{"justfile"}}, {"npm", []string{"package.json"}}}

// fileRun is the file that a command runs, "" for none; direct says that it is the program.
func fileRun(c *simple) (name string, direct bool) {
	if len(c.words) == 0 {
		return "", false
	}
	program := c.words[0].program()
	_, interprets := interpreters.of(program)
	if made, makes := madeBy.of(program); makes {
		return made[0], false
	}
	if interprets || isShell(program) || program == "source" || program == "." {
		for _, w := range c.words[1:] {
			if !strings.HasPrefix(w.text, "-") {
				return w.text, false
			}
		}
		return "", false
	}
	return c.words[0].text, strings.Contains(c.words[0].text, "/")
}
