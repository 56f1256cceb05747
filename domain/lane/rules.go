package lane

import "slices"

// Rule names a sentence of the rule; [Rules] holds them all, and docs/outcome.md
// shows them as a table.
type Rule string

// The rules that decide a field. The number is that of the step.
const (
	RuleCycle          Rule = "2.cycle"
	RuleAttempt        Rule = "3.attempt"
	RuleStands         Rule = "4.stands"
	RuleContested      Rule = "4.contested"
	RuleSettled        Rule = "4.settled"
	RuleClass          Rule = "4.class"
	RuleClassContested Rule = "4.class_contested"
	RuleDisposition    Rule = "4.disposition"
	RuleLastTurn       Rule = "5.last_turn"
	RuleSessionLane    Rule = "5.session_lane"
	RuleOver           Rule = "5.over"
	RuleNone           Rule = "5.none"
	RuleMet            Rule = "6.met"
	RuleContradicted   Rule = "6.contradicted"
	RulePending        Rule = "6.pending"
	RuleNoExpects      Rule = "6.no_expects"
	RuleNobodyCanLook  Rule = "6.nobody_can_look"
	RuleVerifyClass    Rule = "6.class"
	RuleInterrupted    Rule = "7.interrupted"
	RuleFingerprint    Rule = "8.fingerprint"
	RuleEnded          Rule = "state.ended"
	RuleState          Rule = "state.last"
	RuleScope          Rule = "scope"
)

// Sentence is one row of the rule's table.
type Sentence struct {
	Rule Rule
	// Added says that the sentence is not in the design, which was silent.
	Added bool
	Text  string
}

// Rules returns the whole rule, in the order of its steps.
func Rules() []Sentence { return slices.Clone(sentences) }

// Says returns the sentence of the rule, "" for one that is not in the table.
func (r Rule) Says() string {
	for _, s := range sentences {
		if s.Rule == r {
			return s.Text
		}
	}
	return ""
}
