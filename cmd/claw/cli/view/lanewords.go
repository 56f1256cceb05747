package view

import (
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
)

// OutcomeStyle is the style of an outcome.
func OutcomeStyle(r lane.Result) term.Style {
	switch r {
	case lane.ResultFinished:
		return term.StyleGreen
	case lane.ResultFailed, lane.ResultFailedVerify, lane.ResultContested:
		return term.StyleRed
	case lane.ResultUnverified, lane.ResultPendingWorkspace, lane.ResultPendingWrites, lane.ResultPendingGreen,
		lane.ResultPendingReport, lane.ResultPendingPushed, lane.ResultUnknown:
		return term.StyleYellow
	case lane.ResultCanceled, lane.ResultNone:
	}
	return term.StylePlain
}

// EndingText is an ending's kind, with the class of a failure.
func EndingText(k domain.Kind, class domain.FailureClass) string {
	if class == "" {
		return string(k)
	}
	return string(k) + " (" + string(class) + ")"
}

// OutcomeText is an outcome for people.
func OutcomeText(o *lane.Outcome) string {
	s := string(o.Outcome)
	if o.FailureClass != "" {
		s += " (" + string(o.FailureClass) + ")"
	}
	if o.Disposition != "" {
		s += ", " + string(o.Disposition)
	}
	return s
}
