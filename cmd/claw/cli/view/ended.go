package view

import (
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/evidence"
	"github.com/clawable/claw/domain/lane/work"
	"github.com/clawable/claw/internal/table"
)

// endings describes in words what a rule decides where no call shows more.
var endings = table.Table[lane.Rule, string]{
	{lane.RuleInterruptedTurn, "interrupted"},
	{lane.RuleFailedTurn, "the last turn failed"},
	{lane.RuleOpenCall, "a call never came back"},
	{lane.RuleOver, "over, nobody recorded how it ended"},
	{lane.RuleSubagents, "only subagents are recorded"},
	{lane.RuleTurnsDiffer, "its last turns differ"},
}

// endedText describes how a lane ended, where that is more than its outcome.
func endedText(o *lane.Outcome) string {
	if o.IsInferred() {
		return "no end recorded behind its answer"
	}
	switch rule := o.Because["outcome"].Rule; rule {
	case lane.RuleStands, lane.RuleSettled:
		if o.Outcome == lane.ResultCanceled {
			return "its cancellation is recorded"
		}
		return "its failure is recorded"
	case lane.RuleOpenTurn:
		if o.Ended == work.EndedCutOff {
			return "cut off in a call"
		}
		return "no end recorded"
	case lane.RuleContested:
		var claims []string
		for _, c := range o.Contested {
			claims = append(claims, strings.TrimPrefix(EndingText(c.Kind, c.FailureClass), "lane."))
		}
		return strings.Join(claims, " against ")
	default:
		return endings.At(rule)
	}
}

// expectsText names the stated expectations of a finish and what is missing. Expectations derived
// from the work itself are shown by its standing.
func expectsText(o *lane.Outcome) string {
	if o.Profile != "" {
		return ""
	}
	var parts []string
	verdicts := []evidence.Verdict{evidence.VerdictContradicted, evidence.VerdictMissing}
	if o.Outcome == lane.ResultFinished && o.Work.Tested.State != work.TestedGreen {
		verdicts = []evidence.Verdict{evidence.VerdictMet} // the work alone does not show why
	}
	for _, of := range verdicts {
		if names := expectations(o, of); names != "" {
			parts = append(parts, string(of)+": "+names)
		}
	}
	return strings.Join(parts, ", ")
}

func expectations(o *lane.Outcome, of evidence.Verdict) string {
	var names []string
	for _, a := range o.Evidence {
		if a.Verdict == of {
			names = append(names, string(a.Expects))
		}
	}
	return strings.Join(names, ", ")
}

// unshownText describes a lane that ended without any call that shows work.
func unshownText(o *lane.Outcome) string {
	switch {
	case o.Outcome != lane.ResultUnverified:
	case o.Because["outcome"].Rule == lane.RuleCompleted:
		return "an answer, no write seen"
	default:
		return "nothing shows it"
	}
	return ""
}

// claimedText describes the trust in the recorded ending.
func claimedText(o *lane.Outcome) string {
	switch {
	case o.Trust == "" || o.Outcome == lane.ResultContested:
		return ""
	case o.Outcome == lane.ResultFailed || o.Outcome == lane.ResultCanceled:
		return "trust " + string(o.Trust)
	}
	return "claimed with trust " + string(o.Trust)
}

// OutcomeSentence describes in one sentence the outcome of a lane, and why.
func (p Proof) OutcomeSentence() string {
	o := p.Outcome
	said := outcomeWords.At(o.Outcome)
	if o.Disposition != "" {
		said += " and " + string(o.Disposition)
	}
	if o.FailureClass != "" && o.FailureClass != domain.FailUnknown {
		said += " (" + strings.ReplaceAll(string(o.FailureClass), "_", " ") + ")"
	}
	if why := p.Text(); why != "" {
		said += ": " + why
	}
	return said + "."
}

// outcomeWords are the outcomes as the beginning of a sentence.
var outcomeWords = table.Table[lane.Result, string]{
	{lane.ResultNone, "Not ended yet"},
	{lane.ResultFinished, "Finished"},
	{lane.ResultUnverified, "Ended, but not proven"},
	{lane.ResultPendingWorkspace, "Ended, but in another worktree than its own"},
	{lane.ResultPendingWrites, "Ended, but not everything that was written is committed"},
	{lane.ResultPendingGreen, "Ended, but its tests are not green for what stands now"},
	{lane.ResultPendingReport, "Ended, but its report is missing"},
	{lane.ResultPendingPushed, "Ended, but its push did not arrive"},
	{lane.ResultFailedVerify, "Ended, but what was found contradicts that it is finished"},
	{lane.ResultFailed, "Failed"},
	{lane.ResultCanceled, "Canceled"},
	{lane.ResultContested, "Contested, as its recorded endings contradict each other"},
	{lane.ResultUnknown, "How it ended is not known"},
}
