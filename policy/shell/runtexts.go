package shell

import (
	"slices"
	"strings"
)

// sshSettings are settings of ssh whose values are commands.
var sshSettings = []string{"proxycommand", "localcommand", "knownhostscommand", "remotecommand"}

// ofSSH returns the commands that ssh is instructed to run on this machine: -o ProxyCommand=TEXT.
func ofSSH(c *Simple) (all []Word) {
	for _, text := range (&OptionNames{Letters: "o"}).values(c.Words[1:]) {
		text = text.template()
		setting := strings.TrimLeft(text.Text, " \t")
		end := max(0, strings.IndexAny(setting, "= \t")) // NAME=VALUE or NAME VALUE
		name, value := setting[:end], strings.TrimLeft(setting[end:], "= \t")
		if text.Known && slices.Contains(sshSettings, strings.ToLower(name)) {
			all = append(all, Word{Text: value, Known: true})
		}
	}
	return all
}

// ofGo returns the programs by which go is instructed to run others.
func ofGo(c *Simple) (all []Word) {
	for i, w := range c.Words[1:] {
		for _, name := range []string{"exec", "toolexec", "vettool"} {
			value, joined := strings.CutPrefix(strings.TrimLeft(w.Text, "-"), name+"=")
			switch {
			case !strings.HasPrefix(w.Text, "-"):
			case joined && w.Known:
				all = append(all, continued(Word{Text: value, Known: true}))
			case strings.TrimLeft(w.Text, "-") == name:
				if text := c.at1(i + 2).template(); text.Known {
					all = append(all, continued(text))
				}
			}
		}
	}
	return all
}

// ofArchiver returns the command of tar --checkpoint-action=exec=TEXT.
func ofArchiver(c *Simple) (all []Word) {
	for _, text := range (&OptionNames{Names: []string{"checkpoint-action"}}).values(c.Words[1:]) {
		if command, runs := strings.CutPrefix(text.Text, "exec="); runs && text.Known {
			all = append(all, continued(Word{Text: command, Known: true}))
		}
	}
	return all
}

// ofZip returns the command of zip -T -TT TEXT.
func ofZip(c *Simple) (all []Word) {
	for i, w := range c.Words[1:] {
		if w.Text == "-TT" {
			all = append(all, c.at1(i+2))
		}
	}
	return all
}

// ofSocat returns the commands of socat's addresses: EXEC:TEXT, SYSTEM:TEXT.
func ofSocat(c *Simple) (all []Word) {
	for _, w := range c.Words[1:] {
		kind, text, _ := strings.Cut(w.Text, ":")
		switch strings.ToLower(kind) {
		case "exec", "system", "shell":
			text, _, _ = strings.Cut(text, ",")
			all = append(all, Word{Text: strings.Trim(text, `'"`), Known: w.Known})
		}
	}
	return all
}

// ofBang returns what words such as -c '!TEXT', +!TEXT and -ex 'shell TEXT' run.
func ofBang(c *Simple) (all []Word) {
	for i := range c.Words[1:] {
		w := c.Words[i+1].template()
		if !w.Known {
			continue
		}
		for line := range strings.Lines(w.Text) {
			line = strings.TrimLeft(line, " \t:+")
			for _, before := range []string{"-c", "--eval=", "--cmd", "-ex=", "-P", "-e", "silent", "exe", "r", "w", "read", "write"} {
				line = strings.TrimLeft(strings.TrimPrefix(line, before), " \t:'\"")
			}
			for _, mark := range []string{"!", `\!`, "shell ", "sh ", ".shell ", ".system ", "platform shell ", "system "} {
				if text, runs := strings.CutPrefix(line, mark); runs && strings.TrimSpace(text) != "" {
					all = append(all, Word{Text: strings.TrimRight(text, "'\" \n"), Known: true})
				}
			}
		}
	}
	return all
}

