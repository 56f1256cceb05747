package cli_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
)

// stepsToRender are the steps of a fact with all its arguments: one, or one for each way in
// which the text differs.
func stepsToRender(f nextstep.Fact) []domain.Step {
	step := domain.Step{Code: f.Code, Lane: "my lane", Approval: domain.StreamID{Family: domain.FamilyApproval, ULID: domain.Derive(time.Time{}, "a")},
		Near: "near one", Files: []string{"a b", "c"}, Remote: "origin", Commit: "0123456789abcdef"}
	all := []domain.Step{step}
	if slices.Contains(f.Arguments, nextstep.ArgumentKind) {
		all = nil
		for _, k := range domain.Kinds() {
			step.Kind = k.Kind
			all = append(all, step)
		}
	}
	if slices.Contains(f.Arguments, nextstep.ArgumentList) {
		all = nil
		for _, l := range domain.List("").Enum() {
			step.List = domain.List(l)
			all = append(all, step)
		}
	}
	return all
}

// TestEachNextStepIsRendered holds the table of texts to that of the steps, and each text to
// the verbs and flags of the program.
func TestEachNextStepIsRendered(t *testing.T) {
	w := clitest.Empty(t)
	flags := flagsOfVerbs(t, w, "claw")
	texts := app.StepTexts()
	for _, f := range nextstep.All() {
		if texts[f.Code] == "" {
			t.Errorf("%s is not rendered", f.Code)
		}
		delete(texts, f.Code)
		for _, step := range stepsToRender(f) {
			checkCommandLines(t, app.StepText(&step), flags)
		}
	}
	for code := range texts {
		t.Errorf("%s is rendered, and is no step", code)
	}
}

// flagsOfVerbs are the flags of verb and of all verbs below it.
func flagsOfVerbs(t *testing.T, w *clitest.World, verb string) map[string][]string {
	help := clitest.Documents(t, w.Must(append([]string{"help", "--json"}, strings.Fields(verb)[1:]...)...).Out)[0]
	all := map[string][]string{verb: {}}
	for _, f := range help["flags"].([]any) {
		all[verb] = append(all[verb], f.(map[string]any)["flag"].(string))
	}
	below, _ := help["verbs"].([]any)
	for _, one := range below {
		maps.Copy(all, flagsOfVerbs(t, w, one.(map[string]any)["verb"].(string)))
	}
	return all
}

// ofGit is a command of git in a text, whose flags are its own.
var ofGit = regexp.MustCompile(`\bgit [a-z]+[^,;]*`)

// commandOrFlag is what may be a verb, or a flag.
var commandOrFlag = regexp.MustCompile(`\bclaw(?: [a-z][a-z-]*)+|--[a-z-]+`)

// checkCommandLines holds a text to the program: its verbs are some, and its flags are those
// of the verb before them, or of any where it names none.
func checkCommandLines(t *testing.T, text string, flags map[string][]string) {
	t.Helper()
	verb := ""
	for _, found := range commandOrFlag.FindAllString(ofGit.ReplaceAllString(text, ""), -1) {
		switch {
		case !strings.HasPrefix(found, "--"):
			for verb = found; verb != "claw" && flags[verb] == nil; {
				verb = verb[:strings.LastIndexByte(verb, ' ')]
			}
			below := func(v string) bool { return strings.HasPrefix(v, verb+" ") }
			if verb == "claw" || found != verb && slices.ContainsFunc(slices.Collect(maps.Keys(flags)), below) {
				t.Errorf("%q names %q, which is no verb", text, found)
			}
		case verb != "" && !slices.Contains(flags[verb], found):
			t.Errorf("%q: %s has no flag %s", text, verb, found)
		case !slices.Contains(slices.Concat(slices.Collect(maps.Values(flags))...), found):
			t.Errorf("%q names %s, which no verb has", text, found)
		}
	}
	if text == "" || strings.ContainsAny(text, "{}") {
		t.Errorf("%q is no text, or lacks an argument", text)
	}
}

// TestArgumentsOfNextStepsAreOfAShell renders arguments: in a command line as a shell takes
// them, in prose as they are.
func TestArgumentsOfNextStepsAreOfAShell(t *testing.T) {
	granted := domain.StreamID{Family: domain.FamilyApproval, ULID: domain.Derive(time.Time{}, "a")}
	for _, row := range []struct {
		step domain.Step
		want string
	}{
		{domain.Step{Code: nextstep.ListEndings, Lane: "my lane's"}, `claw lane explain 'my lane'\''s' outcome lists the endings`},
		{domain.Step{Code: nextstep.ListEndings, Lane: clitest.ContestedLane}, "claw lane explain " + clitest.ContestedLane + " outcome lists the endings"},
		{domain.Step{Code: nextstep.GrantThenPush, Approval: granted}, "a signer runs: claw approval grant " + granted.String() + "; then push again"},
		{domain.Step{Code: nextstep.RebaseThenPrepare, Remote: "up stream", Commit: "0123456789abcdef"},
			"git fetch 'up stream', then git rebase or git merge 0123456789ab, then claw ship prepare"},
		{domain.Step{Code: nextstep.ListKnown, List: domain.ListShips, Near: "a b"}, "did you mean a b? list them: claw ship list"},
		{domain.Step{Code: nextstep.ListKnown, List: domain.ListSessions}, "list them: claw sessions"},
		{domain.Step{Code: nextstep.DecideByVerb, Kind: domain.KindShipMerged}, "append the facts that it would rest on; what decides it: claw ship --help"},
		{domain.Step{Code: nextstep.DecideByVerb, Kind: domain.KindReportFiled}, "append the facts that it would rest on; what decides it: claw report --help"},
		{domain.Step{Code: nextstep.DecideByVerb, Kind: domain.KindPinpointStateChanged}, "append the facts that it would rest on; what decides it: claw pinpoint --help"},
		{domain.Step{Code: nextstep.DecideByVerb, Kind: domain.KindEvidenceSearched}, "append the facts that it would rest on: no verb of this version decides it"},
		{domain.Step{Code: nextstep.UniteLogs, Files: []string{"a b", "c"}}, "both a b and c were written by: copy each with its -wal file to a folder of its own, " +
			"then import what claw log export prints of one into the other"},
	} {
		if got := app.StepText(&row.step); got != row.want {
			t.Errorf("%s: %q, want %q", row.step.Code, got, row.want)
		}
	}
}

// TestAHintOfItsOwnStands renders errors: one with a hint keeps it, and none is changed.
func TestAHintOfItsOwnStands(t *testing.T) {
	next := domain.Step{Code: nextstep.MakeLog}
	for want, e := range map[string]domain.Error{"": {}, "knock": {Hint: "knock", Next: next}, "make one: claw init": {Next: next}} {
		before := e
		if got := app.Rendered(&e); got.Hint != want || e.Hint != before.Hint {
			t.Errorf("hint %q, want %q; the error now has %q", got.Hint, want, e.Hint)
		}
	}
	lines := []importing.UnreadableLine{{Reason: "gone"}, {Reason: "no name", Next: domain.Step{Code: nextstep.NameRef}}}
	app.RenderReasons(lines)
	if diff := cmp.Diff([]string{"gone", "no name; name it: --ref main"}, []string{lines[0].Reason, lines[1].Reason}); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
