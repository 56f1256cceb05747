package sessions

import (
	"strings"
	"unicode"
)

// wordsOf returns the first real words that a person wrote in a prompt, on one line, "" for a prompt
// that has none: an instruction of the program, a slash command, a pasted log. agent names whose
// recording it is.
func wordsOf(agent, prompt string) string {
	return oneLine(quoted(ownLines(withoutCommand(Typed(agent, prompt)))))
}

// formatOf returns the format of the agent of a source, nil where it has none.
func formatOf(source string) *format {
	for i := range formats {
		if formats[i].source == source {
			return &formats[i]
		}
	}
	return nil
}

// Typed returns what a person typed or pasted of a prompt, without what the program of the agent put
// around it; "" for a prompt that the program wrote.
func Typed(agent, prompt string) string {
	text := strings.TrimSpace(prompt)
	for _, format := range [...]*format{formatOf(agent), &anyFormat} {
		if format == nil {
			continue
		}
		if format.isInjected(text) {
			return ""
		}
		text = format.withoutFrame(format.withoutTags(text))
	}
	return text
}

// isInjected reports whether a program wrote the text in the name of the person.
func (f *format) isInjected(text string) bool {
	for _, start := range f.injected {
		if strings.HasPrefix(text, start) {
			return true
		}
	}
	return false
}

// withoutFrame returns the text between the fixed texts that a program writes around the words of a
// person.
func (f *format) withoutFrame(text string) string {
	for _, frame := range f.frames {
		if !strings.HasPrefix(text, frame.start) {
			continue
		}
		_, rest, found := strings.Cut(text, frame.before)
		if !found {
			continue
		}
		if frame.after != "" {
			rest, _, _ = strings.Cut(rest, frame.after)
		}
		return strings.TrimSpace(rest)
	}
	return text
}

// withoutTags returns the text without what a program put between tags. A tag that holds the words
// of the person leaves only its content.
func (f *format) withoutTags(text string) string {
	if _, content, found := cutTag(text, f.words); found && f.words != "" {
		text = content
	}
	if _, content, found := cutTag(text, f.args); found && f.args != "" {
		text = "/command " + content
	}
	for _, tag := range f.tags {
		for {
			without, _, found := cutTag(text, tag)
			if !found {
				break
			}
			text = without
		}
	}
	return strings.TrimSpace(text)
}

// cutTag takes the first element of a name out of a text. One that is not closed reaches to the end.
func cutTag(text, tag string) (without, content string, found bool) {
	from := strings.Index(text, "<"+tag)
	if from < 0 {
		return text, "", false
	}
	head := text[from+1+len(tag):]
	if head == "" || !strings.ContainsRune(" >\n/", rune(head[0])) {
		return text, "", false
	}
	_, inside, open := strings.Cut(head, ">")
	if !open {
		return text[:from], "", true
	}
	content, rest, _ := strings.Cut(inside, "</"+tag+">")
	return text[:from] + "\n" + rest, content, true
}

// withoutCommand returns what was typed behind a slash command, if that is a sentence: one word is
// a setting of the command. A line for the shell has no words.
func withoutCommand(text string) string {
	if strings.HasPrefix(text, "!") {
		return ""
	}
	rest, found := strings.CutPrefix(text, "/")
	if !found {
		return text
	}
	name, words, _ := strings.Cut(rest, " ")
	name, below, _ := strings.Cut(name, "\n")
	if name == "" || strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_:.", r)
	}) {
		return text // a path
	}
	if words = strings.TrimSpace(below + " " + words); len(strings.Fields(words)) < 2 {
		return ""
	}
	return words
}

// ownLines returns the lines of a text that come before what was pasted, or the last paragraph where
// nothing comes before. A heading of several words is taken without other lines.
func ownLines(text string) string {
	if own := strings.TrimSpace(linesBefore(text)); own != "" {
		return own
	}
	last := text[strings.LastIndex(text, "\n\n")+1:]
	for line := range strings.Lines(last) {
		if isPasted(strings.TrimSpace(line), true) {
			return ""
		}
	}
	return linesBefore(last)
}

// linesBefore returns the lines of a text up to the first that was pasted.
func linesBefore(text string) string {
	var own strings.Builder
	many := strings.Contains(text, "\n")
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if cut := strings.IndexFunc(line, isDrawing); cut >= 0 {
			line = strings.TrimSpace(line[:cut])
			own.WriteString(line)
			break
		}
		if isPasted(line, many) || strings.HasPrefix(line, "```") {
			break
		}
		if strings.HasPrefix(line, "[[ ##") {
			continue
		}
		title := strings.TrimSpace(strings.TrimLeft(line, "#"))
		heading := title != line && strings.HasPrefix(line[strings.Count(line, "#"):], " ")
		switch {
		case heading && own.Len() == 0 && len(strings.Fields(title)) > 1:
			return title
		case heading && own.Len() == 0:
			continue
		}
		own.WriteString(line)
		own.WriteByte(' ')
		if own.Len() > 4*maxOpening+len("…") {
			break
		}
	}
	return own.String()
}

// isDrawing reports whether a rune is of the frames that programs draw on a terminal.
func isDrawing(r rune) bool { return r >= 0x2500 && r <= 0x257f || r == '⏺' || r == '⎿' }

// isPasted reports whether a line was copied from a terminal or a log; many says that the text has
// further lines.
func isPasted(line string, many bool) bool {
	for _, start := range pastedStarts {
		if strings.HasPrefix(line, start) {
			return true
		}
	}
	if !many {
		return false
	}
	for _, start := range pastedAmongLines {
		if strings.HasPrefix(line, start) {
			return true
		}
	}
	return isTimed(line)
}

// isTimed reports whether a line begins with a time as logs write it: 2026-01-02T03:04, 03:04:05.
func isTimed(line string) bool {
	line = strings.TrimLeft(line, "[(")
	shape := func(want string) bool {
		if len(line) < len(want) {
			return false
		}
		for i := range len(want) {
			digit := line[i] >= '0' && line[i] <= '9'
			if want[i] == '0' && !digit || want[i] != '0' && want[i] != '_' && line[i] != want[i] {
				return false
			}
		}
		return true
	}
	return shape("0000-00-00_00:00") || shape("0000/00/00_00:00") || shape("00:00:00")
}

// quoted takes off the quotes around a whole text.
func quoted(text string) string {
	text = strings.TrimSpace(text)
	if n := len(text) - 1; n > 1 && text[0] == '"' && text[n] == '"' && !strings.Contains(text[1:n], `"`) {
		return text[1:n]
	}
	return text
}

// IsBare reports whether words do not say what is to be done: a word to continue, a greeting, the
// command line of a program.
func IsBare(words string) bool {
	letters := strings.FieldsFunc(strings.ToLower(words), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '-' })
	if len(letters) == 0 {
		return true
	}
	if len(letters) <= 3 && strings.HasPrefix(letters[len(letters)-1], "--") {
		return true
	}
	return strings.Contains(bareWords, "|"+strings.Join(letters, " ")+"|")
}
