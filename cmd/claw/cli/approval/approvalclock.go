package approvaltext

import (
	"time"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/domain/approval"
)

// WarnClock warns where the clocks keep grants from being made and used.
func WarnClock(a *app.App, in *approve.Approvals, rules *approval.Rules) error {
	state, err := in.ClockBy(a.Ctx, rules)
	if err == nil {
		WarnParted(a, state)
	}
	return err
}

// WarnParted warns where the log's time is ahead of the machine's.
func WarnParted(a *app.App, state *approve.ClockState) {
	if state.Part() {
		a.Warn("clock_mismatch", "the log's time is "+Roughly(state.Ahead())+" ahead of this machine's clock: nothing is granted or used until they agree; claw doctor says what to do")
	}
}

// Roughly is a duration for people: to the second where it is long.
func Roughly(d time.Duration) string {
	if d < time.Minute {
		return d.Round(time.Millisecond).String()
	}
	return d.Round(time.Second).String()
}
