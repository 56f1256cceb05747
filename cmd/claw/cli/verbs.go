package cli

import "github.com/spf13/cobra"

// verbs is the table of verbs, in the order in which help lists them.
func (a *app) verbs() []*cobra.Command {
	return []*cobra.Command{
		a.importVerb(), a.boardVerb(), a.initVerb(), a.statusVerb(), a.doctorVerb(),
		a.lanesVerb(), a.laneVerb(), a.sessionsVerb(), a.toolsVerb(), a.errorsVerb(), a.usageVerb(),
		a.logVerbs(), a.versionVerb(),
	}
}
