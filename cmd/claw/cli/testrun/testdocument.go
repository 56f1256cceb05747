package testcmd

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/commands/testrun"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
)

// TestDocument is the answer of claw test.
type TestDocument struct {
	app.Head
	Lane    domain.LaneID     `json:"lane"`
	Result  testrun.Result    `json:"result"`
	Runner  string            `json:"runner"`
	Level   domain.GreenLevel `json:"level,omitzero"`
	Read    testrun.Format    `json:"read_from"`
	Passed  int               `json:"passed"`
	Failed  int               `json:"failed"`
	Skipped int               `json:"skipped"`
	// FailedTests are the tests that failed in every run, FlakyTests those that passed when they ran
	// again, as far as their names are known.
	FailedTests []string        `json:"failed_tests"`
	Flaky       int             `json:"flaky"`
	FlakyTests  []string        `json:"flaky_tests"`
	Reruns      int             `json:"reruns"`
	Hung        *hungTest       `json:"hung,omitzero"`
	ExitCode    *int            `json:"exit_code,omitzero"` // absent where a signal ended the command
	DurationMS  int64           `json:"duration_ms"`
	Seen        domain.TestSeen `json:"seen"`
	Commit      domain.CommitID `json:"commit,omitzero"` // that was tested; absent where the worktree differs from each
	Event       *domain.EventID `json:"event,omitzero"`  // absent where no test ran
	// Operator is on what the word of the result rests; absent where no test ran.
	Operator *app.Standing `json:"operator,omitzero"`
	// Outcome is that of the lane, with this result.
	Outcome *lane.Result `json:"outcome,omitzero"`
	now     lane.Outcome
}

// hungTest is what ended a run that took too long.
type hungTest struct {
	Test    string `json:"test,omitzero"` // absent where it is not known
	AfterMS int64  `json:"after_ms"`
	Stack   string `json:"stack"`
}

func documentOf(r *testrun.Report, id domain.LaneID, seen seenTree) *TestDocument {
	seen.Flaky = r.Flaky
	d := &TestDocument{Head: app.HeadOf("test_run"), Lane: id, Result: r.Result, Runner: r.How.Runner, Level: r.How.Level, Read: r.Format,
		Passed: r.Passed, Failed: r.Failed, Skipped: r.Skipped, FailedTests: append([]string{}, r.FailedTests...), Flaky: r.Flaky, FlakyTests: append([]string{}, r.FlakyTests...),
		Reruns: r.Reruns, ExitCode: r.ExitCode, DurationMS: r.Took.Milliseconds(), Seen: seen.TestSeen, Commit: seen.commit}
	if h := r.Hanging; h != nil {
		d.Hung = &hungTest{h.Test, h.After.Milliseconds(), h.Stack}
	}
	return d
}

// standing adds the outcome of the lane with the result.
func (d *TestDocument) standing(a *app.App) error {
	v, err := view.Open(a)
	if err != nil {
		return err
	}
	o, err := v.Outcome(string(d.Lane))
	if err != nil {
		return err
	}
	d.Outcome, d.now = &o.Outcome, o
	return nil
}

// mostListed is how many names of tests are listed for people, mostStackLines how many lines of the
// stack of the test that hung.
const (
	mostListed     = 20
	mostStackLines = 6
)

func (d *TestDocument) Text(p *term.Page) {
	level := ""
	if d.Level != "" {
		level = " (" + string(d.Level) + ")"
	}
	style := term.StyleGreen
	if d.Result != testrun.Passed {
		style = term.StyleYellow
	}
	p.Field("tests", style, "%s", d.Runner+level+" "+d.resultText())
	list(p, "failed", d.FailedTests)
	list(p, "flaky", d.FlakyTests)
	if h := d.Hung; h != nil {
		p.Field("hung", term.StyleYellow, "%s", app.FirstOf(h.Test, "which test is not known")+d.afterText())
		for _, call := range callsOf(h.Stack) {
			p.Field("in", term.StylePlain, "%s", call)
		}
	}
	if d.Seen.Tree != "" {
		p.Field("tree", term.StylePlain, "%s", d.Seen.Tree)
	}
	if f := d.Seen.Files; f != nil {
		p.Field("test files", term.StylePlain, "%s", filesText(f))
	}
	if d.Event != nil {
		p.Field("recorded", term.StylePlain, "%s, %s", d.Event, d.Operator.Text())
	}
	if d.Outcome != nil {
		if proof := (view.Proof{Outcome: &d.now}).Text(); proof != "" {
			p.Field("proof", term.StylePlain, "%s", proof)
		}
		p.Line("lane %s is now %s, %s", d.Lane, d.now.State, view.OutcomeText(&d.now))
	}
}

func (d *TestDocument) resultText() string {
	switch d.Result {
	case testrun.None:
		return "ran no test"
	case testrun.Hung:
		return "hung" + counts(d)
	case testrun.Passed, testrun.Failed:
	}
	if d.Result == testrun.Failed && d.Failed == 0 {
		return string(d.Result) + exitText(d.ExitCode) + counts(d)
	}
	return string(d.Result) + counts(d)
}

// exitText describes how a command ended that does not report which tests failed.
func exitText(code *int) string {
	if code == nil {
		return ", ended by a signal"
	}
	return ", exit code " + strconv.Itoa(*code)
}

// counts returns the numbers of tests, "" where the runner reported none.
func counts(d *TestDocument) string {
	if d.Passed+d.Failed+d.Skipped == 0 {
		return ""
	}
	text := ": " + strconv.Itoa(d.Passed) + " passed"
	for _, c := range []struct {
		n    int
		word string
	}{{d.Failed, "failed"}, {d.Skipped, "skipped"}, {d.Flaky, "flaky"}} {
		if c.n > 0 {
			text += ", " + strconv.Itoa(c.n) + " " + c.word
		}
	}
	return text
}

func (d *TestDocument) afterText() string {
	if d.Hung.AfterMS == 0 {
		return ""
	}
	return ", ended after " + (time.Duration(d.Hung.AfterMS) * time.Millisecond).String()
}

// callsOf are the innermost calls of the first goroutine of a stack, each with its place; the first
// lines of a text that is none.
func callsOf(stack string) (calls []string) {
	first, _, _ := strings.Cut(stack, "\n\n")
	lines := strings.Split(first, "\n")
	if !strings.HasPrefix(first, "goroutine ") {
		return slices.DeleteFunc(lines[:min(len(lines), mostStackLines)], func(l string) bool { return l == "" })
	}
	for i := 1; i+1 < len(lines) && len(calls) < mostStackLines; i += 2 {
		call, place := lines[i], strings.TrimSpace(lines[i+1])
		if at := strings.LastIndexByte(call, '('); at > 0 {
			call = call[:at]
		}
		if !strings.HasPrefix(call, "runtime.") && !strings.HasPrefix(call, "created by ") {
			place, _, _ = strings.Cut(place, " +0x")
			calls = append(calls, call+" "+place)
		}
	}
	return calls
}

func list(p *term.Page, field string, names []string) {
	for i, name := range names {
		if i == mostListed {
			p.Field(field, term.StyleYellow, "and %d more", len(names)-i)
			return
		}
		p.Field(field, term.StyleYellow, "%s", name)
	}
}

func filesText(f *domain.TestFiles) string {
	text := term.Many(f.Count, "file")
	switch {
	case f.LaneWrote > 0:
		return text + ", " + strconv.Itoa(f.LaneWrote) + " written by this lane"
	case f.MayWrite:
		return text + ", perhaps written by this lane"
	}
	return text + ", none written by this lane"
}
