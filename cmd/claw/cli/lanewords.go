package cli

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
)

func outcomeStyle(r lane.Result) style {
	switch r {
	case lane.ResultFinished:
		return styleGreen
	case lane.ResultFailed, lane.ResultFailedVerify, lane.ResultContested:
		return styleRed
	case lane.ResultUnverified, lane.ResultPendingWorkspace, lane.ResultPendingWrites, lane.ResultPendingGreen,
		lane.ResultPendingReport, lane.ResultPendingPushed, lane.ResultUnknown:
		return styleYellow
	case lane.ResultCanceled, lane.ResultNone:
	}
	return stylePlain
}

// endingText is an ending's kind, with the class of a failure.
func endingText(k domain.Kind, class domain.FailureClass) string {
	if class == "" {
		return string(k)
	}
	return string(k) + " (" + string(class) + ")"
}

func outcomeText(o *lane.Outcome) string {
	s := string(o.Outcome)
	if o.FailureClass != "" {
		s += " (" + string(o.FailureClass) + ")"
	}
	if o.Disposition != "" {
		s += ", " + string(o.Disposition)
	}
	return s
}
