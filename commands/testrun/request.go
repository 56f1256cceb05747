package testrun

import (
	"context"
	"io"
	"os"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers/witness"
)

// Request is tests to run.
type Request struct {
	Argv    []string
	Dir     string   // where the command line starts
	Environ []string // of entries NAME=value
	// Out and Err get what the command line prints, as it comes.
	Out, Err io.Writer
	// Limit ends the whole run, and TestLimit one test that has no output for so long; 0: nothing does.
	Limit, TestLimit time.Duration
	// Grace is the time between the signal that asks for stacks and the one that kills.
	Grace time.Duration
	// Signals are passed on to the tests; the second kills them.
	Signals <-chan os.Signal
	Reruns  int               // how often tests that failed run again
	Level   domain.GreenLevel // of the tests; "" is what the command line says
	JUnit   string            // a pattern of files that the command writes, as JUnit XML; "" for none
	Now     func() time.Time
}

// Format is what a result was read from.
type Format string

// The formats.
const (
	FormatGo      Format = "go_json"   // the events of go test
	FormatJUnit   Format = "junit"     // files of JUnit XML
	FormatTAP     Format = "tap"       // the Test Anything Protocol
	FormatSummary Format = "summary"   // what the runner printed at its end
	FormatExit    Format = "exit_code" // nothing but the exit status
)

// Enum lists the values.
func (Format) Enum() []string {
	return []string{string(FormatGo), string(FormatJUnit), string(FormatTAP), string(FormatSummary), string(FormatExit)}
}

// Result is how a run came out.
type Result string

// The results.
const (
	Passed Result = "passed"
	Failed Result = "failed"
	Hung   Result = "hung"
	None   Result = "none" // no test ran
)

// Enum lists the values.
func (Result) Enum() []string {
	return []string{string(Passed), string(Failed), string(Hung), string(None)}
}

// Report is what was seen of a run.
type Report struct {
	How    witness.Test // runner, level, scope, folder
	Format Format
	Result Result
	// Passed, Failed and Skipped count tests, where they are known.
	Passed, Failed, Skipped int
	FailedTests             []string // still failing after the reruns
	Flaky                   int      // that failed, and passed when they ran again
	FlakyTests              []string // as far as their names are known
	Hanging                 *Hang
	ExitCode                *int // of the first run; nil where a signal ended it
	Reruns                  int
	Output                  string // the end of what was printed, of all runs
	Took                    time.Duration
}

// Hang is what ended a run that took too long.
type Hang struct {
	Test  string        // "" where it is not known which test ran
	After time.Duration // without an output, or of the whole run
	Stack string        // what the program printed when it was asked for its stacks; "" for nothing
}

// Run runs the tests, and once more those that failed, as often as Reruns allows.
//
// Errors: kind not_found or runtime where the program cannot be started, runtime where a signal or
// ctx ended the run.
func (r *Request) Run(ctx context.Context) (*Report, error) {
	p := planOf(r)
	began := r.Now()
	first, err := p.run(ctx, r.Argv)
	if err != nil {
		return nil, err
	}
	report := p.report(first)
	for again := first; report.Result == Failed && report.Reruns < r.Reruns; {
		argv, ok := p.again(again)
		if !ok {
			break
		}
		if again, err = p.run(ctx, argv); err != nil {
			return nil, err
		}
		report.rerun(again)
	}
	report.Took = max(r.Now().Sub(began), 0)
	return report, nil
}
