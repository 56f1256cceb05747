package view_test

import (
	"testing"

	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/calls"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/accept"
	"github.com/clawable/claw/domain/lane/evidence"
	"github.com/clawable/claw/domain/lane/profile"
	"github.com/clawable/claw/domain/lane/work"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store/query"
)

// ended is the outcome of a lane that a rule decided, with the work that calls show.
func ended(result lane.Result, rule lane.Rule, s work.Standing) *lane.Outcome {
	derives := ""
	if !s.IsZero() {
		derives = profile.BuiltIn().String()
	}
	return &lane.Outcome{Outcome: result, State: lane.StateEnded, Work: s, Profile: derives,
		Because: map[string]lane.Because{"outcome": {Rule: rule}}}
}

// waiting are requests and blocked calls.
func asking(what calls.WaitsFor) *lane.Outcome {
	o := ended(lane.ResultNone, lane.RuleLiveTurn, work.Standing{})
	o.State, o.WaitsFor = lane.StateWorking, what
	return o
}

func waiting(asks, held int) *query.Waits {
	w := &query.Waits{HeldTotal: held}
	for range asks {
		w.Approvals = append(w.Approvals, query.Asked{Approval: domain.StreamID{ULID: ulid.MustParse("01KJSESXM0FXE8CX6BVXYZA7Q2")}})
	}
	for range held {
		w.Held = append(w.Held, query.HeldCall{Rule: "no-reboot"})
	}
	return w
}

// believed is an outcome whose recorded ending has a trust.
func believed(trust domain.Trust, o *lane.Outcome) *lane.Outcome {
	o.Trust = trust
	return o
}

