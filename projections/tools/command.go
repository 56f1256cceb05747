package tools

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/clawable/claw/domain/calls"
	"github.com/clawable/claw/projections/payload"
)

// mostCommand bounds the bytes of a command that an entity keeps; the log has the rest.
const mostCommand = 2048

// Kept is the part of a command that entities keep, and so the most of it that a search
// can compare.
func Kept(command string) string {
	if len(command) <= mostCommand {
		return command
	}
	cut := mostCommand
	for cut > 0 && !utf8.RuneStart(command[cut]) {
		cut--
	}
	return command[:cut]
}

// asked is what a call's input says is to be done, as agents write inputs.
type asked struct {
	command string
	files   []string
}

// askedOf reads the input of a call. What it does not know it leaves out: an input is
// a foreign text, and nothing hangs on it but that people find it.
func askedOf(input []byte) (a asked) {
	switch {
	case len(input) == 0:
	case input[0] == '{':
		a.members(input)
	case input[0] == '"':
		a.text(input)
	}
	a.command = Kept(a.command)
	slices.Sort(a.files)
	a.files = slices.Compact(a.files)
	return a
}

// text reads an input that is one text: an object in a string, a patch, or a command.
func (a *asked) text(input []byte) {
	d := payload.Members{}
	switch text := d.Text(input); {
	case strings.HasPrefix(text, "{"):
		a.members([]byte(text))
	case strings.Contains(text, patchBegins):
		a.files = append(a.files, patchedFiles(text)...)
	default:
		a.command = text
	}
}

func (a *asked) members(input []byte) {
	d := payload.MembersOf(input)
	for name, v, ok := d.Next(); ok; name, v, ok = d.Next() {
		switch string(name) {
		case "command", "cmd", "code":
			a.words(v)
		case "file_path", "filePath", "notebook_path", "path", "absolute_path":
			if file := payload.TextOf(v); file != "" {
				a.files = append(a.files, file)
			}
		case "input", "patch", "patchText":
			a.files = append(a.files, patchedFiles(payload.TextOf(v))...)
		}
	}
}

// words reads a shell's text, or the words of a command without a shell.
func (a *asked) words(value []byte) {
	text := payload.TextOf(value)
	if d := (&payload.Members{}); text == "" && len(value) > 0 && value[0] == '[' {
		if argv := d.Texts(value); d.Err() == nil && len(argv) > 0 {
			text = calls.CommandText(argv)
		}
	}
	if text != "" {
		a.command = text
		a.files = append(a.files, patchedFiles(text)...)
	}
}

const patchBegins = "*** Begin Patch"

// patchedFiles lists the files that a patch of Codex names.
func patchedFiles(text string) (files []string) {
	if !strings.Contains(text, patchBegins) {
		return nil
	}
	for line := range strings.Lines(text) {
		for _, mark := range []string{"*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: "} {
			if name, found := strings.CutPrefix(strings.TrimRight(line, "\r\n"), mark); found {
				files = append(files, name)
			}
		}
	}
	return files
}
