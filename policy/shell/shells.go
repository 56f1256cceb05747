package shell

import (
	"slices"
	"strings"
)

var (
	shellRunner      = runner{isShell: true, reads: ofShell}
	powerShellRunner = runner{isShell: true, reads: ofPowerShell}
)

// IsShell reports whether a program is a shell.
func IsShell(program string) bool {
	row, known := runners.Of(program)
	return known && row.isShell
}

// ofShell returns the script of a shell: its argument, or else what it reads. A script
// in a file is a program like any other.
func ofShell(c *Simple) []Word {
	inArgument, fromInput, fish := false, false, c.Words[0].Program() == "fish"
	for i := 1; i < len(c.Words); i++ {
		w := c.Words[i]
		next := Word{}
		if i+1 < len(c.Words) {
			next = c.Words[i+1]
		}
		text, given := optionValue(w, next, "", "command")
		switch {
		case !w.Known:
			return []Word{{}}
		case w.Text == "--version" || w.Text == "--help":
			return nil
		case given:
			return []Word{text}
		case w.Text == "--rcfile" || w.Text == "--init-file":
			i++
		case fish && w.Text == "-C":
			i++
		case strings.HasPrefix(w.Text, "--") || w.Text == "-":
		case strings.HasPrefix(w.Text, "-") || strings.HasPrefix(w.Text, "+"):
			inArgument = inArgument || w.Text[0] == '-' && strings.ContainsRune(w.Text, 'c')
			fromInput = fromInput || strings.ContainsRune(w.Text, 's')
			i += strings.Count(strings.ToLower(w.Text), "o") // -o NAME, -O NAME
		case inArgument:
			return []Word{w}
		default:
			if fromInput || isInput(w.Text) {
				return input(c)
			}
			return nil
		}
	}
	return input(c)
}

// ofPowerShell returns the script of PowerShell: all words behind -Command, or what it reads. One in base 64 is not known.
func ofPowerShell(c *Simple) []Word {
	for i := 1; i < len(c.Words); i++ {
		name := strings.TrimLeft(strings.ToLower(c.Words[i].Text), "-/")
		switch {
		case !c.Words[i].Known:
			return []Word{{}}
		case !strings.HasPrefix(c.Words[i].Text, "-") && !strings.HasPrefix(c.Words[i].Text, "/c"), name != "" && strings.HasPrefix("file", name):
			return nil // a file
		case name == "c" || len(name) > 2 && strings.HasPrefix("commandwithargs", name) || name == "cwa":
			if i+1 < len(c.Words) && isInput(c.Words[i+1].Text) {
				return input(c)
			}
			return []Word{joined(c.Words[min(i+1, len(c.Words)):])}
		case name == "ec" || name == "e" || len(name) > 1 && strings.HasPrefix("encodedcommand", name):
			return []Word{{}}
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

// ofSource returns what . and source read, where that is no separate file.
func ofSource(c *Simple) []Word {
	named := withoutDashes(c.Words[1:])
	if len(named) == 0 {
		return nil
	}
	switch w := named[0]; {
	case w.Known && isInput(w.Text):
		return input(c)
	case !w.Known && w.Path == "":
		return []Word{{}} // <(…), $X
	}
	return c.Given
}

// ofTimetable returns what at, batch and crontab take for later from their input.
func ofTimetable(c *Simple) []Word {
	named := slices.ContainsFunc(c.Words[1:], func(w Word) bool {
		return strings.HasPrefix(w.Text, "-") && strings.ContainsAny(w.Text, "fldre") // a file, a list, a removal
	})
	isCrontab := strings.HasSuffix(c.Words[0].Text, "crontab")
	switch {
	case named || isCrontab && len(c.Words) > 1 && !slices.ContainsFunc(c.Words[1:], func(w Word) bool { return isInput(w.Text) }):
		return nil
	case isCrontab:
		return []Word{{}} // its lines begin with times
	}
	return input(c)
}

// input is what a shell reads: the texts of its here-documents, or an unknown word.
func input(c *Simple) []Word {
	if len(c.Given) == 0 || len(c.Reads) > 0 {
		return []Word{{}} // a pipe, a file, or what was there before
	}
	return c.Given
}

// isInput reports whether a file's name refers to what a program reads as its input.
func isInput(name string) bool {
	return name == "-" || name == "/dev/stdin" || strings.HasPrefix(name, "/dev/fd/") || strings.HasPrefix(name, "/proc/") && strings.Contains(name, "/fd/")
}
