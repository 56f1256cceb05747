package lane

import "slices"

// says is the sentence of each rule; docs/outcome.md prints the same table.
var says = map[Rule]string{
	RuleAttempt:        "an event belongs to the highest attempt whose opening event precedes it; only the highest attempt decides",
	RuleStands:         "of the endings with the highest trust, live before imported, the one that no other follows stands",
	RuleContested:      "endings of different kinds stand and none follows the other: somebody who saw both has to speak",
	RuleSettled:        "an operator settled the contest",
	RuleClass:          "the failure class of the ending that stands",
	RuleClassContested: "failures of different classes stand: the class is unknown",
	RuleDisposition:    "the last disposition is beside the outcome and never competes with an ending",
	RuleLastTurn:       "without an ending the lane takes its root session's last turn",
	RuleSessionLane:    "a session belongs to the lane of its causally last binding, else to the lane derived from its root session",
	RuleOver:           "all sessions are over and nobody said how the lane came out",
	RuleNone:           "nothing has ended yet",
	RuleMet:            "all that a finish needs is met by evidence",
	RuleContradicted:   "evidence contradicts the claim that the work is finished",
	RulePending:        "the claim is not credited until the first missing evidence arrives",
	RuleNoExpects:      "nobody said what a finish needs, so the claim is not verified",
	RuleNobodyCanLook:  "the missing evidence cannot be looked for any more",
	RuleVerifyClass:    "the failure class of the contradicted expectation",
	RuleInterrupted:    "without an ending an open outage that covers the lane leaves the outcome unknown",
	RuleFingerprint:    "equal material payloads of one attempt are one outcome, told once",
	RuleCycle:          "events that name each other in a circle are concurrent",
	RuleEnded:          "the attempt has an ending",
	RuleState:          "the last of the attempt's events that say where it stands; of concurrent ones the most urgent",
	RuleScope:          "the scope of the causally last binding, else of the start",
}

// Says returns the sentence of the rule.
func (r Rule) Says() string { return says[r] }

// Rules lists all rules in the order of their ids.
func Rules() []Rule {
	rules := make([]Rule, 0, len(says))
	for r := range says {
		rules = append(rules, r)
	}
	slices.Sort(rules)
	return rules
}
