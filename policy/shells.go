package policy

import (
	"slices"
	"strings"
)

var (
	shellRunner      = runner{isShell: true, reads: ofShell}
	powerShellRunner = runner{isShell: true, reads: ofPowerShell}
)

// isShell reports whether a program is a shell.
func isShell(program string) bool {
	row, known := runners.of(program)
	return known && row.isShell
}

// ofShell returns the script of a shell: its argument, or else what it reads. A script
// in a file is a program like any other.
func ofShell(c *simple) []word {
	inArgument, fromInput, fish := false, false, c.words[0].program() == "fish"
	for i := 1; i < len(c.words); i++ {
		w := c.words[i]
		next := word{}
		if i+1 < len(c.words) {
			next = c.words[i+1]
		}
		text, given := optionValue(w, next, "", "command")
		switch {
		case !w.known:
			return []word{{}}
		case w.text == "--version" || w.text == "--help":
			return nil
		case given:
			return []word{text}
		case w.text == "--rcfile" || w.text == "--init-file":
			i++
		case fish && w.text == "-C":
			i++
		case strings.HasPrefix(w.text, "--") || w.text == "-":
		case strings.HasPrefix(w.text, "-") || strings.HasPrefix(w.text, "+"):
			inArgument = inArgument || w.text[0] == '-' && strings.ContainsRune(w.text, 'c')
			fromInput = fromInput || strings.ContainsRune(w.text, 's')
			i += strings.Count(strings.ToLower(w.text), "o") // -o NAME, -O NAME
		case inArgument:
			return []word{w}
		default:
			if fromInput || isInput(w.text) {
				return input(c)
			}
			return nil
		}
	}
	return input(c)
}

// ofPowerShell returns the script of PowerShell: all words behind -Command, or what it reads. One in base 64 is not known.
func ofPowerShell(c *simple) []word {
	for i := 1; i < len(c.words); i++ {
		name := strings.TrimLeft(strings.ToLower(c.words[i].text), "-/")
		switch {
		case !c.words[i].known:
			return []word{{}}
		case !strings.HasPrefix(c.words[i].text, "-") && !strings.HasPrefix(c.words[i].text, "/c"), name != "" && strings.HasPrefix("file", name):
			return nil // a file
		case name == "c" || len(name) > 2 && strings.HasPrefix("commandwithargs", name) || name == "cwa":
			if i+1 < len(c.words) && isInput(c.words[i+1].text) {
				return input(c)
			}
			return []word{joined(c.words[min(i+1, len(c.words)):])}
		case name == "ec" || name == "e" || len(name) > 1 && strings.HasPrefix("encodedcommand", name):
			return []word{{}}
		case slices.ContainsFunc(powerShellValued, func(o string) bool { return name != "" && strings.HasPrefix(o, name) }), name == "ep":
			i++
		case name == "version" || name == "help" || name == "?" || name == "h":
			return nil
		}
	}
	return input(c)
}

// powerShellValued are options that take the next word.
var powerShellValued = []string{"executionpolicy", "workingdirectory", "configurationname", "configurationfile", "custompipename", "inputformat", "outputformat",
	"settingsfile", "windowstyle", "psconsolefile"}

// ofSource returns what . and source read, where that is no file of its own.
func ofSource(c *simple) []word {
	named := withoutDashes(c.words[1:])
	if len(named) == 0 {
		return nil
	}
	switch w := named[0]; {
	case w.known && isInput(w.text):
		return input(c)
	case !w.known && w.path == "":
		return []word{{}} // <(…), $X
	}
	return c.given
}

// ofTimetable returns what at, batch and crontab take for later from their input.
func ofTimetable(c *simple) []word {
	named := slices.ContainsFunc(c.words[1:], func(w word) bool {
		return strings.HasPrefix(w.text, "-") && strings.ContainsAny(w.text, "fldre") // a file, a list, a removal
	})
	isCrontab := strings.HasSuffix(c.words[0].text, "crontab")
	switch {
	case named || isCrontab && len(c.words) > 1 && !slices.ContainsFunc(c.words[1:], func(w word) bool { return isInput(w.text) }):
		return nil
	case isCrontab:
		return []word{{}} // its lines begin with times
	}
	return input(c)
}

// input is what a shell reads: the texts of its here-documents, or what nobody can tell.
func input(c *simple) []word {
	if len(c.given) == 0 || len(c.reads) > 0 {
		return []word{{}} // a pipe, a file, or what was there before
	}
	return c.given
}

// isInput reports whether a file's name stands for what a program reads.
func isInput(name string) bool {
	return name == "-" || name == "/dev/stdin" || strings.HasPrefix(name, "/dev/fd/") || strings.HasPrefix(name, "/proc/") && strings.Contains(name, "/fd/")
}
