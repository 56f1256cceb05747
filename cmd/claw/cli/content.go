package cli

import (
	"github.com/spf13/cobra"

	"github.com/clawable/claw/producers"
)

// storing gives cmd the flag for how much is stored of what conversations say.
func storing(cmd *cobra.Command, mode *string) {
	words := producers.Content("").Enum()
	cmd.Flags().Var(choice{mode, words}, "content", "how much of prompts, messages, and inputs and outputs of tools is stored: "+joinWords(words)+
		" (default: content of the settings, else full)")
}

// content decides how much is stored: what the flag says, else the least of what the
// settings of the project and of the person say, else all. A project may store less than
// its person would, and never more.
//
// Errors: kind parse of a file; the mode is the narrowest then.
func (a *app) content(flag string) (producers.Content, error) {
	if flag != "" {
		return producers.Content(flag), nil
	}
	mode := producers.ContentFull
	if file, ok := a.projectFile(); ok && !a.ownLog {
		p, err := a.readProject(file)
		if err != nil {
			return producers.ContentNone, err
		}
		mode = mode.Narrower(p.content)
	}
	file := a.userFile()
	if !settingsAt(file) {
		return mode, nil
	}
	c, err := readConfig(file)
	if err != nil {
		return producers.ContentNone, err
	}
	return mode.Narrower(c.Content), nil
}
