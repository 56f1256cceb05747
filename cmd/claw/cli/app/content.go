package app

import (
	"github.com/spf13/pflag"

	"github.com/clawable/claw/producers"
)

// ContentFlag declares --content: how much is stored of what conversations say.
func ContentFlag(f *pflag.FlagSet, mode *string) {
	words := producers.Content("").Enum()
	f.Var(NewChoice(mode, words), "content", "how much of prompts, messages, and inputs and outputs of tools is stored: "+JoinWords(words)+
		" (default: content of the settings, else full)")
}

// Content decides how much is stored: what the flag states, else the least of what the
// settings of the project and of the user state, else all. A project may store less than
// its person would, and never more.
//
// Errors: kind parse of a file; the mode is the narrowest then.
func Content(a *App, flag string) (producers.Content, error) {
	if flag != "" {
		return producers.Content(flag), nil
	}
	mode := producers.ContentFull
	if file, ok := ProjectFile(a); ok && !a.OwnLog {
		p, err := ReadProject(a, file)
		if err != nil {
			return producers.ContentNone, err
		}
		mode = mode.Narrower(p.content)
	}
	file := UserFile(a)
	if !settingsAt(file) {
		return mode, nil
	}
	c, err := readConfig(file)
	if err != nil {
		return producers.ContentNone, err
	}
	return mode.Narrower(c.Content), nil
}
