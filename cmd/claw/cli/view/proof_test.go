package view_test

import (
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/work"
)

func TestTheProofOfALaneIsSaidInWords(t *testing.T) {
	wrote := work.Wrote{State: work.WrotePaths, Paths: 12}
	for want, s := range map[string]work.Standing{
		"": {},
		"12 files written, no test was run, not committed": {Wrote: wrote, Tested: work.Tested{State: work.TestedNever}, Committed: work.Committed{State: work.CommittedNone}},
		"12 files written, tests green (workspace), committed 3f2a1c9, pushed to main, #12 open": {Wrote: wrote,
			Tested:    work.Tested{State: work.TestedGreen, Level: domain.GreenWorkspace},
			Committed: work.Committed{State: work.CommittedAll, Commit: "3f2a1c9"}, Pushed: work.Pushed{State: work.PushedMain, Ref: "main"},
			PullRequest: work.PullRequest{State: work.PullOpen, Number: 12}},
		"1 file written, tests red: 3 failed, 1 file not committed, push rejected": {Wrote: work.Wrote{State: work.WrotePaths, Paths: 1},
			Tested:    work.Tested{State: work.TestedRed, Failed: 3},
			Committed: work.Committed{State: work.CommittedPart, Missing: []string{"a.go"}}, Pushed: work.Pushed{State: work.PushedRejected}},
		"12 files written, edited after the last green": {Wrote: wrote, Tested: work.Tested{State: work.TestedStale}},
		"files perhaps written, tests hung (package)":   {Wrote: work.Wrote{State: work.WroteMaybe}, Tested: work.Tested{State: work.TestedHung, Level: domain.GreenPackage}},
	} {
		if got := view.ProofText(&s); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