func TestTheProofOfALaneIsSaidInWords(t *testing.T) {
	wrote, one := work.Wrote{State: work.WrotePaths, Paths: 12}, work.Wrote{State: work.WrotePaths, Paths: 1}
	green := work.Tested{State: work.TestedGreen, Level: domain.GreenWorkspace}
	all, none := work.Committed{State: work.CommittedAll, Commit: "3f2a1c9d"}, work.Committed{State: work.CommittedNone}
	never, because := work.Tested{State: work.TestedNever}, []domain.EventID{{1}}
	blocked := ended(lane.ResultNone, lane.RuleNone, work.Standing{})
	blocked.State, blocked.Subphase = lane.StateBlocked, domain.BlockedApproval
	blocked.WaitsFor = calls.WaitsForApproval
	stated := ended(lane.ResultPendingPushed, lane.RulePending, work.Standing{})
	stated.Evidence = []evidence.Aspect{{Expects: domain.ExpectWrites, Verdict: evidence.VerdictMet}, {Expects: domain.ExpectPushed, Verdict: evidence.VerdictMissing}}
	met := ended(lane.ResultFinished, lane.RuleMet, work.Standing{Tested: work.Tested{State: work.TestedRed}}) // of tests that the green does not tell of
	met.Profile, met.Evidence = "", []evidence.Aspect{{Expects: domain.ExpectGreenWorkspace, Verdict: evidence.VerdictMet}}
	contested := ended(lane.ResultContested, lane.RuleContested, work.Standing{})
	contested.Contested = []lane.Claim{{Kind: domain.KindLaneFailed, FailureClass: domain.FailTest}, {Kind: domain.KindLaneFinished}}
	accepted := believed(domain.TrustMedium, ended(lane.ResultUnverified, lane.RuleNoExpects, work.Standing{}))
	accepted.Accepted = &accept.Acceptance{Trust: domain.TrustLow, By: []domain.EmitterID{"operator/ana"}}
	for want, p := range map[string]view.Proof{
		"accepted by operator/ana, trust low, nothing shows it, claimed with trust medium": {Outcome: accepted},
		"tests green, committed 3f2a1c9, on main by #12": {
			Outcome: ended(lane.ResultFinished, lane.RuleMet, work.Standing{Wrote: wrote, Tested: green, Committed: all,
				PullRequest: work.PullRequest{State: work.PullMerged, Number: 12, Because: because}}),
			Ships: []projections.Shipped{{Ref: "refs/heads/main", PRNumber: 12}}},
		"tests green, committed 3f2a1c9, pushed to tide, #12 open": {
			Outcome: ended(lane.ResultFinished, lane.RuleMet, work.Standing{Wrote: wrote, Tested: green, Committed: all,
				Pushed: work.Pushed{State: work.PushedBranch, Ref: "tide"}, PullRequest: work.PullRequest{State: work.PullOpen, Number: 12}})},
		"tests green, not committed": {
			Outcome: ended(lane.ResultFinished, lane.RuleMet, work.Standing{Wrote: wrote, Tested: green, Committed: none})},
		"12 files, no test was run": {
			Outcome: ended(lane.ResultUnverified, lane.RuleCompleted, work.Standing{Wrote: wrote, Tested: never, Committed: none})},
		"12 files, no test was run, the task before: tests green, committed 3f2a1c9, pushed to main": {
			Outcome: ended(lane.ResultUnverified, lane.RuleCompleted, work.Standing{Wrote: wrote, Tested: never, Committed: none,
				CameOut: []work.CameOut{{Tested: domain.GreenWorkspace, Commit: "3f2a1c9d", Ref: "main"}}})},
		"tests green, 2 tasks before, the last: committed": {
			Outcome: ended(lane.ResultFinished, lane.RuleMet, work.Standing{Tested: green, CameOut: []work.CameOut{{Ref: "main"}, {}}})},
		"red: 3 failed in pkg/a, not committed": {
			Outcome: ended(lane.ResultFailedVerify, lane.RuleRed, work.Standing{Wrote: one, Committed: none,
				Tested: work.Tested{State: work.TestedRed, Failed: 3, Folder: "pkg/a"}})},
		"red: tests failed, committed 3f2a1c9 without 1 file, push rejected main": {
			Outcome: ended(lane.ResultFailedVerify, lane.RuleRed, work.Standing{Wrote: one, Tested: work.Tested{State: work.TestedRed},
				Committed: work.Committed{State: work.CommittedPart, Commit: "3f2a1c9", Missing: []string{"a.go"}}, Pushed: work.Pushed{State: work.PushedRejected, Ref: "main"}})},
		"edited after the last green": {
			Outcome: ended(lane.ResultPendingGreen, lane.RulePending, work.Standing{Wrote: work.Wrote{State: work.WroteMaybe}, Tested: work.Tested{State: work.TestedStale}})},
		"some tests green, perhaps edited after": {
			Outcome: ended(lane.ResultUnverified, lane.RuleNobodyCanLook, work.Standing{Tested: work.Tested{State: work.TestedGreen, Level: domain.GreenPackage, Maybe: true}})},
		"waits for approval A7Q2":                                 {Outcome: blocked, Waits: waiting(1, 0)},
		"waits for an approval":                                   {Outcome: blocked},
		"1 call blocked by rule no-reboot, waits for an approval": {Outcome: blocked, Waits: waiting(0, 1)},
		"waits for an answer":                                     {Outcome: asking(calls.WaitsForAnswer)},
		"waits for an answer to its plan":                         {Outcome: asking(calls.WaitsForPlan)},
		"waits for 2 approvals, 3 calls blocked by rule no-reboot, 12 files, no test was run": {Waits: waiting(2, 3),
			Outcome: ended(lane.ResultUnverified, lane.RuleCompleted, work.Standing{Wrote: wrote, Tested: never})},
		"an answer, no write seen": {Outcome: ended(lane.ResultUnverified, lane.RuleCompleted, work.Standing{})},
		"nothing shows it":         {Outcome: ended(lane.ResultUnverified, lane.RuleNoExpects, work.Standing{})},
		"tests green, not committed, claimed with trust low": {Outcome: believed(domain.TrustLow,
			ended(lane.ResultFinished, lane.RuleMet, work.Standing{Wrote: wrote, Tested: green, Committed: none}))},
		"its failure is recorded, trust high":     {Outcome: believed(domain.TrustHigh, ended(lane.ResultFailed, lane.RuleStands, work.Standing{}))},
		"missing: pushed":                         {Outcome: stated},
		"met: green:workspace, red: tests failed": {Outcome: met},
		"failed (test) against finished":          {Outcome: contested},
		"the last turn failed":                    {Outcome: ended(lane.ResultFailed, lane.RuleFailedTurn, work.Standing{})},
	} {
		if got := p.Text(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestWhatCameOutOfALaneIsOneSentence(t *testing.T) {
	failed := ended(lane.ResultFailed, lane.RuleFailedTurn, work.Standing{})
	failed.FailureClass = "infra"
	for want, o := range map[string]*lane.Outcome{
		"Failed (infra): the last turn failed.": failed,
		"Ended, but not proven: 1 file, no test was run.": ended(lane.ResultUnverified, lane.RuleCompleted,
			work.Standing{Wrote: work.Wrote{State: work.WrotePaths, Paths: 1}, Tested: work.Tested{State: work.TestedNever}}),
		"Not ended yet.": ended(lane.ResultNone, lane.RuleNone, work.Standing{}),
	} {
		if got := (view.Proof{Outcome: o}).OutcomeSentence(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for _, name := range lane.Result("").Enum() {
		if got := (view.Proof{Outcome: ended(lane.Result(name), "", work.Standing{})}).OutcomeSentence(); len(got) < len("Failed.") {
			t.Errorf("%s has no words: %q", name, got)
		}
	}
}
