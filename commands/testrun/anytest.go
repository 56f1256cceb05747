package testrun

import (
	"context"
	"io"
	"sync"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/calls"
	"github.com/clawable/claw/producers/witness"
	"github.com/clawable/claw/producers/witness/summary"
)

// output is what a command line prints: passed on as it comes, with its end kept. Safe for
// concurrent use.
type output struct {
	limit time.Duration
	now   func() time.Time

	mu    sync.Mutex
	last  time.Time
	text  []byte
	after int // of text, when it was asked for its stacks; -1 before
}

// side is one of the streams of an output.
type side struct {
	*output
	to io.Writer
}

// mostRead bounds what is kept of an output while the command line runs: runners print their
// summaries at the end.
const mostRead = 256 << 10

// Write implements [io.Writer].
func (s *side) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = s.now()
	_, _ = s.to.Write(p) // a reader that is gone ends no test
	s.text = append(s.text, p...)
	if drop := len(s.text) - mostRead; drop > mostRead {
		s.text, s.after = append([]byte(nil), s.text[drop:]...), max(s.after-drop, min(s.after, 0))
	}
	return len(p), nil
}

// overdue implements [slow].
func (o *output) overdue(now time.Time) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return now.Sub(o.last) >= o.limit
}

// asked implements [slow].
func (o *output) asked() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.after = len(o.text)
}

// runAny runs a command line whose tests report their results at the end.
func (p *plan) runAny(ctx context.Context, argv []string) (*run, error) {
	o := &output{limit: p.TestLimit, now: p.Now, last: p.Now(), after: -1}
	before, err := reportsOf(p.Dir, p.JUnit)
	if err != nil {
		return nil, err
	}
	e, err := p.execute(ctx, argv, &side{o, p.Out}, &side{o, p.Err}, o)
	if err != nil {
		return nil, err
	}
	text := string(o.text)
	r := &run{Report: Report{ExitCode: exitCode(e), Output: tail(text, mostOutput)}}
	if e.overdue || e.late {
		r.Format, r.Result, r.Hanging = FormatExit, Hung, &Hang{After: p.TestLimit, Stack: head(text[max(o.after, 0):], mostStack)}
		if e.late {
			r.Hanging.After = p.Limit
		}
		return r, nil
	}
	r.take(p.read(argv, e, text))
	if p.JUnit != "" {
		return r, r.takeJUnit(p.Dir, p.JUnit, before)
	}
	return r, nil
}

// read reads how the tests of a command line came out: from the summary of a runner that is known,
// else from the Test Anything Protocol, else from the exit status.
func (p *plan) read(argv []string, e end, text string) (Format, witness.Test) {
	call := witness.Call{Command: calls.CommandText(argv), CWD: domain.Path(p.Dir), Status: witness.StatusZero, Code: e.code, Output: text}
	if e.code != 0 {
		call.Status = witness.StatusFailed
	}
	isCheck := false
	for _, facts := range witness.Read(call) {
		if t := facts.Test; t != nil {
			if t.Passed+t.Failed+t.Skipped == 0 {
				return FormatExit, *t
			}
			return FormatSummary, *t
		}
		isCheck = isCheck || len(facts.Other.Checks) > 0
	}
	t, isTAP := witness.ReadTAP(text)
	format := FormatTAP
	if !isTAP {
		t, format = witness.Test{Result: summary.Passed}, FormatExit
	}
	switch {
	case p.known, isCheck && !isTAP:
		return format, witness.Test{} // the runner does not report the results of its tests; a build or a linter runs none
	case e.code == notRunnable || e.code == notFound:
		return format, witness.Test{} // a shell reports that it did not find, or could not start, the program
	case e.code != 0:
		t.Result = summary.Failed
	}
	return format, t
}

// The statuses by which shells say that they ran nothing.
const (
	notRunnable = 126
	notFound    = 127
)

// take takes in what was read. A run that was not seen to be one of tests is none.
func (r *run) take(format Format, t witness.Test) {
	r.Format, r.Passed, r.Failed, r.Skipped, r.FailedTests = format, t.Passed, t.Failed, t.Skipped, t.Names
	switch t.Result {
	case summary.Passed:
		r.Result = Passed
	case summary.Failed:
		r.Result = Failed
	case summary.Hung:
		r.Result, r.Hanging = Hung, &Hang{}
	default:
		r.Result = None
	}
}

// exitCode is the exit code of a process, nil where a signal ended it.
func exitCode(e end) *int {
	if e.code < 0 {
		return nil
	}
	return &e.code
}

// head is the begin of a text.
func head(text string, most int) string {
	return text[:min(len(text), most)]
}
