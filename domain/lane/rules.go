package lane

// Rule names the sentence of the rule that decided a field; docs/outcome.md has
// the same table.
type Rule string

// The rules. The number is that of the step.
const (
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
	RuleCycle          Rule = "2.cycle"
	RuleEnded          Rule = "state.ended"
	RuleState          Rule = "state.last"
	RuleScope          Rule = "scope"
)
