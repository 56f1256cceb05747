package reporting_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/clawable/claw/commands/commandtest"
	reporting "github.com/clawable/claw/commands/report"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
)

// reportsOf are the reports of a new log.
func reportsOf(t *testing.T) *reporting.Reports {
	log := commandtest.NewLog(t)
	return &reporting.Reports{Log: log, Op: commandtest.Operator(log)}
}

// content is a document of n sessions, with a claim.
func content(t *testing.T, n int, said string) []byte {
	t.Helper()
	s, err := reports.Seal(reports.Build(&reports.Observed{SessionCount: n}, &reports.Statement{Claims: map[string]reports.Claim{
		"cause": {Kind: reports.ClaimHypothesis, Text: said, Confidence: reports.ConfidenceLow}}}, nil, "claw"))
	if err != nil {
		t.Fatal(err)
	}
	return s.Text
}

// filed files a document, which has to work.
func filed(t *testing.T, r *reporting.Reports, text []byte) (reporting.Filed, domain.StreamID) {
	t.Helper()
	_, s, err := r.Prepare(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	f, err := r.File(t.Context(), s, reporting.Details{Status: domain.ReportFinal, Channel: "ops"})
	if err != nil {
		t.Fatal(err)
	}
	stream, err := domain.ParseStreamID(f.Report)
	if err != nil {
		t.Fatal(err)
	}
	return f, stream
}

// TestOneOfManyAmendmentsOfAVersionIsFiled amends one version from several sides at once: one is
// filed, and the others learn that the version is not the last any more.
func TestOneOfManyAmendmentsOfAVersionIsFiled(t *testing.T) {
	r := reportsOf(t)
	first, stream := filed(t, r, content(t, 0, "x"))
	const sides = 8
	errs := make([]error, sides)
	var all sync.WaitGroup
	for i := range sides {
		d, s, err := r.Prepare(t.Context(), content(t, i+1, "x"))
		if err != nil {
			t.Fatal(err)
		}
		all.Go(func() { _, errs[i] = r.Amend(t.Context(), stream, d, s, first.Hash, reporting.Details{}) })
	}
	all.Wait()
	won := 0
	for _, err := range errs {
		if err == nil {
			won++
		} else if domain.KindOf(err) != domain.ErrConflict {
			t.Errorf("%v, want a conflict", err)
		}
	}
	f, err := r.Load(t.Context(), stream)
	if err != nil {
		t.Fatal(err)
	}
	if won != 1 || len(f.Versions) != 2 || len(f.Void) != 0 || f.Last().Previous != first.Hash {
		t.Errorf("%d amendments were filed; the report is %+v", won, f)
	}
}

// TestASecretIsNotFiled files a document with one in a claim.
func TestASecretIsNotFiled(t *testing.T) {
	r, secret := reportsOf(t), "ghp"+"_"+"9fK2mQ7xV4bT1nR8sW3yZ6cL5dH0jPaEuGiO"
	f, stream := filed(t, r, content(t, 1, "the token "+secret+" was there"))
	for _, line := range commandtest.Lines(t, r.Log) {
		if strings.Contains(string(line), secret) {
			t.Errorf("the log holds %s", line)
		}
	}
	load, err := r.Load(t.Context(), stream)
	if err != nil {
		t.Fatal(err)
	}
	if d, err := load.Last().Proven(f.Report); err != nil || !strings.Contains(d.Claims["cause"].Text, "the token ") || load.Last().Hash != f.Hash {
		t.Errorf("%+v, %v", d, err)
	}
}

// TestADocumentTooLargeForAnEventIsFiledByItsHash files one that no event holds.
func TestADocumentTooLargeForAnEventIsFiledByItsHash(t *testing.T) {
	r := reportsOf(t)
	_, s, err := r.Prepare(t.Context(), content(t, 1, strings.Repeat("word ", 120_000)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.File(t.Context(), s, reporting.Details{}); domain.KindOf(err) != domain.ErrPolicy {
		t.Errorf("whole: %v", err)
	}
	f, err := r.File(t.Context(), s, reporting.Details{Detached: true})
	if err != nil || f.Hash != s.Hash {
		t.Fatalf("detached: %v", err)
	}
	same, err := r.WithHash(t.Context(), s.Hash, "")
	if err != nil || len(same) != 1 || same[0] != f.Report {
		t.Errorf("found %v, %v", same, err)
	}
}

// TestAnswersAreOfTheirNudge answers two nudges, one of them twice, and the first once more after
// something else was looked at.
func TestAnswersAreOfTheirNudge(t *testing.T) {
	r := reportsOf(t)
	answer := func(nudge string, checked ...string) bool {
		t.Helper()
		d, err := r.Unchanged(t.Context(), reporting.Checked{Nudge: nudge, Surfaces: checked})
		if err != nil {
			t.Fatal(err)
		}
		return d.Receipt.Repeated
	}
	for i, test := range []struct {
		repeated bool
		nudge    string
		checked  []string
	}{{false, "a", []string{"lanes"}}, {true, "a", []string{"lanes"}}, {false, "b", []string{"lanes"}}, {false, "a", []string{"lanes", "errors"}}, {true, "a", []string{"lanes"}}} {
		if got := answer(test.nudge, test.checked...); got != test.repeated {
			t.Errorf("answer %d: repeated %v", i, got)
		}
	}
	if all, err := r.All(t.Context()); err != nil || len(all) != 0 {
		t.Errorf("answers are listed as reports: %v, %v", all, err)
	}
}

// TestReportsAreFoundByTheBeginningOfTheirID types ids.
func TestReportsAreFoundByTheBeginningOfTheirID(t *testing.T) {
	r := reportsOf(t)
	f, _ := filed(t, r, content(t, 1, "x"))
	id := strings.TrimPrefix(f.Report, "report-")
	for _, typed := range []string{f.Report, id, strings.ToLower(id), id[:len(id)-1], "report-" + strings.ToLower(id[:12])} {
		if got, err := r.Find(t.Context(), typed); err != nil || got.Report != f.Report {
			t.Errorf("%s: %v", typed, err)
		}
	}
	filed(t, r, content(t, 2, "x"))
	if _, err := r.Find(t.Context(), id[:1]); domain.KindOf(err) != domain.ErrUsage {
		t.Errorf("%s: %v, want usage", id[:1], err)
	}
	for _, typed := range []string{"", "zz"} {
		if _, err := r.Find(t.Context(), typed); domain.KindOf(err) != domain.ErrNotFound {
			t.Errorf("%q: %v", typed, err)
		}
	}
	if last, found, err := r.InChannel(t.Context(), "ops"); err != nil || !found || last.Last().Schema != "1.0" {
		t.Errorf("of the channel: %+v, %v", last, err)
	}
	if _, found, err := r.InChannel(t.Context(), "dev"); err != nil || found {
		t.Errorf("of another channel: %v, %v", found, err)
	}
}

// TestAnAcknowledgementGivenTwiceIsOne acknowledges versions of a report for two readers.
func TestAnAcknowledgementGivenTwiceIsOne(t *testing.T) {
	r := reportsOf(t)
	first, stream := filed(t, r, content(t, 0, "x"))
	f, err := r.Load(t.Context(), stream)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct {
		to       reporting.Receiver
		repeated bool
	}{{reporting.Receiver{Channel: "ops"}, false}, {reporting.Receiver{Channel: "ops"}, true}, {reporting.Receiver{Channel: "ops", Consumer: "board"}, false},
		{reporting.Receiver{Channel: "ops", View: first.Hash}, false}} {
		if got, err := r.Acknowledge(t.Context(), stream, f.Last(), c.to); err != nil || got.Receipt.Repeated != c.repeated {
			t.Errorf("%d: %+v, %v", i, got, err)
		}
	}
	if _, err := r.Acknowledge(t.Context(), stream, f.Last(), reporting.Receiver{}); domain.KindOf(err) != domain.ErrUsage {
		t.Errorf("of no channel: %v", err)
	}
	if f, err = r.Load(t.Context(), stream); err != nil || len(f.Acknowledged) != 3 || len(f.Void) != 0 {
		t.Errorf("%+v, %v", f, err)
	}
	if c, err := r.Cursor(t.Context(), "ops", "board"); err != nil || c == nil || c.Hash != first.Hash {
		t.Errorf("%+v, %v", c, err)
	}
	if c, err := r.Cursor(t.Context(), "dev", ""); err != nil || c != nil {
		t.Errorf("a channel without acknowledgements: %+v, %v", c, err)
	}
	// What was acknowledged can be amended: the chain is that of the versions.
	d, s, err := r.Prepare(t.Context(), content(t, 1, "x"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Amend(t.Context(), stream, d, s, first.Hash, reporting.Details{}); err != nil {
		t.Error(err)
	}
}

// TestAReportOfAChannelFollowsTheLastOne checks documents against a filed one, whose closure state is in-flight.
func TestAReportOfAChannelFollowsTheLastOne(t *testing.T) {
	r := reportsOf(t)
	closed := func(state, was reports.ClosureState) *reports.Document {
		return reports.Build(&reports.Observed{}, &reports.Statement{Closure: &reports.Closure{State: state, Was: was, NextAction: "mend it", LastUpdated: domain.AtUnixNano(1)}}, nil, "claw")
	}
	s, err := reports.Seal(closed("in-flight", ""))
	if err != nil {
		t.Fatal(err)
	}
	filed(t, r, s.Text)
	for says, c := range map[string]struct {
		channel    string
		state, was reports.ClosureState
		kind       domain.ErrorKind
	}{
		"a state that moved and does not say so is refused": {"ops", "merged", "", domain.ErrParse},
		"a state that moved says from where":                {"ops", "merged", "in-flight", ""},
		"the same state":                                    {"ops", "in-flight", "", ""},
		"another channel has no last report":                {"dev", "merged", "", ""},
		"no channel follows nothing":                        {"", "merged", "", ""},
	} {
		if err := reporting.CheckFollows(t.Context(), r, c.channel, closed(c.state, c.was)); domain.KindOf(err) != c.kind {
			t.Errorf("%s: %v", says, err)
		}
	}
}
