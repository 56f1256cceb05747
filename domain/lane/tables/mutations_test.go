package tables_test

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/lanetest"
)

var mutationsTried = flag.Int("claw.mutations", 2, "how many mutations of the rule's code are tried, spread over the list; 0: all")

// ruleFolder holds the code of the rule.
const ruleFolder = ".."

// A mutation breaks a sentence of the rule in the code; a situation must then fail. The
// list, mutations.txt of the rule's testdata, has them as paragraphs:
//
//	RULE: what is broken
//	FILE, from the folder of the rule
//	- lines of the file, which are there once, whatever their indentation
//	+ lines in their place
//	fails: NAME OF THE SITUATION
type mutation struct {
	rule, what, scenario string
	edits                []edit
}

type edit struct {
	file     string
	old, new []string
}

func mutations(t *testing.T) (list []mutation) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(ruleFolder, "testdata", "mutations.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for paragraph := range strings.SplitSeq(strings.TrimSpace(string(raw)), "\n\n") {
		lines := strings.Split(paragraph, "\n")
		var m mutation
		var ok, named bool
		m.rule, m.what, ok = strings.Cut(lines[0], ": ")
		m.scenario, named = strings.CutPrefix(lines[len(lines)-1], "fails: ")
		if !ok || !named {
			t.Fatalf("what is broken, and what fails then?\n%s", paragraph)
		}
		m.edits = edits(lines[1 : len(lines)-1])
		list = append(list, m)
	}
	return list
}

func edits(lines []string) (list []edit) {
	file := ""
	for n, l := range lines {
		sign, text, _ := strings.Cut(l, " ")
		if sign != "-" && sign != "+" {
			file = l
			continue
		}
		if sign == "-" && (n == 0 || !strings.HasPrefix(lines[n-1], "- ")) {
			list = append(list, edit{file: file})
		}
		last := &list[len(list)-1]
		if sign == "-" {
			last.old = append(last.old, text)
		} else {
			last.new = append(last.new, text)
		}
	}
	return list
}

// apply returns the files that a mutation changes, as they are after it.
func (m mutation) apply(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, e := range m.edits {
		source, ok := out[e.file]
		if !ok {
			raw, err := os.ReadFile(filepath.Join(ruleFolder, e.file))
			if err != nil {
				t.Fatal(err)
			}
			source = string(raw)
		}
		lines := strings.Split(source, "\n")
		at := places(lines, e.old)
		if len(at) != 1 {
			t.Errorf("%s: %s: %s has these lines %d times, want once:\n%s", m.rule, m.what, e.file, len(at), strings.Join(e.old, "\n"))
			continue
		}
		out[e.file] = strings.Join(slices.Replace(lines, at[0], at[0]+len(e.old), e.new...), "\n")
	}
	return out
}

// places returns where lines are among others, whatever their indentation.
func places(lines, some []string) (at []int) {
	for i := range len(lines) - len(some) + 1 {
		if slices.EqualFunc(lines[i:i+len(some)], some, func(a, b string) bool { return strings.TrimSpace(a) == strings.TrimSpace(b) }) {
			at = append(at, i)
		}
	}
	return at
}

func TestEachSentenceHasASituationThatFailsWhenItIsBroken(t *testing.T) {
	sentences, broken, situations := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, s := range lane.Rules() {
		sentences[string(s.Rule)] = true
	}
	for _, name := range lanetest.Names() {
		situations[name] = true
	}
	for _, m := range mutations(t) {
		broken[m.rule] = true
		m.apply(t)
		if !sentences[m.rule] {
			t.Errorf("%s: %s: there is no such sentence", m.rule, m.what)
		}
		if !situations[m.scenario] {
			t.Errorf("%s: %s: there is no situation %q", m.rule, m.what, m.scenario)
		}
	}
	for rule := range sentences {
		if !broken[rule] {
			t.Errorf("%s: nothing shows that it is tested: break it in testdata/mutations.txt", rule)
		}
	}
}

// TestABrokenSentenceFails breaks the code, one sentence at a time, and runs the situation
// that must fail then.
func TestABrokenSentenceFails(t *testing.T) {
	list := mutations(t)
	step := 1
	if n := *mutationsTried; n > 0 {
		step = max(1, len(list)/n)
	}
	for n := 0; n < len(list); n += step {
		m := list[n]
		t.Run(m.rule+": "+m.what, func(t *testing.T) { m.try(t) })
	}
}

func (m mutation) try(t *testing.T) {
	t.Helper()
	folder := t.TempDir()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	replace := map[string]string{}
	for file, source := range m.apply(t) {
		broken := filepath.Join(folder, strings.NewReplacer("/", "_", "..", "up").Replace(file))
		replace[filepath.Join(here, ruleFolder, file)] = broken
		if err := os.WriteFile(broken, []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	plan := filepath.Join(folder, "overlay.json")
	if err := os.WriteFile(plan, overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	name := strings.ReplaceAll(m.scenario, " ", "_")
	// What is compiled runs for a moment: without optimisation it is there sooner.
	run := exec.Command("go", "test", "-vet=off", "-count=1", "-gcflags=github.com/clawable/claw/domain/lane/...=-N -l", "-overlay", plan,
		"-run", "^(TestScenarios|TestFurtherSituations|TestSentencesInSituations|TestStrangers|TestWork|TestAccepted|TestFingerprintsAreWhatTheyWere)$/^"+regexp.QuoteMeta(name)+"$", ".")
	run.Dir = filepath.Join(ruleFolder, "lanetest")
	said, err := run.CombinedOutput()
	if err == nil {
		t.Fatalf("%q does not fail:\n%s", m.scenario, said)
	}
	if !strings.Contains(string(said), "/"+name+" (") {
		t.Fatalf("%q did not run:\n%s", m.scenario, said)
	}
}
