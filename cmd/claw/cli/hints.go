package cli

import (
	"regexp"
	"strings"
	"sync"

	"github.com/clawable/claw/domain"
)

// commandLine finds what may be a verb of claw in the text of a hint.
var commandLine = onFirstUse(`\bclaw(?: [a-z]+)+`)

// onFirstUse compiles an expression when it is first asked for: a hook of an agent, which
// the agent waits for, never asks.
func onFirstUse(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// hinted is e with a hint whose command lines name the log, when this one did: they are
// meant to be run as they stand.
func (a *app) hinted(e *domain.Error) *domain.Error {
	if a.flags.log == "" || strings.Contains(e.Hint, "--log") || strings.Contains(e.Hint, "--help") {
		return e
	}
	told := *e
	told.Hint = commandLine().ReplaceAllStringFunc(e.Hint, func(found string) string {
		verb := verbIn(found)
		if verb == "" {
			return found
		}
		return a.next(verb) + strings.TrimPrefix(found, verb)
	})
	return &told
}

// verbIn is the verb that words begin with, "" for none that opens a log.
func verbIn(words string) string {
	for words != "claw" {
		if _, known := errorKinds[words]; known && !strings.HasPrefix(words, "claw schema") && words != "claw help" {
			return words
		}
		words = words[:strings.LastIndexByte(words, ' ')]
	}
	return ""
}
