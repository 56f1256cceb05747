package approvecmd

import (
	"fmt"
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/projections/store/query"
)

// testsOf describes the tests of lanes: the evidence of each lane, and the newest result of each
// suite.
//
// Errors: those of the log.
func testsOf(a *app.App, log eventlog.Log, lanes []domain.LaneID) (tests []string, err error) {
	if len(lanes) == 0 {
		return nil, nil
	}
	v, err := view.Open(a)
	if err != nil {
		return nil, err
	}
	for _, id := range lanes {
		short, err := query.ShortLane(v, id)
		if err != nil {
			return nil, err
		}
		o, err := query.LaneOutcome(v, string(id))
		if err != nil && domain.KindOf(err) != domain.ErrNotFound {
			return nil, err
		}
		told := evidenceText(&o)
		last, err := lastTests(a, log, id)
		if err != nil {
			return nil, err
		}
		told = append(told, last...)
		if len(told) == 0 {
			told = []string{"none recorded"}
		}
		tests = append(tests, "lane "+short+": "+strings.Join(told, "; "))
	}
	return tests, nil
}

// evidenceText is which tests the lane is expected to pass, and whether it did.
func evidenceText(o *lane.Outcome) (told []string) {
	for _, e := range o.Evidence {
		if strings.HasPrefix(string(e.Expects), "green") {
			told = append(told, "expects "+string(e.Expects)+", "+strings.ReplaceAll(string(e.Verdict), "_", " "))
		}
	}
	return told
}

// lastTests are the newest results of each suite and level in the stream of a lane.
func lastTests(a *app.App, log eventlog.Log, id domain.LaneID) (told []string, err error) {
	stream, err := domain.ParseStreamID(domain.FamilyLane.Prefix() + string(id))
	if err != nil {
		return nil, nil // a lane without a stream
	}
	last, order := map[string]string{}, []string{}
	for e, err := range log.Read(a.Ctx, eventlog.Query{Stream: stream}) {
		if err != nil {
			return nil, err
		}
		suite, says := testSaid(&e)
		if says == "" {
			continue
		}
		if last[suite] == "" {
			order = append(order, suite)
		}
		last[suite] = fmt.Sprintf("%s, %s, trust %s", says, term.Clock(e.RecordedAt), e.Source.Trust)
	}
	for _, suite := range order {
		told = append(told, last[suite])
	}
	return told, nil
}

// testSaid reads a test result from an event, "" for another event.
func testSaid(e *domain.Event) (suite, says string) {
	info, known := domain.LookupKind(e.Kind)
	if !known || info.New == nil {
		return "", ""
	}
	p, ok := info.New().(domain.LanePayload)
	if !ok || eventlog.Decode(e.Data, p) != nil {
		return "", ""
	}
	says = string(e.Kind)
	var level domain.GreenLevel
	var commit domain.CommitID
	switch p := p.(type) {
	case *domain.TestPassed:
		suite, level, commit = p.Suite, p.Level, p.Commit
		says += fmt.Sprintf(" (%d passed, %d skipped)", p.Passed, p.Skipped)
	case *domain.TestFailed:
		suite, level, commit = p.Suite, p.Level, p.Commit
		says += fmt.Sprintf(" (%d failed)", max(p.Failed, len(p.FailedTests)))
	case *domain.TestHung:
		suite, level, commit = p.Suite, p.Level, p.Commit
	case *domain.LaneGreen:
		level, commit = p.Level, p.Commit
	case *domain.LaneRed:
		level, commit = p.Level, p.Commit
	default:
		return "", ""
	}
	for _, named := range []string{suite, string(level), term.ShortName(commit)} {
		if named != "" {
			says += " " + named
		}
	}
	return suite + "\x00" + string(level), says
}
