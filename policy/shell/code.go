package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// language is what is known of programs in another language than the shell's, for the texts in them that a
// shell runs.
type language struct {
	flags string   // letters of options whose value is a program
	long  []string // names of such options and verbs
	first bool     // the first word is a program
	calls []string // what a program has in it that runs another one; each string of such a program may be a command
	ticks bool     // `TEXT` is run
	near  bool     // only the strings beside a call or a pipe are commands
}

// The languages.
var (
	awkCode    = language{first: true, flags: "e", long: []string{"source"}, calls: []string{"system", "|"}, near: true}
	perlCode   = language{flags: "eE", calls: []string{"system", "exec", "open", "qx"}, ticks: true}
	rubyCode   = language{flags: "erR", calls: []string{"system", "exec", "spawn", "popen", "%x", "Open3", "passthru", "proc_open"}, ticks: true}
	scriptCode = language{flags: "cep", long: []string{"eval", "print", "execute"}, calls: []string{"system", "spawn", "popen", "exec", "subprocess", "call(", "check_output", "getoutput", "child_process", "Deno.Command",
		"Bun.", "do shell script", "shell-command", "call-process"}}
)

// texts returns what the programs among a command's words hand to a shell.
func (l *language) texts(c *Simple) (all []Word) {
	for _, program := range l.programs(c) {
		if program = program.template(); program.Known && l.runs(program.Text) {
			all = append(all, l.commands(program.Text)...)
		}
	}
	for i := range all {
		all[i].Text = strings.Trim(all[i].Text, " |")
	}
	return slices.DeleteFunc(all, func(w Word) bool { return strings.HasPrefix(w.Text, "$") || !isScript(w.Text) })
}

// isScript reports whether a text is one that a shell reads. A string of a program that is not is none.
func isScript(text string) bool {
	_, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	return err == nil && strings.TrimSpace(text) != ""
}

// runs reports whether a program has something in it that runs another one.
func (l *language) runs(text string) bool {
	return l.ticks && strings.Contains(text, "`") || slices.ContainsFunc(l.calls, func(call string) bool { return strings.Contains(text, call) })
}

// programs are the words that are programs, and those that a here-document gives.
func (l *language) programs(c *Simple) (all []Word) {
	names := OptionNames{Letters: l.flags, Names: l.long}
	all = append(names.values(c.Words[1:]), c.Given...)
	for i, w := range c.Words[1:] {
		if l.first || i > 0 && slices.Contains(l.long, c.Words[i].Text) { // deno eval TEXT
			all = append(all, w)
		}
	}
	return all
}

// commands returns the strings of a program as texts for a shell: those of a list as the words of one.
func (l *language) commands(program string) (all []Word) {
	var list []string
	for i := 0; i < len(program); {
		text, next, ok := l.stringAt(program, i)
		switch {
		case ok:
			if l.near && !isNear(program[:i], program[next:]) {
				break
			}
			list = append(list, text)
			if goesOn(program[next:]) {
				list = append(list, computedText)
			}
		case !strings.ContainsRune(" \t\n,[](){}", rune(program[i])):
			all, list = append(all, asCommand(list)...), nil
		}
		i = next
	}
	return append(all, asCommand(list)...)
}

// stringAt reads the string that begins at i, or advances by one byte.
func (l *language) stringAt(program string, i int) (text string, next int, ok bool) {
	open, start := program[i], i+1
	if rest := program[i:]; (strings.HasPrefix(rest, "qx") || strings.HasPrefix(rest, "%x")) && len(rest) > 3 && strings.IndexByte("({[/|!", rest[2]) >= 0 {
		open, start = rest[2], i+3
	} else if open != '"' && (l.near || open != '\'' && open != '`') {
		return "", i + 1, false
	}
	end := map[byte]byte{'(': ')', '{': '}', '[': ']'}[open]
	if end == 0 {
		end = open
	}
	var b strings.Builder
	for k := start; k < len(program); k++ {
		switch {
		case program[k] == end:
			return filled(b.String()), k + 1, true
		case program[k] == '\\' && k+1 < len(program):
			k++
		}
		b.WriteByte(program[k])
	}
	return "", i + 1, false
}

// filled is a string with [computedText] for what a language puts in: #{X}, ${X}.
func filled(text string) string {
	for _, mark := range []string{"#{", "${"} {
		before, rest, found := strings.Cut(text, mark)
		if _, after, closed := strings.Cut(rest, "}"); found && closed {
			return before + computedText + filled(after)
		}
	}
	return text
}

// isNear reports whether a string of awk's is run: system("TEXT"), print | "TEXT", "TEXT" | getline.
func isNear(before, after string) bool {
	before, after = strings.TrimRight(before, " \t(&"), strings.TrimLeft(after, " \t")
	piped := strings.HasSuffix(before, "|") && !strings.HasSuffix(before, "||") || strings.HasPrefix(after, "|") && !strings.HasPrefix(after, "||")
	return piped || strings.HasSuffix(before, "system")
}

// goesOn reports whether a program puts more behind a string.
func goesOn(after string) bool {
	after = strings.TrimLeft(after, " \t")
	return after != "" && strings.IndexByte(")],;}|\n:&?", after[0]) < 0
}

// asCommand is a list of strings as a text for a shell.
func asCommand(list []string) (all []Word) {
	switch {
	case len(list) == 0:
		return nil
	case strings.ContainsAny(list[0], " \t\n;|&") || len(list) == 1:
		text := list[0]
		if len(list) > 1 && list[1] == computedText {
			text += " " + computedText
		}
		return []Word{{Text: text, Known: true}}
	}
	words := make([]string, len(list))
	for i, text := range list {
		if words[i] = text; text != computedText {
			words[i] = quotedWord(Word{Text: text}).Text
		}
	}
	return []Word{{Text: strings.Join(words, " "), Known: true}}
}
