package conformancecmd

import (
	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/commands/record"
	reporting "github.com/clawable/claw/commands/report"
)

// ConformanceVerb returns claw conformance and the verbs below it.
func ConformanceVerb(a *app.App) *cobra.Command {
	cmd := app.VerbFamily("conformance", "look", "Test whether a program understands the reports that it reads, and see which ones passed")
	cmd.AddCommand(conformanceRun(a), conformanceList(a))
	return cmd
}

// reportsOf are the reports of a log that is open for o.
func reportsOf(a *app.App, o app.Opening) (*reporting.Reports, error) {
	log, _, err := a.OpenLog(o)
	if err != nil {
		return nil, err
	}
	return &reporting.Reports{Log: log, Op: record.Reporting(app.Operator(a, log))}, nil
}
