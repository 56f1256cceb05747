package reports

import (
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections"
)

// LaneGroup is a part of a stand-up: lanes that need the same. The values are in its order.
type LaneGroup int

// The groups of lanes.
const (
	LanesOfPerson LaneGroup = iota // a person has to act
	LanesRunning
	LanesUnclear    // failed, or nobody recorded how they ended
	LanesUnproven   // ended, and nothing proves what they did
	LanesDone       // finished, canceled, put away or accepted
	LanesSilent     // at work when last heard of
	LanesUnused     // nobody worked there yet
	LanesNotVisible // the reader may not see what they need
)

// laneGroups are the words of each group: its heading, and what is said of one lane and of several.
var laneGroups = [...]struct{ heading, one, many string }{
	LanesOfPerson:   {"Needs a person", "needs a person", "need a person"},
	LanesRunning:    {"Runs", "runs", "run"},
	LanesUnclear:    {"Failed, or not clear", "failed or is not clear", "failed or are not clear"},
	LanesUnproven:   {"Ended, not proven", "ended and is not proven", "ended and are not proven"},
	LanesDone:       {"Done", "is done", "are done"},
	LanesSilent:     {"Silent: at work when last heard of", "fell silent", "fell silent"},
	LanesUnused:     {"Not begun", "is not begun", "are not begun"},
	LanesNotVisible: {"What they need is not shown", "is not shown", "are not shown"},
}

// LaneGroups lists the groups in the order of a stand-up.
func LaneGroups() []LaneGroup {
	all := make([]LaneGroup, len(laneGroups))
	for i := range all {
		all[i] = LaneGroup(i)
	}
	return all
}

// Heading is the heading of the lanes of the group.
func (g LaneGroup) Heading() string { return laneGroups[g].heading }

// Verb is what is said of n lanes of the group: "runs", "are done".
func (g LaneGroup) Verb(n int) string {
	if n == 1 {
		return laneGroups[g].one
	}
	return laneGroups[g].many
}

// GroupOf returns the group of a lane by the advice on it at the time of reading, and how it ended.
func GroupOf(a projections.Advice, outcome lane.Result, disposition lane.Disposition) LaneGroup {
	switch {
	case a.Group == projections.GroupPerson:
		return LanesOfPerson
	case a.Group == projections.GroupRuns:
		return LanesRunning
	case a.Blocker == string(lane.FreshnessStale):
		return LanesSilent
	case a.Urgency <= 2:
		return LanesUnclear
	case a.Urgency < 5:
		return LanesUnproven
	case outcome == lane.ResultNone && disposition == "":
		return LanesUnused
	}
	return LanesDone
}
