package tables

import (
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections"
)

// Advise is what to do about a lane of an outcome that is as fresh as f says.
func Advise(o *lane.Outcome, f lane.Fresh) projections.Advice {
	return projections.Advise(projections.Standing{State: o.State, Outcome: o.Outcome, Disposition: o.Disposition,
		Subphase: o.Subphase, FailureClass: o.FailureClass, Freshness: f, Accepted: o.Accepted != nil})
}
