package cli

import (
	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvecmd "github.com/clawable/claw/cmd/claw/cli/approve"
	auditcmd "github.com/clawable/claw/cmd/claw/cli/audit"
	conformancecmd "github.com/clawable/claw/cmd/claw/cli/conformance"
	expectcmd "github.com/clawable/claw/cmd/claw/cli/expect"
	"github.com/clawable/claw/cmd/claw/cli/guard"
	hookcmd "github.com/clawable/claw/cmd/claw/cli/hook"
	logcmd "github.com/clawable/claw/cmd/claw/cli/log"
	lookcmd "github.com/clawable/claw/cmd/claw/cli/look"
	pinpointcmd "github.com/clawable/claw/cmd/claw/cli/pinpoint"
	policycmd "github.com/clawable/claw/cmd/claw/cli/policy"
	pricescmd "github.com/clawable/claw/cmd/claw/cli/prices"
	projectorcmd "github.com/clawable/claw/cmd/claw/cli/projector"
	reportcmd "github.com/clawable/claw/cmd/claw/cli/report"
	setupcmd "github.com/clawable/claw/cmd/claw/cli/setup"
	shipcmd "github.com/clawable/claw/cmd/claw/cli/ship"
	testcmd "github.com/clawable/claw/cmd/claw/cli/testrun"
	tokencmd "github.com/clawable/claw/cmd/claw/cli/token"
	topcmd "github.com/clawable/claw/cmd/claw/cli/top"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/cmd/claw/cli/workspace"
)

// verb is a row of the table of verbs. Its command, with the verbs below it, is made only where it
// is needed, because an agent waits for its hook.
type verb struct {
	name string
	make func(*app.App) *cobra.Command
}

// verbs is the table of verbs, in the order in which help lists them.
func verbs() []verb {
	return []verb{
		{"import", logcmd.ImportVerb},
		{"board", lookcmd.BoardVerb},
		{"top", topcmd.TopVerb},
		{"init", setupcmd.InitVerb},
		{"status", setupcmd.StatusVerb},
		{"doctor", setupcmd.DoctorVerb},
		{"lanes", view.LanesVerb},
		{"lane", lookcmd.LaneVerb},
		{"timeline", lookcmd.TimelineVerb},
		{"sessions", view.SessionsVerb},
		{"tools", view.ToolsVerb},
		{"errors", view.ErrorsVerb},
		{"usage", lookcmd.UsageVerb},
		{"prices", pricescmd.PricesVerb},
		{"search", lookcmd.SearchVerb},
		{"test", testcmd.TestVerb},
		{"approval", approvecmd.ApprovalVerb},
		{"signers", approvecmd.SignersVerb},
		{"ship", shipcmd.ShipVerb},
		{"report", reportcmd.ReportVerb},
		{"conformance", conformancecmd.ConformanceVerb},
		{"pinpoint", pinpointcmd.PinpointVerb},
		{"nudge", pinpointcmd.NudgeVerb},
		{"audit", auditcmd.AuditVerbs},
		{"hook", guard.HookVerb},
		{"hooks", hookcmd.HooksVerbs},
		{"policy", policycmd.PolicyVerbs},
		{"expect", expectcmd.ExpectVerb},
		{"redact", reportcmd.RedactVerbs},
		{"git", workspace.GitVerb},
		{"log", logcmd.LogVerbs},
		{"fixtures", setupcmd.FixturesVerbs},
		{"schema", setupcmd.SchemaVerbs},
		{"man", manVerb},
		{"trust", setupcmd.TrustVerb},
		{"token", tokencmd.TokenVerbs},
		{"version", versionVerb},
		{"projector", projectorcmd.ProjectorVerb}, {"watch", lookcmd.WatchVerb},
		{"state", lookcmd.StateVerb},
	}
}

// addVerbs gives root the verb that the arguments begin with, or else all of them.
func addVerbs(a *app.App, root *cobra.Command, args []string) {
	for _, v := range verbs() {
		if len(args) > 0 && v.name == args[0] {
			root.AddCommand(v.make(a))
			root.CompletionOptions.DisableDefaultCmd = true
			return
		}
	}
	for _, v := range verbs() {
		root.AddCommand(v.make(a))
	}
}
