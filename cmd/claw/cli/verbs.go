package cli

import "github.com/spf13/cobra"

// verb is a row of the table of verbs; what it and the verbs below it are is made when
// it is needed, because a hook of an agent waits for it.
type verb struct {
	name string
	make func() *cobra.Command
}

// verbs is the table of verbs, in the order in which help lists them.
func (a *app) verbs() []verb {
	return []verb{
		{"import", a.importVerb},
		{"board", a.boardVerb},
		{"init", a.initVerb},
		{"status", a.statusVerb},
		{"doctor", a.doctorVerb},
		{"lanes", a.lanesVerb},
		{"lane", a.laneVerb},
		{"sessions", a.sessionsVerb},
		{"tools", a.toolsVerb},
		{"errors", a.errorsVerb},
		{"usage", a.usageVerb},
		{"search", a.searchVerb},
		{"approval", a.approvalVerb},
		{"signers", a.signersVerb},
		{"ship", a.shipVerb},
		{"audit", a.auditVerbs},
		{"hook", a.hookVerb},
		{"hooks", a.hooksVerbs},
		{"policy", a.policyVerbs},
		{"git", a.gitVerb},
		{"log", a.logVerbs},
		{"fixtures", a.fixturesVerbs},
		{"schema", a.schemaVerbs},
		{"man", a.manVerb},
		{"trust", a.trustVerb},
		{"version", a.versionVerb},
		{"projector", a.projectorVerb}, {"watch", a.watchVerb},
		{"state", a.stateVerb},
	}
}

// addVerbs gives root the verb that the arguments begin with, or else all of them.
func (a *app) addVerbs(root *cobra.Command, args []string) {
	for _, v := range a.verbs() {
		if len(args) > 0 && v.name == args[0] {
			root.AddCommand(v.make())
			root.CompletionOptions.DisableDefaultCmd = true
			return
		}
	}
	for _, v := range a.verbs() {
		root.AddCommand(v.make())
	}
}
