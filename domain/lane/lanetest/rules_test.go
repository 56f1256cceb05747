package lanetest

import (
	"strings"
	"testing"

	"github.com/clawable/claw/domain/lane"
)

// deciding lists the rules that may be in because.
var deciding = []lane.Rule{lane.RuleCycle, lane.RuleAttempt, lane.RuleStands, lane.RuleContested, lane.RuleSettled,
	lane.RuleClass, lane.RuleClassUnknown, lane.RuleClassContested, lane.RuleDisposition, lane.RuleDisposed, lane.RuleCompleted,
	lane.RuleInterruptedTurn, lane.RuleFailedTurn, lane.RuleOpenCall, lane.RuleOpenTurn, lane.RuleLiveTurn, lane.RuleDecider,
	lane.RuleTurnsDiffer, lane.RuleTurnClass, lane.RuleSessionLane, lane.RuleOver, lane.RuleSubagents, lane.RuleNone, lane.RuleMet, lane.RuleMismatch,
	lane.RuleRed, lane.RuleRefuted, lane.RulePending, lane.RuleNoExpects, lane.RuleRecorded, lane.RuleNobodyCanLook,
	lane.RuleVerifyClass, lane.RuleInterrupted, lane.RuleFingerprint, lane.RuleReplaces, lane.RuleEnded, lane.RuleTurnEnded, lane.RuleAllOver,
	lane.RuleState, lane.RuleSpawning, lane.RuleBlockedClass, lane.RuleScope, lane.RuleScopeOfStart, lane.RuleNoScope,
	lane.RuleActionable}

func TestEachRuleIsInTheTableOnceAndDecidesSomething(t *testing.T) {
	table := map[lane.Rule]int{}
	for _, s := range lane.Rules() {
		table[s.Rule]++
	}
	used := map[lane.Rule]bool{}
	for _, s := range Scenarios() {
		for _, o := range World(s.opts, telling{}.events(t, s.events)).Outcomes() {
			for field, b := range o.Because {
				used[b.Rule] = true
				if table[b.Rule] != 1 {
					t.Errorf("%s: %s is decided by %q, which is in the table %d times", s.name, field, b.Rule, table[b.Rule])
				}
			}
		}
	}
	for _, r := range deciding {
		if !used[r] {
			t.Errorf("no scenario is decided by %s", r)
		}
	}
}

func TestEachScenarioNamesARuleOfTheTable(t *testing.T) {
	known := map[string]bool{}
	for _, s := range lane.Rules() {
		step, _, _ := strings.Cut(string(s.Rule), ".")
		known[string(s.Rule)], known[step] = true, true
	}
	for _, s := range Scenarios() {
		end := strings.IndexAny(s.why+":", ":;, (")
		if !known[s.why[:end]] {
			t.Errorf("%s: %q names no rule", s.name, s.why)
		}
	}
}

func TestEveryDerivedFieldNamesWhatDecidedIt(t *testing.T) {
	for _, s := range Scenarios() {
		for _, o := range World(s.opts, telling{}.events(t, s.events)).Outcomes() {
			fields := map[string]bool{
				"attempt": true, "state": true, "outcome": true, "scope": true, "actionable": true,
				"disposition": o.Disposition != "", "subphase": o.Subphase != "", "failure_class": o.FailureClass != "",
				"outcome_fingerprint": !o.Fingerprint.IsZero(), "replaces": !o.Replaces.IsZero(),
				"sessions": len(o.Sessions) > 0, "last_known": o.LastKnown != nil, "order_conflicts": len(o.Conflicts) > 0,
				"profile": o.Profile != "", "standing": !o.Work.IsZero(), "ended": o.Ended != "", "basis": o.Basis != "", "accepted": o.Accepted != nil,
				"stated": !o.Stated.IsZero(), "waits_for": o.WaitsFor != "", "trust": o.Trust != "",
			}
			for field, there := range fields {
				if _, named := o.Because[field]; named != there {
					t.Errorf("%s: %s is there: %v, and says why: %v", s.name, field, there, named)
				}
			}
			for field := range o.Because {
				if _, ok := fields[field]; !ok && field != "settled" {
					t.Errorf("%s: because of %s, which is no field", s.name, field)
				}
			}
			if o.State == lane.StateEnded && len(o.Because["outcome"].Events) == 0 {
				t.Errorf("%s: an outcome rests on no event", s.name)
			}
		}
	}
}
