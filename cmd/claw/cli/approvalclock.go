package cli

import (
	"time"

	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/domain/approval"
)

// warnClock warns where nothing can be granted or used because of the clocks.
func (a *app) warnClock(in *approve.Approvals, rules *approval.Rules) error {
	state, err := in.ClockBy(a.ctx, rules)
	if err == nil {
		a.warnParted(state)
	}
	return err
}

func (a *app) warnParted(state *approve.ClockState) {
	if state.Part() {
		a.warn("clock_mismatch", "the log's time is "+roughly(state.Ahead())+" ahead of this machine's clock: nothing is granted or used until they agree; claw doctor says what to do")
	}
}

// roughly is a time for people: to the second where it is long.
func roughly(d time.Duration) string {
	if d < time.Minute {
		return d.Round(time.Millisecond).String()
	}
	return d.Round(time.Second).String()
}
