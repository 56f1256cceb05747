package lane_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain/lane"
)

var update = flag.Bool("update", false, "print the rule's tables into docs/outcome.md")

// TestTheTablesInTheDocsAreTheRuleInTheCode holds the tables of docs/outcome.md to the rule;
// -update prints them anew.
func TestTheTablesInTheDocsAreTheRuleInTheCode(t *testing.T) {
	const file = "../../docs/outcome.md"
	doc, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := printed(t, printed(t, string(doc), "outcomes", outcomesAsMarkdown()), "sentences", sentencesAsMarkdown())
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, string(doc)); diff != "" {
		t.Errorf("docs/outcome.md (-code +docs):\n%s", diff)
	}
}

// printed returns doc with a table in the place that is kept for it.
func printed(t *testing.T, doc, name, table string) string {
	t.Helper()
	begin, end := "<!-- "+name+": written by go generate ./domain/lane -->\n", "<!-- end of "+name+" -->"
	before, rest, ok := strings.Cut(doc, begin)
	_, after, ended := strings.Cut(rest, end)
	if !ok || !ended {
		t.Fatalf("docs/outcome.md has no place for the table of %s", name)
	}
	return before + begin + "\n" + table + "\n" + end + after
}

func outcomesAsMarkdown() string {
	var b strings.Builder
	b.WriteString("| rule | where all of this is true | outcome |\n|---|---|---|\n")
	for _, r := range lane.Outcomes() {
		fmt.Fprintf(&b, "| `%s` | %s | `%s` |\n", r.Rule, strings.Join(r.Conditions(), "; "), r.Outcome)
	}
	return b.String()
}

func sentencesAsMarkdown() string {
	var b strings.Builder
	b.WriteString("| rule | from | sentence |\n|---|---|---|\n")
	for _, s := range lane.Rules() {
		from := "design"
		if s.Added {
			from = "added"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", s.Rule, from, s.Text)
	}
	return b.String()
}

func TestEachRowOfTheTableOfOutcomesCanDecide(t *testing.T) {
	for n, r := range lane.Outcomes() {
		if first := lane.Decisive(r); first != r {
			t.Errorf("row %d, %s: %v: row %s %v comes before it", n+1, r.Rule, r.Conditions(), first.Rule, first.Conditions())
		}
		if !slices.ContainsFunc(lane.Rules(), func(s lane.Sentence) bool { return s.Rule == r.Rule }) {
			t.Errorf("row %d: %s is no sentence of the rule", n+1, r.Rule)
		}
	}
	for _, unused := range lane.UnusedConditions() {
		t.Errorf("no row asks whether %s", unused)
	}
}

// deciding lists the rules that may stand under because.
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
	for _, s := range everyScenario() {
		for _, o := range world(s.opts, telling{}.events(t, s.events)).Outcomes() {
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
	for _, s := range everyScenario() {
		end := strings.IndexAny(s.why+":", ":;, (")
		if !known[s.why[:end]] {
			t.Errorf("%s: %q names no rule", s.name, s.why)
		}
	}
}

func TestEveryDerivedFieldNamesWhatDecidedIt(t *testing.T) {
	for _, s := range everyScenario() {
		for _, o := range world(s.opts, telling{}.events(t, s.events)).Outcomes() {
			fields := map[string]bool{
				"attempt": true, "state": true, "outcome": true, "scope": true, "actionable": true,
				"disposition": o.Disposition != "", "subphase": o.Subphase != "", "failure_class": o.FailureClass != "",
				"outcome_fingerprint": !o.Fingerprint.IsZero(), "replaces": !o.Replaces.IsZero(),
				"sessions": len(o.Sessions) > 0, "last_known": o.LastKnown != nil, "order_conflicts": len(o.Conflicts) > 0,
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
