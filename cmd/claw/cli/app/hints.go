package app

import (
	"regexp"
	"strings"

	"github.com/clawable/claw/domain"
)

// commandLine matches a command line of claw in the text of a hint.
const commandLine = `\bclaw(?: [a-z]+)+`

// hinted is e with --log added to the command lines of its hint, where this run was given --log, so
// that they can be run as they are.
func hinted(a *App, e *domain.Error) *domain.Error {
	if a.Flags.Log == "" || strings.Contains(e.Hint, "--log") || strings.Contains(e.Hint, "--help") {
		return e
	}
	told := *e
	told.Hint = regexp.MustCompile(commandLine).ReplaceAllStringFunc(e.Hint, func(found string) string {
		verb := verbIn(found)
		if verb == "" {
			return found
		}
		return NextStep(a, verb) + strings.TrimPrefix(found, verb)
	})
	return &told
}

// verbIn is the verb that words begin with, "" for a verb that opens no log.
func verbIn(words string) string {
	for known := errorKinds(); words != "claw"; {
		if _, is := known[words]; is && !strings.HasPrefix(words, "claw schema") && words != "claw help" {
			return words
		}
		words = words[:strings.LastIndexByte(words, ' ')]
	}
	return ""
}
