package reporting_test

import (
	"testing"

	"github.com/clawable/claw/commands/commandtest"
	"github.com/clawable/claw/commands/record"
	reporting "github.com/clawable/claw/commands/report"
	"github.com/clawable/claw/reports"
)

// TestAReportOfEachReporterIsListed files as each standing reports: what is answered as filed is there.
func TestAReportOfEachReporterIsListed(t *testing.T) {
	for _, standing := range []record.Standing{record.StandingTerminal, record.StandingUnattended, record.StandingAgent, record.StandingToken} {
		log := commandtest.NewLog(t)
		r := &reporting.Reports{Log: log, Op: record.Reporting(commandtest.Operator(log).As(standing))}
		s, err := reports.Seal(reports.Build(&reports.Observed{}, &reports.Statement{}, nil, "claw"))
		if err != nil {
			t.Fatal(err)
		}
		_, sealed, err := r.Prepare(t.Context(), s.Text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.File(t.Context(), sealed, reporting.Details{}); err != nil {
			t.Fatal(err)
		}
		if all, err := r.All(t.Context()); err != nil || len(all) != 1 || all[0].Last().Hash != sealed.Hash {
			t.Errorf("%s: %d reports are listed, %v", standing, len(all), err)
		}
	}
}
