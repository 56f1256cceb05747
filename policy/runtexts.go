package policy

import (
	"slices"
	"strings"
)

// sshSettings are settings of ssh whose values are commands.
var sshSettings = []string{"proxycommand", "localcommand", "knownhostscommand", "remotecommand"}

// ofSSH returns the commands that ssh is told to run here: -o ProxyCommand=TEXT.
func ofSSH(c *simple) (all []word) {
	for _, text := range (&optionNames{letters: "o"}).values(c.words[1:]) {
		text = text.template()
		setting := strings.TrimLeft(text.text, " \t")
		end := max(0, strings.IndexAny(setting, "= \t")) // NAME=VALUE or NAME VALUE
		name, value := setting[:end], strings.TrimLeft(setting[end:], "= \t")
		if text.known && slices.Contains(sshSettings, strings.ToLower(name)) {
			all = append(all, word{text: value, known: true})
		}
	}
	return all
}

// ofGo returns the programs that go is told to run others by.
func ofGo(c *simple) (all []word) {
	for i, w := range c.words[1:] {
		for _, name := range []string{"exec", "toolexec", "vettool"} {
			value, joined := strings.CutPrefix(strings.TrimLeft(w.text, "-"), name+"=")
			switch {
			case !strings.HasPrefix(w.text, "-"):
			case joined && w.known:
				all = append(all, continued(word{text: value, known: true}))
			case strings.TrimLeft(w.text, "-") == name:
				if text := c.at1(i + 2).template(); text.known {
					all = append(all, continued(text))
				}
			}
		}
	}
	return all
}

// ofArchiver returns the command of tar --checkpoint-action=exec=TEXT.
func ofArchiver(c *simple) (all []word) {
	for _, text := range (&optionNames{names: []string{"checkpoint-action"}}).values(c.words[1:]) {
		if command, runs := strings.CutPrefix(text.text, "exec="); runs && text.known {
			all = append(all, continued(word{text: command, known: true}))
		}
	}
	return all
}

// ofZip returns the command of zip -T -TT TEXT.
func ofZip(c *simple) (all []word) {
	for i, w := range c.words[1:] {
		if w.text == "-TT" {
			all = append(all, c.at1(i+2))
		}
	}
	return all
}

// ofSocat returns the commands of socat's addresses: EXEC:TEXT, SYSTEM:TEXT.
func ofSocat(c *simple) (all []word) {
	for _, w := range c.words[1:] {
		kind, text, _ := strings.Cut(w.text, ":")
		switch strings.ToLower(kind) {
		case "exec", "system", "shell":
			text, _, _ = strings.Cut(text, ",")
			all = append(all, word{text: strings.Trim(text, `'"`), known: w.known})
		}
	}
	return all
}

// ofBang returns what words such as -c '!TEXT', +!TEXT and -ex 'shell TEXT' run.
func ofBang(c *simple) (all []word) {
	for i := range c.words[1:] {
		w := c.words[i+1].template()
		if !w.known {
			continue
		}
		for line := range strings.Lines(w.text) {
			line = strings.TrimLeft(line, " \t:+")
			for _, before := range []string{"-c", "--eval=", "--cmd", "-ex=", "-P", "-e", "silent", "exe", "r", "w", "read", "write"} {
				line = strings.TrimLeft(strings.TrimPrefix(line, before), " \t:'\"")
			}
			for _, mark := range []string{"!", `\!`, "shell ", "sh ", ".shell ", ".system ", "platform shell ", "system "} {
				if text, runs := strings.CutPrefix(line, mark); runs && strings.TrimSpace(text) != "" {
					all = append(all, word{text: strings.TrimRight(text, "'\" \n"), known: true})
				}
			}
		}
	}
	return all
}

// ofMake returns the texts that make gets among its words: a shell, what $(shell TEXT) stands for, and rules that an option
// gives it or that it reads from its input.
func ofMake(c *simple) (all []word) {
	all = recipes((&optionNames{"E", []string{"eval"}}).values(c.words[1:]))
	for i := range c.words[1:] {
		w := c.words[i+1]
		if !w.known {
			continue
		}
		if name, text, sets := strings.Cut(w.text, "="); sets && !strings.HasPrefix(w.text, "-") {
			switch {
			case strings.HasSuffix(name, "!"):
				all = append(all, word{text: text, known: true})
			case strings.Trim(name, ":+? ") == "SHELL":
				all = append(all, word{text: text + " -c :", known: true})
			}
		}
		all = append(all, shellCalls(w.text)...)
		if (w.text == "-f" || w.text == "--file" || w.text == "--makefile") && isInput(c.at1(i+2).text) || w.text == "-f-" || w.text == "--file=-" {
			all = append(all, recipes(c.given)...)
		}
	}
	return all
}

// shellCalls are the texts of make's $(shell TEXT).
func shellCalls(text string) (all []word) {
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
					all = append(all, word{text: piece[:i], known: true})
					break
				}
			}
		}
	}
	return all
}

// recipes are the commands of rules of make.
func recipes(texts []word) (all []word) {
	for _, text := range texts {
		for line := range strings.Lines(text.text) {
			_, command, inline := strings.Cut(line, ";")
			if strings.HasPrefix(line, "\t") {
				command, inline = line, true
			}
			if inline && text.known {
				all = append(all, word{text: strings.ReplaceAll(strings.TrimLeft(command, "\t @-+"), "$$", "$"), known: true})
			}
			all = append(all, shellCalls(line)...)
		}
		if !text.known {
			all = append(all, word{})
		}
	}
	return all
}

// ofSed returns what the commands e and s///e of sed run.
func ofSed(c *simple) (all []word) {
	for i := range c.words[1:] {
		w := c.words[i+1].template()
		text := w.text
		for _, option := range []string{"--expression=", "-e", "-ne", "-nE", "-Ee"} {
			text = strings.TrimPrefix(text, option)
		}
		if !w.known || strings.HasPrefix(text, "-") {
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
func sedCommand(line string) []word {
	line = strings.TrimLeft(line, " \t0123456789,$~+!")
	if strings.HasPrefix(line, "/") {
		if end := strings.LastIndex(line, "/"); end > 0 {
			line = strings.TrimLeft(line[end+1:], " \t0123456789,$~+!IM")
		}
	}
	if text, runs := strings.CutPrefix(line, "e "); runs {
		return []word{{text: text, known: true}}
	}
	return nil
}

// substituted returns what s/PATTERN/TEXT/e runs.
func substituted(text string) (all []word) {
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
			all = append(all, word{text: strings.NewReplacer("&", computedText, `\1`, computedText, `\2`, computedText).Replace(parts[1]), known: true})
		}
	}
	return all
}