// ofMake returns the texts that make gets among its words: a shell, the text of $(shell TEXT), and rules that
// an option gives it or that it reads from its input.
func ofMake(c *Simple) (all []Word) {
	all = recipes((&OptionNames{Letters: "E", Names: []string{"eval"}}).values(c.Words[1:]))
	for i := range c.Words[1:] {
		w := c.Words[i+1]
		if !w.Known {
			continue
		}
		if name, text, sets := strings.Cut(w.Text, "="); sets && !strings.HasPrefix(w.Text, "-") {
			switch {
			case strings.HasSuffix(name, "!"):
				all = append(all, Word{Text: text, Known: true})
			case strings.Trim(name, ":+? ") == "SHELL":
				all = append(all, Word{Text: text + " -c :", Known: true})
			}
		}
		all = append(all, shellCalls(w.Text)...)
		if (w.Text == "-f" || w.Text == "--file" || w.Text == "--makefile") && isInput(c.at1(i+2).Text) || w.Text == "-f-" || w.Text == "--file=-" {
			all = append(all, recipes(c.Given)...)
		}
	}
	return all
}

// shellCalls are the texts of make's $(shell TEXT).
func shellCalls(text string) (all []Word) {
	for _, open := range []string{"$(shell ", "${shell "} {
		for _, piece := range strings.Split(text, open)[1:] {
			depth := 1
			for i, r := range piece {
				switch r {
				case '(', '{':
					depth++
				case ')', '}':
					depth--
				}
				if depth == 0 {
					all = append(all, Word{Text: piece[:i], Known: true})
					break
				}
			}
		}
	}
	return all
}

// recipes are the commands of rules of make.
func recipes(texts []Word) (all []Word) {
	for _, text := range texts {
		for line := range strings.Lines(text.Text) {
			_, command, inline := strings.Cut(line, ";")
			if strings.HasPrefix(line, "\t") {
				command, inline = line, true
			}
			if inline && text.Known {
				all = append(all, Word{Text: strings.ReplaceAll(strings.TrimLeft(command, "\t @-+"), "$$", "$"), Known: true})
			}
			all = append(all, shellCalls(line)...)
		}
		if !text.Known {
			all = append(all, Word{})
		}
	}
	return all
}

// ofSed returns what the commands e and s///e of sed run.
func ofSed(c *Simple) (all []Word) {
	for i := range c.Words[1:] {
		w := c.Words[i+1].template()
		text := w.Text
		for _, option := range []string{"--expression=", "-e", "-ne", "-nE", "-Ee"} {
			text = strings.TrimPrefix(text, option)
		}
		if !w.Known || strings.HasPrefix(text, "-") {
			continue
		}
		for _, line := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == ';' || r == '{' || r == '}' }) {
			all = append(all, sedCommand(line)...)
		}
		all = append(all, substituted(text)...)
	}
	return all
}

// sedCommand returns the text of "e TEXT" behind an address.
func sedCommand(line string) []Word {
	line = strings.TrimLeft(line, " \t0123456789,$~+!")
	if strings.HasPrefix(line, "/") {
		if end := strings.LastIndex(line, "/"); end > 0 {
			line = strings.TrimLeft(line[end+1:], " \t0123456789,$~+!IM")
		}
	}
	if text, runs := strings.CutPrefix(line, "e "); runs {
		return []Word{{Text: text, Known: true}}
	}
	return nil
}

// substituted returns what s/PATTERN/TEXT/e runs.
func substituted(text string) (all []Word) {
	for i := range text {
		if text[i] != 's' || i+1 >= len(text) || strings.IndexByte("/|#,:@!%", text[i+1]) < 0 {
			continue
		}
		parts := strings.SplitN(text[i+2:], text[i+1:i+2], 3)
		flags := ""
		if len(parts) == 3 {
			flags, _, _ = strings.Cut(parts[2], ";")
		}
		if strings.Contains(strings.TrimLeft(flags, "gpIiMm0123456789"), "e") && strings.Trim(flags, "gpIiMmew0123456789 \n}") == "" {
			all = append(all, Word{Text: strings.NewReplacer("&", computedText, `\1`, computedText, `\2`, computedText).Replace(parts[1]), Known: true})
		}
	}
	return all
}
