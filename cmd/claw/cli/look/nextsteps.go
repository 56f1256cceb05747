package lookcmd

import (
	"strings"

	"github.com/clawable/claw/projections"
)

// NextStep is what a person reads of a value of NEXT.
type NextStep struct {
	Next    projections.Next
	Says    string
	Command string // that does it; LANE is the lane's id, SESSION that of its first session
}

// NextSteps are the values of NEXT, in the order of the help.
var NextSteps = []NextStep{
	{projections.NextAnswer, "it waits for you: an approval, a plan, a question, trust in a folder, a prompt", "claw lane show LANE"},
	{projections.NextUnblock, "something else holds it", "claw lane show LANE"},
	{projections.NextWait, "it works", "claw watch --lane LANE"},
	{projections.NextSettle, "its recorded endings contradict each other: say which stands", "claw lane settle LANE --event EVENT --reason TEXT"},
	{projections.NextRetry, "it failed: see why, and start it again", "claw lane explain LANE"},
	{projections.NextProve, "what it set out to do did not come out: see what is missing", "claw lane outcome LANE"},
	{projections.NextCheck, "nothing proves what it did, or nobody recorded its end", "claw lane explain LANE"},
	{projections.NextRead, "it answered and wrote nothing", "claw log read --session SESSION --kind message.recorded"},
	{projections.NextNothing, "it is done, canceled or put away, or no turn of it is recorded", ""},
}

// boardHelp is the help of claw board.
func boardHelp() string {
	var b strings.Builder
	b.WriteString(`Show what each lane did, how it ended, and what to do next: first the lanes that need a person, then
those that run, then the rest, in each part the latest first. What waited for a person for a day
without a word stands among the rest. OUTCOME is how the lane ended, PROOF what shows it;
claw help words explains each word of OUTCOME and STATE.

NEXT is one of these, with the command that does it:
`)
	for _, s := range NextSteps {
		b.WriteString("\n  " + string(s.Next) + strings.Repeat(" ", 9-len(s.Next)) + s.Says)
		if s.Command != "" {
			b.WriteString("\n           " + s.Command)
		}
	}
	return b.String()
}

// commandOf is the command that does the next step of a lane, "" for none.
func commandOf(next projections.Next, lane, session string) string {
	for _, s := range NextSteps {
		if s.Next == next {
			return strings.NewReplacer("LANE", lane, "SESSION", session).Replace(s.Command)
		}
	}
	return ""
}
