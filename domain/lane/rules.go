package lane

import "slices"

// Rule names a sentence of the rule; [Rules] holds them all, and docs/outcome.md
// shows them as a table.
type Rule string

// The rules that decide a field. The number is that of the step.
const (
	RuleCycle           Rule = "2.cycle"
	RuleAttempt         Rule = "3.attempt"
	RuleStands          Rule = "4.stands"
	RuleContested       Rule = "4.contested"
	RuleSettled         Rule = "4.settled"
	RuleClass           Rule = "4.class"
	RuleClassUnknown    Rule = "4.class_unknown"
	RuleClassContested  Rule = "4.class_contested"
	RuleDisposition     Rule = "4.disposition"
	RuleDisposed        Rule = "4.disposed"
	RuleCompleted       Rule = "5.completed"
	RuleAnswered        Rule = "5.answered"
	RuleInterruptedTurn Rule = "5.interrupted"
	RuleFailedTurn      Rule = "5.failed"
	RuleOpenCall        Rule = "5.open_call"
	RuleOpenTurn        Rule = "5.open_turn"
	RuleLiveTurn        Rule = "5.live_turn"
	RuleDecider         Rule = "5.decider"
	RuleTurnsDiffer     Rule = "5.turns_differ"
	RuleTurnClass       Rule = "5.class"
	RuleSessionLane     Rule = "5.session_lane"
	RuleOver            Rule = "5.over"
	RuleSubagents       Rule = "5.subagents"
	RuleNone            Rule = "5.none"
	RuleMet             Rule = "6.met"
	RuleUndertaken      Rule = "6.undertaken"
	RuleHowEnded        Rule = "5.ended"
	RuleNoTurn          Rule = "5.no_turn"
	RuleWaits           Rule = "5.waits"
	RuleMismatch        Rule = "6.mismatch"
	RuleRed             Rule = "6.red"
	RuleRefuted         Rule = "6.refuted"
	RulePending         Rule = "6.pending"
	RuleNoExpects       Rule = "6.no_expects"
	RuleRecorded        Rule = "6.recorded"
	RuleNobodyCanLook   Rule = "6.nobody_can_look"
	RuleVerifyClass     Rule = "6.class"
	RuleInterrupted     Rule = "7.interrupted"
	RuleFingerprint     Rule = "8.fingerprint"
	RuleReplaces        Rule = "8.replaces"
	RuleAccepted        Rule = "8.accepted"
	RuleEnded           Rule = "state.ended"
	RuleTurnEnded       Rule = "state.turn_ended"
	RuleAllOver         Rule = "state.over"
	RuleState           Rule = "state.last"
	RuleSpawning        Rule = "state.spawning"
	RuleBlockedClass    Rule = "state.class"
	RuleScope           Rule = "scope"
	RuleScopeOfStart    Rule = "scope.start"
	RuleNoScope         Rule = "scope.none"
	RuleStated          Rule = "stated"
	RuleActionable      Rule = "actionable"
)

// Sentence is one row of the rule's table.
type Sentence struct {
	Rule Rule
	// Added reports that the sentence is not in the design, which was silent.
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
