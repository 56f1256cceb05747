package timeline

import (
	"time"

	"github.com/clawable/claw/projections/values"
)

// silence is how long nothing has to be recorded before the gap becomes an entry.
const silence = values.Time(15 * time.Minute)

// withGaps adds the silences between entries. A call is no silence while it runs.
func withGaps(entries []Entry) []Entry {
	out := make([]Entry, 0, len(entries))
	var reached values.Time
	var before What
	for _, x := range entries {
		if x.At.Known() && reached.Known() && x.At-reached >= silence {
			out = append(out, Entry{At: reached, Until: x.At, What: Gap, Says: gapText(before), sorted: reached})
		}
		values.Latest(&reached, x.At)
		values.Latest(&reached, x.Until)
		before = x.What
		out = append(out, x)
	}
	return out
}

// gapText describes what came before a silence.
func gapText(before What) string {
	switch before {
	case Turn, Answer:
		return "after the end of a turn"
	case Approval:
		return "after an approval was asked for or decided"
	case Call:
		return "after a call"
	case Session, Prompt, Message, Reasoning, Test, Check, Commit, Push, Pull, Provider, Decision, Ship, Gap:
	}
	return "after a " + string(before)
}
